// Most («Мост», "bridge"), a rummy in which players lay runs and sets, and draw from a row of open
// cards by taking all of it from some card on: rules only. Source: the rules of the card game Most
// as told by a player; told in full in docs/most.md. A turn is several moves of one seat.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <boost/describe.hpp>

#include "arena/core/fixed_vector.hpp"
#include "arena/core/game.hpp"
#include "games/common/deals.hpp"
#include "games/most/cards.hpp"
#include "games/most/melds.hpp"

namespace arena::most {

// House rules: the source knows no limits of turns and deals, and no match of so many deals.
struct Options {
  int target = 500;     // points that end a match
  int deals = 0;        // how many a match has; 0: up to the target
  int max_turns = 200;  // discards of all players together that end a deal
  int max_deals = 100;  // that end a match to the target
};
BOOST_DESCRIBE_STRUCT(Options, (), (target, deals, max_turns, max_deals))

/// The chance of a match: the decks of its deals, their dealers and shuffles.
using Deal = cards::Deals<Card, pack_size>;

/// What a turn waits for: a card to be got, or what is done with the hand.
enum class Phase : std::uint8_t { get, play };
BOOST_DESCRIBE_ENUM(Phase, get, play)

struct Draw {
  constexpr bool operator==(const Draw&) const = default;
};
/// Takes this card of the bridge, and all after it, and lays a meld with it.
struct Take {
  Card card;
  LaidCards meld;
  constexpr bool operator==(const Take&) const = default;
};
struct NewMeld {
  LaidCards meld;
  constexpr bool operator==(const NewMeld&) const = default;
};
/// Adds a card to the meld of this number.
struct LayOff {
  Table::Id id = 0;
  Laid laid;
  constexpr bool operator==(const LayOff&) const = default;
};
/// Puts the card into the place of the joker that stands for it.
struct Swap {
  Table::Id id = 0;
  Card card;
  constexpr bool operator==(const Swap&) const = default;
};
struct Discard {
  Card card;
  constexpr bool operator==(const Discard&) const = default;
};
using Move = std::variant<Draw, Take, NewMeld, LayOff, Swap, Discard>;

/// The row of open cards.
class Bridge {
 public:
  [[nodiscard]] const Row& row() const { return row_; }
  /// Without the jokers.
  [[nodiscard]] CardSet cards() const { return cards_; }
  [[nodiscard]] bool contains(Card card) const {
    return card.is_joker() ? jokers_ > 0 : cards_.contains(card);
  }
  [[nodiscard]] int jokers() const { return jokers_; }
  /// Where a card lies, counted from 0; of jokers, the first. REQUIRES: contains(card).
  [[nodiscard]] std::size_t find(Card card) const {
    std::size_t at = 0;
    while (row_[at] != card) ++at;
    return at;
  }
  /// What would be taken with the card at `from`.
  [[nodiscard]] Hand from(std::size_t from) const {
    Hand taken;
    for (std::size_t i = from; i < row_.size(); ++i) taken.insert(row_[i]);
    return taken;
  }

  void add(Card card) {
    row_.push_back(card);
    if (card.is_joker()) {
      ++jokers_;
    } else {
      cards_.insert(card);
    }
  }
  /// Shortens it to its first cards.
  void cut(std::size_t length) {
    const Hand gone = from(length);
    cards_ -= gone.cards();
    jokers_ = static_cast<std::uint8_t>(jokers_ - gone.jokers());
    while (row_.size() > length) row_.pop_back();
  }

 private:
  CardSet cards_;
  Row row_;
  std::uint8_t jokers_ = 0;
};

using Totals = FixedVector<int, most_players>;  // by seat
using Counts = FixedVector<std::uint8_t, most_players>;

struct View {
  Seat seat = 0;
  Phase phase = Phase::get;
  int deal = 1;  // its number, counted from 1
  int dealer = 0;
  int discards = 0;  // in this deal so far
  int stock = 0;     // its size
  Options options;
  Hand hand;
  Bridge bridge;
  Table table;
  Counts counts;  // of the hands
  Totals totals;  // before this deal

