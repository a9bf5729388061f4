// The law that a forfeit never pays, for every game. A seat forfeits at a random point of a random
// match. Then its side counts with no better place, score and margin than in the worst of
// 100 random continuations in which the seat stays.
// `./dev test` plays twenty matches of each game; `./dev proof` plays 10,000.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/game.hpp"
#include "arena/match/match.hpp"
#include "arena/series/statistics/statistics.hpp"
#include "tests/proof.hpp"

namespace arena::laws {

/// The value of a match for one side. More is better, except for the place.
struct Worth {
  int place = 0;
  double score = 0;
  double margin = 0;
};

/// By side. REQUIRES: the match is over.
template <class G>
std::vector<Worth> worth_of(Match<G>& match) {
  Record record;
  match.finish(record);
  const MatchResult result = result_of(record, G::info.sides);
  constexpr bool more_is_better = G::info.more_is_better;
  std::vector<Worth> worth;
  for (std::size_t side = 0; side < result.scores.size(); ++side)
    worth.push_back({result.places[side],
                     static_cast<double>(more_is_better ? 1 : -1) * result.scores[side],
                     margin_of(result, side, more_is_better)});
  return worth;
}

/// All seats that are to move answer: `leaver` with a fault, the arbiter for players that are gone,
/// the others at random.
template <class G>
void play_round(Match<G>& match, Rng& rng, std::optional<Seat> leaver = {}) {
  const Seats due = match.actors();
  std::vector<Answered<G>> answers;
  for (const Seat seat : due) {
    Answered<G> answered{{}, Fault{FaultKind::exit, "it left"}};
    if (match.gone().contains(seat)) {
      if constexpr (ContinuesAfterForfeit<G>) answered = fallback_answer(match, seat);
    } else if (seat != leaver) {
      const auto move = random_move<G>(match.view(seat), rng);
      answered.last = typename Answered<G>::Accepted{move, G::write(move), false, {}};
    }
    answers.push_back(std::move(answered));
  }
  std::size_t next = 0;
  for (const Seat seat : due) match.commit(seat, answers[next++]);
  match.tell({}, [](Seat, const typename G::Event&) {});
}

template <class G>
int play_to_the_end(Match<G>& match, Rng& rng) {
  int rounds = 0;
  for (; !match.actors().empty(); ++rounds) play_round(match, rng);
  return rounds;
}

/// A random seat among those to move whose player is there. Empty if only the arbiter is to move.
template <class G>
std::optional<Seat> one_that_is_due(const Match<G>& match, Rng& rng) {
  Seats due = match.actors();
  for (const Seat gone : match.gone()) due.erase(gone);
  if (due.empty()) return std::nullopt;
  auto index = rng.below(static_cast<std::uint32_t>(due.size()));
  while (index-- > 0) due.erase(due.front());
  return due.front();
}

/// Plays a match to a random point. Sometimes a seat leaves before; then the match may be over.
template <class G>
Match<G> random_position(const Setup<G>& setup, Rng& rng) {
  Match<G> whole(setup);
  Rng same = rng;
  const int rounds = play_to_the_end(whole, rng);
  const auto point = static_cast<int>(rng.below(static_cast<std::uint32_t>(rounds)));
  const int left_at = setup.seats > 2 ? static_cast<int>(rng.below(100)) : -1;
  Match<G> match(setup);
  for (int round = 0; round < point && !match.actors().empty(); ++round)
    play_round(match, same, round == left_at ? one_that_is_due(match, rng) : std::nullopt);
  return match;
}

/// A seat leaves at a random point of a random match.
template <class G>
void forfeit_does_not_pay(const Setup<G>& setup, Rng& rng) {
  Match<G> now = random_position(setup, rng);
  std::optional<Seat> seat;
  while (!(seat = one_that_is_due(now, rng))) now = random_position(setup, rng);
  const auto index = static_cast<std::size_t>(G::info.sides_of(setup.seats).of(*seat));
  Match<G> left = now;
  play_round(left, rng, seat);
  play_to_the_end(left, rng);
  const Worth forfeit = worth_of(left)[index];
  Worth worst{0, 1e12, 1e12};
  for (int i = 0; i < 100; ++i) {
    Match<G> stayed = now;
    play_to_the_end(stayed, rng);
    const Worth worth = worth_of(stayed)[index];
    worst = {std::max(worst.place, worth.place), std::min(worst.score, worth.score),
             std::min(worst.margin, worth.margin)};
  }
  INFO("seat " << *seat << " of " << setup.seats << ", after " << now.recorded() << " moves");
  REQUIRE(forfeit.place >= worst.place);
  REQUIRE(forfeit.score <= worst.score);
  REQUIRE(forfeit.margin <= worst.margin);
}

/// The matches use the `setups` in turn.
template <class G>
void forfeits_never_pay(std::vector<Setup<G>> setups) {
  const auto matches = static_cast<std::uint64_t>(proof::repetitions(10'000, 0.002));
  Rng rng(17);
  for (std::uint64_t i = 0; i < matches; ++i) {
    Setup<G>& setup = setups[i % setups.size()];
    setup.seed = {mix_seed(5, "forfeit", i), static_cast<int>(i)};
    INFO("match " << i);
    REQUIRE_FALSE(G::check(setup));
    forfeit_does_not_pay(setup, rng);
  }
}

}  // namespace arena::laws
