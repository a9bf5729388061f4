// Yard bridge, a card game of shedding for two to six: rules only.
// Source of the rules: the contest of JavaScript AIs for yard bridge (libcanvas). The full rules
// are in docs/yard_bridge.md. A turn is a list of moves of one seat; `done` ends it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include <boost/describe.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/fixed_vector.hpp"
#include "arena/core/game.hpp"
#include "arena/core/playouts.hpp"
#include "arena/core/position.hpp"
#include "arena/core/refinements/move_loss.hpp"
#include "games/yard_bridge/move.hpp"
#include "games/yard_bridge/pack.hpp"

namespace arena::yard_bridge {

inline constexpr std::size_t most_players = 6;

struct Options {
  int hand = 5;            // cards of each player
  int target = 125;        // a higher total loses the match; exactly this total becomes 0
  int deals = 0;           // the number of deals; 0: until a total is above the target
  int max_actions = 1000;  // in a deal, which is then scored as it stands
};
BOOST_DESCRIBE_STRUCT(Options, (), (hand, target, deals, max_actions))

/// In the first two stages, chance is next: a new deck, or the pile as the new stock.
enum class Stage : std::uint8_t { deck, stock, playing, played_out, forfeit };

/// What all players know about a card in a hand.
struct Trace {
  std::uint8_t stock = 0;   // the last stock of the deal that contained it; 0: the deck
  std::uint8_t missed = 0;  // bit q: it was in a hand that could not cover a six of suit q
  bool operator==(const Trace&) const = default;
};

/// What a move still costs, one seat after the other. The state has it only while the stock is
/// shuffled.
struct Owed {
  std::uint8_t seat = 0;
  std::uint8_t cards = 0;        // cards that the seat still has to take
  std::uint8_t hits = 0;         // number of seats after it that are hit
  bool penalty = false;          // caused by the put cards of another seat
  bool skipped = false;          // the seat loses a turn
  FixedVector<Card, 4> taken{};  // by the seat so far
};

struct State {
  std::array<CardSet, most_players> hands{};  // by seat
  CardSet pile;                               // its top included
  std::array<int, most_players> totals{};     // points by seat
  Options options;
  int deal = 0;     // counted from 1
  int actions = 0;  // of this deal
  int put = 0;      // cards put in this turn; no limit, as sixes can return from a new stock
  int row = 0;      // of them, the last ones in a row that have the top's rank
  Seats forfeited;
  Order stock;                                      // in order; the next card is at `drawn`
  std::uint8_t drawn = 0;                           // cards of `stock` that are gone
  std::array<std::uint8_t, most_players> counts{};  // hand sizes by seat
  std::array<Trace, cards::joker_index> traces{};   // by card; meaningless for cards in no hand
  std::uint8_t stocks = 0;                          // shuffles of this deal
  std::uint8_t seats = 2;
  std::uint8_t dealer = 0;
  std::uint8_t actor = 0;
  Card top;
  Suit suit = cards::spades;  // in force
  bool took = false;          // the actor has used `take` in this turn
  Stage stage = Stage::deck;
  Owed owed;
  std::array<std::uint8_t, 6> between{};  // fills the padding: every byte belongs to a member

  [[nodiscard]] int stock_left() const { return static_cast<int>(stock.size()) - drawn; }
  /// REQUIRES: a card lies on the pile.
  [[nodiscard]] bool can_draw() const {
    return stock_left() > 0 || (pile.bits() & (pile.bits() - 1)) != 0;
  }
};
static_assert(sizeof(State) <= 512 && std::has_unique_object_representations_v<State>);

/// `YardBridge::view` sets all members; clearing them first would take longer than all the rest.
struct View {  // NOLINT(cppcoreguidelines-pro-type-member-init)
  Seat seat;
  Seat actor;
  int seats;
  int deal;  // counted from 1
  Seat dealer;
  int actions;  // of this deal
  CardSet hand;
  CardSet puts;  // cards of the hand that may be put now
  Moves legal;   // empty unless it is the seat's turn
  CardSet pile;  // its top included
  Card top;
  Suit suit;      // in force
  int put;        // cards put in this turn
  int row;        // of them, the last ones in a row that have the top's rank
  bool took;      // the actor has used `take` in this turn
  bool can_draw;  // there is a card to take
  int stock;
  std::array<std::uint8_t, most_players> counts;  // hand sizes by seat
  std::array<int, most_players> totals;           // points by seat
  Options options;

  /// A six was put in this turn and is not covered yet.
  [[nodiscard]] bool must_cover() const { return put > 0 && sixes.contains(top); }
};

using SeatNumbers = FixedVector<int, most_players>;  // by seat

/// Events. `view` leaves the cards of other seats and the order of the stock empty.
struct Began {
  int seats = 2;
  int target = 0;
  int deals = 0;  // 0: until the target is exceeded
};
struct Dealt {
  int deal = 1;
  Seat dealer = 0;
  SeatNumbers totals;
  std::array<CardSet, most_players> hands{};  // without the opening card
  Card opening;
  Order deck;
};
struct Put {
  Seat seat = 0;
  Move move = Move::done();
};
/// Cards taken by choice or as a penalty: those that there really were, in the order drawn.
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
/// The seat has forfeited; the arbiter plays on for it.
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
  /// Takes a card; else puts the first possible card, a jack with its own suit; else is done.
  static Move fallback(const View& view);
  static void apply(State& state, Seat seat, const Move& move, Events<Event> happened);
  /// The value if all cards of each deal to come stayed in the seat's hand, while the best of the
  /// others got no points. To the target: one such deal, after a total of exactly the target.
  static Worst worst(const State& now, Seat seat);
  /// The others play on until no seat is left.
  static void forfeit(State& state, Seat seat, Events<Event> happened);
  static Outcome outcome(const State& now);
  static int deal_number(const State& now) { return now.deal; }
  /// Resamples the others' hands and everything to come. Each hidden card stays consistent with
  /// what is certain: the stock from which it was drawn, and the sixes that it could not cover.
  /// Cards put since then keep their true owners. It draws no conclusions from the others' moves.
  static void resample(Position<YardBridge>& position, Seat seat, Rng& rng);
  static Position<YardBridge> imagine(const Setup<YardBridge>& setup, const View& view,
                                      std::span<const Event> told);
  static std::string write(const Move& move);
  static std::optional<Move> read(std::string_view text);

 private:
  static Refusal why_illegal(const View& view, const Move& move);
};

/// The legal moves as the protocol lists them, each jack only once: "put 7D", "put JC", "take".
std::string list_of_legal(const View& view, std::string_view separator);
/// The reason why an answer that `read` refuses is no move.
Refusal why_unread(const View& view, std::string_view line);

/// The built-in bots of yard bridge: `random`, `shed` and `loader`.
std::span<const Builtin<YardBridge>> builtins();

/// What a decision lost against the best one, if all then play on as `loader` does.
std::optional<MoveLoss> move_loss(const ChosenMove<YardBridge>& chosen,
                                  const LossSettings& settings);

}  // namespace arena::yard_bridge

extern template struct arena::RandomPlay<arena::yard_bridge::YardBridge>;
