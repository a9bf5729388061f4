// A tournament as the tests play it: results come from a function, and entrants join or leave at
// batch boundaries.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/tournament/formats/format.hpp"

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

/// After each batch the format decides what was played then, whoever has come or left since.
inline void check_decides_again(const Format& format, const Field& field) {
  const std::vector<PlayedPairing>& all = field.played();
  for (auto begin = all.begin(); begin != all.end();) {
    const int batch = begin->pairing.batch;
    const auto end = std::find_if(
        begin, all.end(), [&](const PlayedPairing& one) { return one.pairing.batch != batch; });
    std::vector<Pairing> wanted;
    for (auto one = begin; one != end; ++one) wanted.push_back(one->pairing);
    INFO("batch " << batch);
    REQUIRE(format.next({field.progress().entrants, std::span(all.begin(), begin)}) == wanted);
    begin = end;
  }
}

}  // namespace arena::test
