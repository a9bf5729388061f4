// The bidding game (Game of Pure Strategy, Goofspiel): rules only.
// Source of the rules: the Ruby quiz about bots for it; docs/bidding.md has the full rules.
// All seats bid at the same time: a bid stays hidden in the state until all bids are in.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/describe.hpp>

#include "arena/core/bits.hpp"
#include "arena/core/fixed_vector.hpp"
#include "arena/core/game.hpp"
#include "arena/core/playouts.hpp"
#include "arena/core/position.hpp"

namespace arena::bidding {

inline constexpr int most_cards = 32;
inline constexpr int most_players = 4;

enum class Ties : std::uint8_t { discard, carry };
BOOST_DESCRIBE_ENUM(Ties, discard, carry)

enum class Prizes : std::uint8_t { random, ascending, descending };
BOOST_DESCRIBE_ENUM(Prizes, random, ascending, descending)

struct Options {
  /// Each seat bids with the cards 1 to `cards`. The prizes have the same values.
  int cards = 13;
  /// What happens to a prize that no seat wins; `carry` adds it to the next prize.
  Ties ties = Ties::discard;
  /// The order in which the prizes come up.
  Prizes prizes = Prizes::random;
  /// For three and four seats: the highest bid that only one seat made wins.
  bool unique = false;
};
BOOST_DESCRIBE_STRUCT(Options, (), (cards, ties, prizes, unique))

/// The chance of a match: the prizes in the order in which they come up. The seed sets it if empty.
struct Deal {
  FixedVector<std::uint8_t, most_cards> prizes;
  bool operator==(const Deal&) const = default;
};
BOOST_DESCRIBE_STRUCT(Deal, (), (prizes))

/// One outcome of chance: the prize of a round.
struct Prize {
  std::uint8_t prize = 0;
  bool operator==(const Prize&) const = default;
};
BOOST_DESCRIBE_STRUCT(Prize, (), (prize))

/// Bids an unused card.
struct Move {
  std::uint8_t card = 0;
  constexpr bool operator==(const Move&) const = default;
};

constexpr int sign(int number) { return (number > 0 ? 1 : 0) - (number < 0 ? 1 : 0); }

/// A set of cards 1..32.
class Cards {
 public:
  constexpr Cards() = default;
  static constexpr Cards up_to(int highest) {
    Cards all;
    all.bits_ =
        static_cast<std::uint32_t>((std::uint64_t{1} << static_cast<unsigned>(highest)) - 1);
    return all;
  }

  static constexpr Cards only(int card) { return of_bits(bit(card)); }

  constexpr void add(int card) { bits_ |= bit(card); }
  constexpr void remove(int card) { bits_ &= ~bit(card); }
  [[nodiscard]] constexpr Cards without(int card) const { return of_bits(bits_ & ~bit(card)); }
  /// Adds a card, but ignores card 0.
  constexpr void add_any(int card) {
    bits_ |= static_cast<std::uint32_t>((std::uint64_t{1} << static_cast<unsigned>(card)) >> 1U);
  }
  /// Returns false for numbers that are no cards.
  [[nodiscard]] constexpr bool contains(int card) const {
    return card >= 1 && card <= most_cards && (bits_ & bit(card)) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
  /// REQUIRES: !empty().
  [[nodiscard]] constexpr int lowest() const { return std::countr_zero(bits_) + 1; }
  /// Returns 0 if the set is empty.
  [[nodiscard]] constexpr int highest() const { return most_cards - std::countl_zero(bits_); }
  /// The n-th lowest, counted from 0. REQUIRES: n < size().
  [[nodiscard]] int nth(std::size_t n) const { return bits::nth(bits_, static_cast<int>(n)) + 1; }

  /// Calls `visit(card)` for each card, ascending.
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (std::uint32_t left = bits_; left != 0; left &= left - 1) visit(std::countr_zero(left) + 1);
  }
  /// Bit c-1 for card c.
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  static constexpr Cards of_bits(std::uint32_t bits) {
    Cards cards;
    cards.bits_ = bits;
    return cards;
  }
  constexpr bool operator==(const Cards&) const = default;

 private:
  static constexpr std::uint32_t bit(int card) {
    return std::uint32_t{1} << static_cast<unsigned>(card - 1);
  }
  std::uint32_t bits_ = 0;
};

/// The points of up to four seats and of the pot, in one word.
class Points {
 public:
  static constexpr int pot = most_players;   // the carried points, as if the pot were a seat
  static constexpr unsigned lane_bits = 10;  // all prizes together are at most 528 points
  static constexpr unsigned bits = lane_bits * (most_players + 1);
  static constexpr std::uint64_t all = (std::uint64_t{1} << bits) - 1;

