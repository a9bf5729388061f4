// Yard bridge, a card game of shedding for two to six: rules only.
// Source of the rules: the contest of JavaScript AIs for yard bridge (libcanvas); told in full in
// docs/yard_bridge.md. A turn is a list of moves of one seat, which `done` ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include <boost/describe.hpp>

#include "arena/core/fixed_vector.hpp"
#include "arena/core/game.hpp"
#include "games/yard_bridge/move.hpp"
#include "games/yard_bridge/pack.hpp"

namespace arena::yard_bridge {

inline constexpr std::size_t most_players = 6;

struct Options {
  int hand = 5;            // cards of each player
  int target = 125;        // who goes above has lost; exactly as many become 0
  int deals = 0;           // of a match; 0: as many as it takes to go above the target
  int max_actions = 1000;  // of a deal, which then ends as it stands
};
BOOST_DESCRIBE_STRUCT(Options, (), (hand, target, deals, max_actions))

/// Chance is next in the first two: a new deck, or the pile as the new stock.
enum class Stage : std::uint8_t { deck, stock, playing, played_out, forfeit };

/// What a move still costs, one seat after the other. It waits in the state while the stock is
/// shuffled.
struct Owed {
  std::uint8_t seat = 0;
  std::uint8_t cards = 0;        // that the seat still has to take
  std::uint8_t hits = 0;         // seats after it that are hit
  bool penalty = false;          // for what another one has put
  bool skipped = false;          // the seat loses a turn
  FixedVector<Card, 4> taken{};  // by the seat so far
};

struct State {
  std::array<CardSet, most_players> hands{};  // by seat
  CardSet pile;                               // with its top
  std::array<int, most_players> totals{};     // points by seat
  Options options;
  int deal = 0;     // counted from 1
  int actions = 0;  // of this deal
  int put = 0;      // cards in this turn; sixes may come back from a new stock, again and again
  int row = 0;      // of them, those of the top's rank, unbroken at the end
  Seats forfeited;
  Order stock;                                      // in order; what is left begins at `drawn`
  std::uint8_t drawn = 0;                           // cards of `stock` that are gone
  std::array<std::uint8_t, most_players> counts{};  // hand sizes by seat
  std::uint8_t seats = 2;
  std::uint8_t dealer = 0;
  std::uint8_t actor = 0;
  Card top;
  Suit suit = cards::spades;  // in force
  bool took = false;          // by `take`, in this turn
  Stage stage = Stage::deck;
  Owed owed;
  std::array<std::uint8_t, 7> between{};  // so that every byte is a value

  [[nodiscard]] int stock_left() const { return static_cast<int>(stock.size()) - drawn; }
  /// REQUIRES: a card lies on the pile.
  [[nodiscard]] bool can_draw() const {
    return stock_left() > 0 || (pile.bits() & (pile.bits() - 1)) != 0;
  }
};
static_assert(sizeof(State) <= 512 && std::has_unique_object_representations_v<State>);

/// `YardBridge::view` sets it all; to clear it first would take longer than the rest of a move.
struct View {  // NOLINT(cppcoreguidelines-pro-type-member-init)
  Seat seat;
  Seat actor;
  int seats;
  int deal;  // counted from 1
  Seat dealer;
  int actions;  // of this deal
  CardSet hand;
  CardSet puts;  // cards of the hand that may be put now
  Moves legal;   // none for a seat that is not due
  CardSet pile;  // with its top
  Card top;
  Suit suit;      // in force
  int put;        // cards in this turn
  int row;        // of them, those of the top's rank, unbroken at the end
  bool took;      // by `take`, in this turn
  bool can_draw;  // something is left to be taken
  int stock;
  std::array<std::uint8_t, most_players> counts;  // hand sizes by seat
  std::array<int, most_players> totals;           // points by seat
  Options options;

