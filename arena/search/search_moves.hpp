// A whole search for one move.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "arena/search/search.hpp"
#include "arena/search/settings.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// The task of a search: a move of `seat`, which is due at `root`, and was `told` these events of
/// the match. If events are missing, the search guesses worse how the others play.
template <class G>
struct SearchTask {
  const Position<G>& root;
  Seat seat = 0;
  Setup<G> setup;  // options and seats of the match
  std::span<const typename G::Event> told;
  SearchSettings settings;
  Rng& rng;
  std::function<bool()> stops = [] { return false; };  // asked before each iteration
};

/// The moves of the seat, the one that it would rather play first.
template <Resamples G, class Guide = NoGuide>
std::vector<Searched<typename G::Move>> search_moves(const SearchTask<G>& task) {
  Search<G, Guide> search(task.root, task.seat, task.rng, {task.setup, task.seat, task.told});
  search.iterate();
  if (task.settings.think) {
    for (const TimePoint end = Clock::now() + *task.settings.think; Clock::now() < end;)
      search.iterate();
  } else {
    for (int i = 1; i < task.settings.iterations && !task.stops(); ++i) search.iterate();
  }
  return search.found();
}

}  // namespace arena
