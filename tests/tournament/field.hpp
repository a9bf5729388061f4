// A tournament as the tests play it: results come from a function, and entrants join or leave at
// batch boundaries.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/tournament/format.hpp"

namespace arena::test {

/// The result of a pairing whose deals all go alike: the shares by entrant, which add up to 1.
inline PairingResult result_of(const Pairing& pairing, const std::vector<double>& shares) {
  PairingResult result;
  result.deals = pairing.deals;
  for (const double share : shares) {
    result.shares.push_back(share * pairing.deals);
    result.margins.push_back((share - 1.0 / static_cast<double>(shares.size())) * pairing.deals);
  }
  return result;
}

/// The entrant with the smallest index takes all.
inline PairingResult first_wins(const Pairing& pairing) {
  std::vector<double> shares(pairing.entrants.size());
  const auto best = std::ranges::min_element(pairing.entrants) - pairing.entrants.begin();
  shares[static_cast<std::size_t>(best)] = 1;
  return result_of(pairing, shares);
}

class Field {
 public:
  using Play = std::function<PairingResult(const Pairing&)>;

  explicit Field(int entrants, Play play_one = first_wins)
      : entrants_(static_cast<std::size_t>(entrants)), play_(std::move(play_one)) {}

  [[nodiscard]] TournamentProgress progress() const { return {entrants_, played_}; }
  [[nodiscard]] int next_batch() const {
    return played_.empty() ? 0 : played_.back().pairing.batch + 1;
  }
  std::vector<FormatEntrant>& entrants() { return entrants_; }
  [[nodiscard]] const std::vector<PlayedPairing>& played() const { return played_; }

  void join() { entrants_.push_back({.stays = {{{next_batch(), std::nullopt}}}}); }
  void withdraw(int entrant) {
    entrants_[static_cast<std::size_t>(entrant)].stays.all.back().until = next_batch();
  }
  void come_back(int entrant) {
    entrants_[static_cast<std::size_t>(entrant)].stays.all.push_back({next_batch(), std::nullopt});
  }

  /// Plays what comes next. Returns whether there was anything.
  bool play_batch(const Format& format) {
    const std::vector<Pairing> pairings = format.next(progress());
    for (const Pairing& pairing : pairings) {
      REQUIRE(pairing.number == static_cast<int>(played_.size()));
      played_.push_back({pairing, play_(pairing)});
    }
    return !pairings.empty();
  }

  void play_to_the_end(const Format& format) {
    constexpr int most_batches = 5000;
    int batches = 0;
    while (play_batch(format)) REQUIRE(++batches < most_batches);
  }

 private:
  std::vector<FormatEntrant> entrants_;
  std::vector<PlayedPairing> played_;
  Play play_;
};

/// Whatever of the tournament is known, the rest is what was played then.
inline void check_resumes_at_every_cut(const Format& format, const Field& field) {
  const std::vector<PlayedPairing>& all = field.played();
  for (std::size_t cut = 0; cut < all.size(); ++cut) {
    std::vector<PlayedPairing> known(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(cut));
    // With several matches at a time, a later pairing of the batch may be over first.
    const bool skips = cut + 1 < all.size() && cut > 0 && cut % 2 == 0 &&
                       all[cut].pairing.batch == all[cut + 1].pairing.batch &&
                       all[cut].pairing.batch == all[cut - 1].pairing.batch;
    if (skips) known.push_back(all[cut + 1]);
    const std::vector<Pairing> next = format.next({field.progress().entrants, known});
    std::vector<Pairing> wanted;
    for (std::size_t i = cut; i < all.size(); ++i) {
      const bool is_known = skips && i == cut + 1;
      if (all[i].pairing.batch == all[cut].pairing.batch && !is_known)
        wanted.push_back(all[i].pairing);
    }
    INFO("cut after " << cut << " of " << all.size());
    REQUIRE(next == wanted);
  }
}

}  // namespace arena::test
