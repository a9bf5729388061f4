// The bidding game in numbers, for learners (core/refinements/encoder.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "arena/core/refinements/encoder.hpp"
#include "games/bidding/bidding.hpp"

namespace arena::bidding {

class Encoder {
 public:
  static constexpr int version = 1;

  /// What happened in the rounds before, which a view forgets.
  struct Told {
    struct Round {
      std::uint8_t number = 0;                        // from 1; 0: the prize did not come up yet
      std::array<std::uint8_t, most_players> bids{};  // by seat
    };
    std::array<Round, most_cards> rounds{};  // by prize, from 1
    std::uint8_t round = 0;
    std::uint8_t prize = 0;
    std::uint8_t left = 0;  // a bit for each seat whose player has left
  };

  Encoder(const Options& options, int seats) : cards_(options.cards), seats_(seats) {}

  static bool perfect_recall() { return true; }
  [[nodiscard]] std::vector<ObservationPart> parts() const;
  [[nodiscard]] int moves() const { return cards_; }
  [[nodiscard]] static Move move(int number) { return {static_cast<std::uint8_t>(number + 1)}; }
  [[nodiscard]] static int number(const Move& move) { return move.card - 1; }
  static void tell(Told& told, const Event& event);
  void write(const View& view, const Told& told, ObservationWriter& out) const;

 private:
  int cards_;
  int seats_;
};

}  // namespace arena::bidding