  constexpr Points() = default;
  constexpr explicit Points(std::uint64_t word) : word_(word) {}
  [[nodiscard]] constexpr std::uint64_t word() const { return word_; }

  [[nodiscard]] constexpr int of(int seat) const {
    return static_cast<int>((word_ >> shift(seat)) & lane);
  }
  constexpr void add(int seat, int points) {
    word_ += static_cast<std::uint64_t>(points) << shift(seat);
  }
  constexpr void clear(int seat) { word_ &= ~(lane << shift(seat)); }

 private:
  static constexpr std::uint64_t lane = (1U << lane_bits) - 1;
  static constexpr unsigned shift(int seat) { return static_cast<unsigned>(seat) * lane_bits; }
  std::uint64_t word_ = 0;
};

/// The bids of a round by seat, in one word: eight bits for each seat. The top bit of a seat is set
/// while the seat owes its bid.
class Bids {
 public:
  /// No seat owes a bid.
  constexpr Bids() = default;
  /// Each of the first `seats` seats owes a bid. REQUIRES: 1 <= seats <= most_players.
  static constexpr Bids due(int seats) {
    Bids bids;
    bids.word_ = every_due >> (8U * static_cast<unsigned>(most_players - seats));
    return bids;
  }

  /// Returns 0 while the seat has not bid.
  [[nodiscard]] constexpr int of(Seat seat) const {
    return static_cast<int>((word_ >> shift(seat)) & 0x7fU);
  }
  /// REQUIRES: the seat owes a bid.
  constexpr void add(Seat seat, int card) {
    word_ ^= (due_bit | static_cast<std::uint32_t>(card)) << shift(seat);
  }
  /// Returns true if no seat owes a bid.
  [[nodiscard]] constexpr bool complete() const { return (word_ & every_due) == 0; }
  /// Bit s is set if seat s owes a bid.
  [[nodiscard]] constexpr std::uint32_t missing() const {
    // The product gathers the four top bits, 7, 15, 23 and 31, in bits 28 to 31.
    return static_cast<std::uint32_t>((word_ & every_due) * 0x0020'4081U) >> 28U;
  }

 private:
  static constexpr std::uint32_t due_bit = 0x80;
  static constexpr std::uint32_t every_due = 0x8080'8080;
  static constexpr unsigned shift(Seat seat) { return static_cast<unsigned>(seat) * 8U; }
  std::uint32_t word_ = 0;
};

struct View {
  Seat seat = 0;
  int seats = 2;
  int round = 0;                             // counted from 0
  int prize = 0;                             // the prize of this round
  Cards prizes_left;                         // without `prize`
  std::array<Cards, most_players> unused{};  // by seat: cards to bid with
  Points points;
  Cards own;  // unused[seat], from which alone the legal moves follow

  [[nodiscard]] Cards hand() const { return own; }
  [[nodiscard]] int score(Seat of) const { return points.of(of); }
  /// The points that ties have added to the prize of this round.
  [[nodiscard]] int carried() const { return points.of(Points::pot); }
  /// How many cards each seat began with.
  [[nodiscard]] int cards() const { return round + 1 + prizes_left.size(); }
};

class Moves {
 public:
  explicit Moves(Cards hand) : hand_(hand) {}
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(hand_.size()); }
  /// REQUIRES: index < size().
  Move operator[](std::size_t index) const { return {static_cast<std::uint8_t>(hand_.nth(index))}; }

