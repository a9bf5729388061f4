// One line of a bidding system: a call, the hands that make it, and what it asks. The same line
// chooses a call, says what the call shows, and is its explanation for the opponents.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/core/fixed_vector.hpp"
#include "games/bridge/auction.hpp"
#include "games/bridge/bidding/strength.hpp"

namespace arena::bridge {

/// Both ends included.
struct Range {
  std::int8_t least = 0;
  std::int8_t most = 0;

  [[nodiscard]] bool contains(int value) const { return least <= value && value <= most; }
  bool operator==(const Range&) const = default;
};
inline constexpr Range any_points{0, 40};
inline constexpr Range any_length{0, 13};

/// What a call asks of the partner.
enum class Meaning : std::uint8_t {
  nothing,  // the player has only passed
  natural,
  sign_off,
  penalty,
  aces,  // the answer to Blackwood
  // Partner may not pass the calls below, unless an opponent bids.
  forcing,
  game_forcing,  // neither partner passes below game
  takeout,
  negative,  // the double of an overcall
  // Bids that do not offer their suit as trumps.
  stayman,      // over notrump: is there a major of four cards?
  checkback,    // over a rebid of 1NT: is there support, or another major?
  transfer,     // shows a major
  strong,       // 2C as the opening
  waiting,      // the answer to it without a good suit
  game_raise,   // 2NT over a major
  feature,      // 2NT over a weak two: is it a maximum?
  relay,        // 2NT over the double of a weak two: a weak hand, asks for 3C
  fourth_suit,  // forces to game, and asks opener to go on describing
  cue,          // a bid of their suit: a good raise
  blackwood,
};
constexpr bool is_forcing(Meaning meaning) { return meaning >= Meaning::forcing; }
constexpr bool is_artificial(Meaning meaning) { return meaning >= Meaning::stayman; }

/// The hands that a rule is for. Bit s of a set of suits is the strain s; bit 4s+t of a comparison
/// is about the suits s and t.
struct Needs {
  Range high = any_points;     // points for high cards
  Range points = any_points;   // with length
  Range support = any_points;  // with short suits, if `trump` is a suit
  Strain trump = Strain::notrump;
  std::array<Range, 4> length{any_length, any_length, any_length, any_length};  // by strain
  Range aces{0, 4};
  bool balanced = false;
  std::uint8_t stopped = 0;
  std::uint8_t good = 0;          // two of A, K and Q
  std::uint16_t not_shorter = 0;  // suit s has as many cards as t, or more
  std::uint16_t longer = 0;       // suit s has more cards than t

  [[nodiscard]] bool fit(const Strength& hand) const;
};

struct Rule {
  Call call{};
  Meaning meaning = Meaning::natural;
  std::string_view name;        // of the convention; empty if the call is natural
  bool is_last_resort = false;  // the hand has no better call: players do not expect it
  Needs needs;

  // Ranges without an upper end have none.
  Rule& high(int least, int most = any_points.most);
  Rule& points(int least, int most = any_points.most);
  Rule& support(Strain trump, int least, int most = any_points.most);
  Rule& length(Strain suit, int least, int most = any_length.most);
  Rule& aces(int least, int most);
  Rule& balanced() { return needs.balanced = true, *this; }
  Rule& stops(Strain suit);
  Rule& good(Strain suit);
  Rule& not_shorter(Strain suit, Strain other);
  Rule& longer(Strain suit, Strain other);
  /// No suit is longer, and no higher one is as long.
  Rule& longest(Strain suit);
  Rule& means(Meaning what) { return meaning = what, *this; }
  Rule& last_resort() { return is_last_resort = true, *this; }
};

/// What a call says: what is common to all hands that make it, but for last resorts.
struct Message {
  Needs needs;
  Range strength = any_points;  // counted as each rule counts
  Meaning meaning = Meaning::natural;
  std::string_view name;
};
/// "transfer: 5+ hearts", "15 to 17 points, balanced". Empty for a call that any hand may
/// make.
std::string text_of(const Message& message);

/// Rules in the order in which a bidder tries them. Calls that the auction does not allow are left
/// out.
class Rules {
 public:
  /// Bit c of `legal` is the call of code c.
  explicit Rules(std::uint64_t legal) : legal_(legal) {}

  Rule& add(Call call, std::string_view name = {});
  Rule& bid(int level, Strain strain, std::string_view name = {}) {
    return add(Call::bid(level, strain), name);
  }
  Rule& pass() { return add(Call::pass()); }
  Rule& doubles(std::string_view name, Meaning meaning) {
    return add(Call::doubles(), name).means(meaning);
  }
  /// The rules to come are for hands that no rule so far is for. A bid means one thing: further
  /// rules for the same bid are left out.
  void for_other_hands() { others_ = list_.size(); }

  [[nodiscard]] bool allows(Call call) const { return (legal_ >> call.code & 1U) != 0; }
  /// The rules before `for_other_hands` have this call.
  [[nodiscard]] bool is_agreed(Call call) const;
  /// The first rule for this hand; null if no rule is for it.
  [[nodiscard]] const Rule* rule(const Strength& hand) const;
  /// The call of that rule; pass without one.
  [[nodiscard]] Call call(const Strength& hand) const;
  /// What the call says; empty if no rule has it.
  [[nodiscard]] std::optional<Message> message(Call call) const;

 private:
  std::uint64_t legal_;
  FixedVector<Rule, 72> list_;
  std::optional<std::size_t> others_;  // where their rules begin
  Rule left_out_;
};

}  // namespace arena::bridge
