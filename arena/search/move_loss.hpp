// What a move lost against the best one, by play-outs: each candidate is tried in many worlds that
// fit what the seat knows, and all then play on by the policy of the game's Guide. A tree would
// favour moves after which it is deeper, such as a draw of a known card. The best move is found by
// sequential halving (Karnin, Koren, Somekh 2013): in each round the better half of the candidates
// goes on. Then it is compared with the player's move in other worlds, so that the difference is no
// luck of the choice. Only points count, not who wins.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <vector>

#include "arena/core/refinements/move_loss.hpp"
#include "arena/search/play_out.hpp"

namespace arena {

namespace search {

template <class Move>
struct Candidate {
  Move move;
  double points = 0;  // the sum of the play-outs in its last round
  int count = 0;      // of them
};

/// The moves that are tried: all, or if the game does not list them, some that it samples, and
/// `chosen`.
template <class G>
std::vector<Candidate<typename G::Move>> candidates(const typename G::View& view,
                                                    const typename G::Move& policy,
                                                    const typename G::Move& chosen, Rng& rng) {
  constexpr int samples = 24;
  std::vector<Candidate<typename G::Move>> all;
  const auto add = [&all](const typename G::Move& move) {
    const auto known = std::ranges::find(all, move, &Candidate<typename G::Move>::move);
    if (known == all.end()) all.push_back({move});
  };
  if constexpr (ListsMoves<G>) {
    const auto moves = G::moves(view);
    for (std::size_t i = 0; i < moves.size(); ++i) all.push_back({moves[i]});
  } else {
    add(policy);
    add(chosen);
    for (int i = 0; i < samples; ++i) add(random_move<G>(view, rng));
  }
  return all;
}

/// Drops candidates until the best one is left, with so many play-outs in all.
/// REQUIRES: !all.empty().
template <Resamples G, class Guide>
Candidate<typename G::Move> best_of(std::vector<Candidate<typename G::Move>> all,
                                    const Position<G>& position, Seat seat, int play_outs,
                                    Rng& rng) {
  const int rounds = std::max(1, static_cast<int>(std::bit_width(all.size() - 1)));
  do {
    const int worlds = std::max(1, play_outs / rounds / static_cast<int>(all.size()));
    for (auto& candidate : all) candidate = {candidate.move};
    for (int i = 0; i < worlds; ++i) {
      Position<G> world = position;
      G::resample(world, seat, rng);
      for (auto& candidate : all) {
        candidate.points += play_out<G, Guide>(world, seat, candidate.move, rng);
        ++candidate.count;
      }
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &Candidate<typename G::Move>::points);
    all.erase(all.begin() + static_cast<std::ptrdiff_t>((all.size() + 1) / 2), all.end());
  } while (all.size() > 1);
  return all.front();
}

}  // namespace search

/// `kind(view, move)` names a move for MoveLoss.
template <Resamples G, class Guide, class Kind>
std::optional<MoveLoss> loss_by_play_outs(const ChosenMove<G>& chosen, const LossSettings& settings,
                                          Kind kind) {
  const Position<G>& position = chosen.position;
  const Seat seat = chosen.seat;
  const typename G::View view = position.view(seat);
  Rng rng(mix_seed(settings.seed, "loss", chosen.number));
  const auto policy = search::policy_move<G, Guide>(position, seat, view, rng);
  const auto all = search::candidates<G>(view, policy, chosen.move, rng);
  if (all.size() == 1) return std::nullopt;
  const auto best = search::best_of<G, Guide>(all, position, seat, settings.play_outs, rng);

  MoveLoss lost;
  lost.value = best.points / best.count;
  lost.kind = kind(view, chosen.move);
  if (best.move == chosen.move) return lost;
  lost.better = G::write(best.move);
  lost.better_kind = kind(view, best.move);
  Differences differences;
  for (int i = 0; i < settings.play_outs / 2; ++i) {
    Position<G> world = position;
    G::resample(world, seat, rng);
    const double with_best = search::play_out<G, Guide>(world, seat, best.move, rng);
    differences.add(with_best - search::play_out<G, Guide>(world, seat, chosen.move, rng));
  }
  differences.set(lost);
  return lost;
}

}  // namespace arena