 private:
  Cards hand_;
};

/// The progress of a match, and the options that still matter: one word, so that the state stays
/// within a cache line. Rules that run often change a copy and store it as a whole.
struct Progress {
  std::uint64_t points : Points::bits = 0;
  std::uint64_t carries : 1 = 0;
  std::uint64_t unique : 1 = 0;
  std::uint64_t forfeited : 1 = 0;
  std::uint64_t may_leave : 2 = 0;  // this many seats may leave; the next forfeit ends the match
  std::uint64_t between : 9 = 0;    // fills the word, so that every bit belongs to a member
};

struct State {
  std::array<Cards, most_players> unused{};  // by seat, without the bids of this round
  Bids bids;                                 // of this round
  Cards prizes_left;                         // without the prize of this round
  Progress progress;
  std::uint32_t prize = 0;  // of this round; 0 until it comes up
  std::uint8_t round = 0;   // from 0
  std::uint8_t seats = 2;
  Prizes order = Prizes::random;
  std::uint8_t between = 0;  // fills the padding: every byte belongs to a member
};
static_assert(sizeof(State) <= 64);

/// Events hide nothing: they show the bids when all are in.
struct Shown {
  int round = 0;
  int prize = 0;
};
struct Bid {
  Seat seat = 0;
  int card = 0;
};
struct Won {
  std::optional<Seat> seat;  // empty if no seat won
  int points = 0;            // the carried points included
};
/// The seat's player has left; the others play on.
struct Left {
  Seat seat = 0;
};
struct Ended {
  FixedVector<int, most_players> scores;
  std::optional<Seat> forfeited;  // the seat whose forfeit ended the match
};
using Event = std::variant<Shown, Bid, Won, Left, Ended>;

struct Bidding {
  using Options = bidding::Options;
  using Deal = bidding::Deal;
  using State = bidding::State;
  using View = bidding::View;
  using Move = bidding::Move;
  using Event = bidding::Event;
  using Chance = Prize;

  static constexpr GameInfo info = {.name = "bidding",
                                    .title = "The bidding game",
                                    .least_seats = 2,
                                    .most_seats = most_players,
                                    .seats_are_alike = true};

  static Refusal check(const Setup<Bidding>& setup);
  static State start(const Setup<Bidding>& setup, Events<Event> happened);
  static Deal deal(const Setup<Bidding>& setup);
  static bool awaits_chance(const State& now) { return now.prize == 0; }
  static std::vector<Likely<Prize>> outcomes(const State& now);
  static Refusal check(const State& now, const Prize& chance);
  static void apply(State& state, const Prize& chance, Events<Event> happened) {
    state.prize = chance.prize;
    state.prizes_left.remove(chance.prize);
    state.bids = Bids::due(static_cast<int>(state.seats));
    if (happened) happened(Shown{static_cast<int>(state.round), chance.prize});
  }
  static Prize next(const State& now, const Deal& deal) { return {deal.prizes[now.round]}; }
  static void put(const State& now, Deal& deal, const Prize& chance) {
    put_at(deal.prizes, now.round, chance.prize);
  }
  static Seats actors(const State& now) { return Seats::of_bits(now.bids.missing()); }
  static View view(const State& now, Seat seat) {
    return {seat,
            static_cast<int>(now.seats),
            static_cast<int>(now.round),
            static_cast<int>(now.prize),
            now.prizes_left,
            unused_before(now),
            Points(now.progress.points),
            unused_before(now, seat)};
  }
  static std::optional<Event> view(const Event& event, Seat /*seat*/) { return event; }
  static Moves moves(const View& view) { return Moves(view.hand()); }
  static Refusal check(const View& view, const Move& move) {
    if (view.hand().contains(move.card)) [[likely]]
      return {};
    if (move.card < 1 || move.card > view.cards()) return "Invalid bid.";
    return "Card already used.";
  }
  static void apply(State& state, Seat seat, const Move& move, Events<Event> happened);
  /// The lowest unused card.
  static Move fallback(const View& view) {
    return {static_cast<std::uint8_t>(view.hand().lowest())};
  }
  /// The value if the best of the others won all prizes that are left, and these points were
  /// subtracted from the seat's score.
  static Worst worst(const State& now, Seat seat);
  /// Ends the match of two seats, or if no seat is left; then the bids of this round do not count.
  static void forfeit(State& state, Seat seat, Events<Event> happened);
  static Outcome outcome(const State& now);
  /// Resamples the prizes to come, unless their order is known, and the bids that are hidden.
  static void resample(Position<Bidding>& position, Seat seat, Rng& rng);
  static Position<Bidding> imagine(const Setup<Bidding>& setup, const View& view,
                                   std::span<const Event> told);
  static std::string write(const Move& move) { return std::to_string(move.card); }
  static std::optional<Move> read(std::string_view text);

 private:
  /// The unused cards before the bids of this round, which are still hidden.
  static Cards unused_before(const State& now, Seat seat) {
    Cards cards = now.unused[static_cast<std::size_t>(seat)];
    cards.add_any(now.bids.of(seat));
    return cards;
  }
  static std::array<Cards, most_players> unused_before(const State& now) {
    return {unused_before(now, 0), unused_before(now, 1), unused_before(now, 2),
            unused_before(now, 3)};
  }
};

}  // namespace arena::bidding

extern template struct arena::RandomPlay<arena::bidding::Bidding>;