  [[nodiscard]] int seats() const { return static_cast<int>(counts.size()); }
};

using ShuffledCards = cards::ShuffledCards<Card, pack_size>;

/// Chance is next in the first two: a new deck, or the bridge as the new stock.
enum class Stage : std::uint8_t { deck, stock, playing, played_out, forfeit };

struct State {
  std::array<Hand, most_players> hands{};  // by seat
  Table table;
  Bridge bridge;
  Row stock;               // the first card is drawn first
  std::uint8_t drawn = 0;  // how many of them are gone
  std::array<std::int32_t, most_players> totals{};
  Options options;
  Seats gone;
  int deal = 0;      // its number, counted from 1
  int discards = 0;  // in this deal so far
  int seats = 2;
  Seat dealer = 0;
  std::uint16_t actor = 0;
  Phase phase = Phase::get;
  Stage stage = Stage::deck;

  [[nodiscard]] int stock_left() const { return static_cast<int>(stock.size()) - drawn; }
};
static_assert(sizeof(State) <= 1024);
static_assert(std::has_unique_object_representations_v<State>, "padding would leak into its bytes");

/// Events. A view of one lacks what others may not know: decks, orders, hands and drawn cards.
struct Began {
  int seats = 2;
  int target = 500;
  int deals = 0;  // 0: up to the target
};
struct Dealt {
  int number = 1;  // of the deal, counted from 1
  int dealer = 0;
  Totals totals;
  std::array<Hand, most_players> hands{};  // by seat; viewed: the own one alone
  Card first;                              // of the bridge
  Row deck;                                // viewed: empty
};
struct Drew {
  Seat seat = 0;
  std::optional<Card> card;  // none: nothing was there, or it is not to be seen
  bool seen = true;          // viewed: by the drawer alone
};
struct Shuffled {
  int size = 0;
  Row order;  // viewed: empty
};
struct Took {
  Seat seat = 0;
  Row cards;  // in the order of the bridge
  Table::Id id = 0;
  LaidCards meld;
};
struct Melded {
  Seat seat = 0;
  Table::Id id = 0;
  LaidCards meld;
};
struct LaidOff {
  Seat seat = 0;
  Table::Id id = 0;
  Laid laid;
};
struct Swapped {
  Seat seat = 0;
  Table::Id id = 0;
  Card card;
};
struct Discarded {
  Seat seat = 0;
  Card card;
};
/// The end of a deal.
struct Scored {
  Totals points;  // of this deal
  Totals totals;
};
/// A seat has forfeited; the arbiter plays on for it.
struct Left {
  Seat seat = 0;
};
struct Ended {
  Totals places;
};
using Event = std::variant<Began, Dealt, Drew, Shuffled, Took, Melded, LaidOff, Swapped, Discarded,
                           Scored, Left, Ended>;

struct Most {
  using Options = most::Options;
  using Deal = most::Deal;
  using State = most::State;
  using View = most::View;
  using Move = most::Move;
  using Event = most::Event;
  using Chance = ShuffledCards;
  using Source = cards::DealSource<Most>;

  // House rule: six at most; the source says two or more.
  static constexpr GameInfo info = {
      .name = "most", .title = "Most", .least_seats = 2, .most_seats = most_players};

  static Refusal check(const Setup<Most>& setup);
  static State start(const Setup<Most>& setup, Events<Event> happened);
  static bool awaits_chance(const State& now) { return now.stage < Stage::playing; }
  static bool awaits_deck(const State& now) { return now.stage == Stage::deck; }
  static Row unshuffled(const State& now);
  static Refusal check(const State& now, const ShuffledCards& chance) {
    return cards::check_outcome<Most>(now, chance);
  }
  static void apply(State& state, const ShuffledCards& chance, Events<Event> happened);
  static Seats actors(const State& now) {
    return now.stage == Stage::playing ? Seats::only(now.actor) : Seats{};
  }
  static View view(const State& now, Seat seat);
  static std::optional<Event> view(const Event& event, Seat seat);
  static Refusal check(const View& view, const Move& move);
  static void apply(State& state, Seat seat, const Move& move, Events<Event> happened);
  /// As if in each deal to come, of a match to the target in three, the whole pack stayed in its
  /// hand, while all cards counted for the best of the others.
  static Worst worst(const State& now, Seat seat);
  /// The others play on.
  static void forfeit(State& state, Seat seat, Events<Event> happened);
  static Outcome outcome(const State& now);
  static std::string write(const Move& move);
  static std::optional<Move> read(std::string_view text);

  /// Any legal action may come: first a kind of action that is there is drawn, then one of it.
  static Move sample(const View& view, Rng& rng);
  /// Draws; discards the first card that may be discarded; if none may, swaps the first one.
  static Move fallback(const View& view);
};

}  // namespace arena::most
