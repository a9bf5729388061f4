// How long a league takes to decide a batch: of 2,000 entrants, of which some are new, and of few
// after many that have left.
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "arena/core/rng.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/formats/format.hpp"
#include "arena/tournament/formats/league_ratings.hpp"
#include "arena/util/error.hpp"
#include "bench/bench.hpp"
#include "bench/child.hpp"
#include "bench/scratch_file.hpp"

namespace arena::bench {

namespace {

/// Each deal has two matches. The entrant with the smaller number is the stronger one.
PairingResult played(const Pairing& pairing, double entrants, Rng& rng) {
  const double apart = 3 * (pairing.entrants[1] - pairing.entrants[0]) / entrants;
  PairingResult result{{0, 0}, {0, 0}, pairing.deals, 0};
  for (int deal = 0; deal < pairing.deals; ++deal) {
    int wins = 0;
    for (int match = 0; match < 2; ++match)
      wins += rng.below(1'000'000) < 1e6 / (1 + std::exp(-apart)) ? 1 : 0;
    const double share = wins / 2.0;
    result.shares[0] += share;
    result.shares[1] += 1 - share;
    result.share_squares += share * share;
  }
  return result;
}

/// In each batch half of those that take part are new ones, as if authors handed in a version after
/// the other.
Result decided_after(int left, const Bench& bench, const Format& format) {
  constexpr int active = 30;
  Result line{fmt::format("the same, of {}, after {} that have left", active, left), "s", "", "",
              at_most(2)};
  std::vector<FormatEntrant> field;
  std::vector<PlayedPairing> known;
  Rng rng(1);
  int batch = 0;
  for (; batch * active / 2 < left; ++batch) {
    const int first = batch * active / 2;
    while (static_cast<int>(field.size()) < first + active) {
      const int since = std::max(0, static_cast<int>(field.size()) * 2 / active - 1);
      field.push_back({.stays = {{{since, since + 2}}}});
    }
    for (int one = 0; one < active / 2; ++one) {
      const Pairing pairing{
          static_cast<int>(known.size()),     batch, {first + one, first + active - 1 - one},
          2 * static_cast<int>(known.size()), 2,     {}};
      known.push_back({pairing, played(pairing, left, rng)});
    }
  }
  for (std::size_t i = field.size() - active; i < field.size(); ++i)
    field[i].stays.all.back().until.reset();
  for (int run = 0; run < bench.runs; ++run) {
    const Stopwatch watch;
    if (format.next({field, known}).empty()) throw Error("the league has decided no batch");
    line.figure.add(watch.seconds());
  }
  return line;
}

}  // namespace

std::vector<Result> league(const Bench& bench) {
  const int entrants = bench.times(2000, 320);
  const int batches = bench.times(50, 3);
  const ScratchFile file("_league.db");
  StoredTournament tournament;
  tournament.format = "league";
  const Store store = Store::create(file.path(), tournament, "0x1", {});
  const auto format =
      make_format({.kind = FormatKind::league, .deals = 2}, league_ratings(store, 2));
  Result line{fmt::format("a batch of a league of {} entrants, {} of them new, decided", entrants,
                          entrants / 10),
              "s", "", "", at_most(2)};
  std::vector<FormatEntrant> field(static_cast<std::size_t>(entrants - entrants / 10));
  std::vector<PlayedPairing> known;
  Rng rng(1);
  for (int batch = 0; batch < batches + bench.runs; ++batch) {
    while (batch == batches && static_cast<int>(field.size()) < entrants)
      field.push_back({.stays = {{{batch, std::nullopt}}}});
    const Stopwatch watch;
    const std::vector<Pairing> next = format->next({field, known});
    if (batch >= batches) line.figure.add(watch.seconds());
    for (const Pairing& pairing : next) known.push_back({pairing, played(pairing, entrants, rng)});
  }
  return {line, decided_after(bench.times(30000, 600), bench, *format)};
}

}  // namespace arena::bench
