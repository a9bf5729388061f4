// The chance of a match: the hands of its deals, written as in PBN:
// "N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/describe.hpp>

#include "arena/core/game.hpp"
#include "arena/core/rng.hpp"
#include "games/bridge/cards.hpp"

namespace arena::bridge {

/// The hands of a deal, by seat. `first` is the seat that the text begins with: the dealer.
struct Hands {
  std::array<CardSet, seat_count> of{};
  Seat first = 0;
  bool operator==(const Hands&) const = default;
};

/// "53.92.K42.KT5432": spades, hearts, diamonds, clubs.
std::string hand_text(CardSet hand);
/// Hooks for described values. Reading accepts any order of ranks, lower case, and 10 for T; it
/// does not check the number of cards.
std::string to_text(const Hands& hands);
bool from_text(std::string_view text, Hands& hands);
/// The same, but returns what is wrong: "the hand of East has 3 suits, not 4". Empty if it is read.
std::string read_hands(std::string_view text, Hands& hands);

/// Why these are not four hands of 13 different cards: "North has 14 cards, not 13". Empty if they
/// are.
std::string fault_of(const Hands& hands);
/// Refuses hands that have a fault.
Refusal check_hands(const Hands& hands);
/// Deal number `deal` of a match, counted from 1.
Hands dealt_hands(std::uint64_t seed, std::uint32_t deal, Seat dealer);

/// One outcome of chance.
struct NewDeal {
  Hands hands;
  bool operator==(const NewDeal&) const = default;
};
BOOST_DESCRIBE_STRUCT(NewDeal, (), (hands))

/// All chance of a match, for records. The first dealer is the first seat of the first hands;
/// without hands, the board decides. `vulnerable` has no meaning in rubber and Chicago.
struct Deal {
  int board = 0;  // 0: the number of the deal in its series, from 1
  Vulnerable vulnerable = Vulnerable::none;
  std::vector<Hands> hands;
  bool operator==(const Deal&) const = default;
};
BOOST_DESCRIBE_STRUCT(Deal, (), (board, vulnerable, hands))

/// Gives the given hands, then hands from the seed. `State` has `first_dealer()`, `dealer`,
/// `board` and `vulnerable`.
struct DealSource {
  std::uint64_t seed = 0;
  Deal given{};
  Deal drawn{};  // what was drawn so far, if `keeps`
  bool keeps = false;
  std::uint32_t draws = 0;  // so far

  template <class G>
  static DealSource of(const Setup<G>& setup, bool keeps) {
    return {setup.seed.seed, setup.deal, {}, keeps};
  }
  template <class State>
  NewDeal draw(const State& now) {
    NewDeal next;
    if (draws < given.hands.size()) {
      next.hands = given.hands[draws];
      next.hands.first = now.dealer;
    } else {
      next.hands = dealt_hands(seed, draws + 1, now.dealer);
    }
    put(now, next);
    return next;
  }
  template <class State>
  void put(const State& now, const NewDeal& next) {
    ++draws;
    if (!keeps) return;
    if (draws == 1) {
      drawn.board = now.board;
      drawn.vulnerable = now.vulnerable;
    }
    drawn.hands.push_back(next.hands);
  }
  [[nodiscard]] const Deal& deal() const { return drawn; }
  /// Draws everything to come from a new seed.
  void reseed(Rng& rng) {
    seed = rng.next();
    given = {};
  }
  /// Equal if both draw the same: what is given does not matter if the seed gives the same.
  bool operator==(const DealSource& other) const;
};

/// Refuses chance that was not given, unless `may_draw`.
Refusal check_drawn(const Deal& given, const Deal& drawn, bool may_draw);

}  // namespace arena::bridge