  /// A six was put in this turn, and nothing yet on it.
  [[nodiscard]] bool must_cover() const { return put > 0 && sixes.contains(top); }
};

using SeatNumbers = FixedVector<int, most_players>;  // by seat

/// Events. `view` leaves other seats' cards and the order of the stock empty.
struct Began {
  int seats = 2;
  int target = 0;
  int deals = 0;  // 0: to the target
};
struct Dealt {
  int deal = 1;
  Seat dealer = 0;
  SeatNumbers totals;
  std::array<CardSet, most_players> hands{};  // the dealer's without the opening card
  Card opening;
  Order deck;
};
struct Put {
  Seat seat = 0;
  Move move = Move::done();
};
/// By choice or as a penalty: what really came, in the order drawn.
struct Took {
  Seat seat = 0;
  bool penalty = false;
  int count = 0;
  FixedVector<Card, 4> cards;
};
struct Skipped {
  Seat seat = 0;
};
/// The pile became the stock.
struct Shuffled {
  int count = 0;
  Order stock;
};
struct Finished {
  Seat seat = 0;
};
/// The seat's player is gone.
struct Left {
  Seat seat = 0;
};
struct Scored {
  SeatNumbers points;
  SeatNumbers totals;
};
struct Over {
  SeatNumbers places;
};
using Event =
    std::variant<Began, Dealt, Put, Took, Skipped, Shuffled, Finished, Left, Scored, Over>;

struct YardBridge {
  using Options = yard_bridge::Options;
  using Deal = yard_bridge::Deal;
  using State = yard_bridge::State;
  using View = yard_bridge::View;
  using Move = yard_bridge::Move;
  using Event = yard_bridge::Event;
  using Chance = ShuffledCards;
  using Source = cards::DealSource<YardBridge>;

  static constexpr GameInfo info = {.name = "yard_bridge",
                                    .title = "Yard bridge",
                                    .least_seats = 2,
                                    .most_seats = most_players,
                                    .more_is_better = false};

  static Refusal check(const Setup<YardBridge>& setup);
  static State start(const Setup<YardBridge>& setup, Events<Event> happened);
  static bool awaits_chance(const State& now) { return now.stage < Stage::playing; }
  static bool awaits_deck(const State& now) { return now.stage == Stage::deck; }
  static Order unshuffled(const State& now);
  static Refusal check(const State& now, const ShuffledCards& chance) {
    return cards::check_outcome<YardBridge>(now, chance);
  }
  static void apply(State& state, const ShuffledCards& chance, Events<Event> happened);
  static Seats actors(const State& now) {
    return now.stage == Stage::playing ? Seats::only(now.actor) : Seats{};
  }
  static View view(const State& now, Seat seat);
  static std::optional<Event> view(const Event& event, Seat seat);
  static Moves moves(const View& view) { return view.legal; }
  static Refusal check(const View& view, const Move& move) {
    if (view.legal.contains(move)) [[likely]]
      return {};
    return why_illegal(view, move);
  }
  /// The first of: take, the first card that may be put, a jack ordering its own suit, done.
  static Move fallback(const View& view);
  static void apply(State& state, Seat seat, const Move& move, Events<Event> happened);
  /// As if all cards of each deal to come stayed in its hand; of a match to the target, as if that
  /// were so after it had just the target. Meanwhile the best of the others gets no point more.
  static Worst worst(const State& now, Seat seat);
  /// The others play on, as long as there are some.
  static void forfeit(State& state, Seat seat, Events<Event> happened);
  static Outcome outcome(const State& now);
  static std::string write(const Move& move);
  static std::optional<Move> read(std::string_view text);

 private:
  static Refusal why_illegal(const View& view, const Move& move);
};

/// The legal moves as the wire lists them, a jack only once: "put 7D", "put JC", "take".
std::string list_of_legal(const View& view, std::string_view separator);
/// Why an answer that `read` does not take is no move.
Refusal why_unread(const View& view, std::string_view line);

}  // namespace arena::yard_bridge
