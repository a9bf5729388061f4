// Most («Мост», "bridge"): rules only. It is a rummy: players lay runs and sets, and draw from a
// row of open cards by taking a card and all cards after it. Source of the rules: a player's
// account of the card game; docs/most.md has the full rules. A turn is several moves of one seat.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <boost/describe.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/fixed_vector.hpp"
#include "arena/core/game.hpp"
#include "arena/core/playouts.hpp"
#include "arena/core/position.hpp"
#include "arena/core/refinements/move_loss.hpp"
#include "games/common/deals.hpp"
#include "games/most/cards.hpp"
#include "games/most/melds.hpp"

namespace arena::most {

inline constexpr int cards_each = 6;

constexpr std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

// House rules: the source has no limits, and no match of a fixed number of deals.
struct Options {
  int target = 500;     // points that end a match
  int deals = 0;        // the number of deals; 0: as many as it takes to reach the target
  int max_turns = 200;  // discards of all players together that end a deal
  int max_deals = 100;  // deals that end a match to the target
};
BOOST_DESCRIBE_STRUCT(Options, (), (target, deals, max_turns, max_deals))

/// The chance of a match: the decks of its deals, their dealers and shuffles.
using Deal = cards::Deals<Card, pack_size>;

/// What the turn's player does next: get a card, or play from the hand.
enum class Phase : std::uint8_t { get, play };
BOOST_DESCRIBE_ENUM(Phase, get, play)

struct Draw {
  constexpr bool operator==(const Draw&) const = default;
};
/// Takes this card of the bridge and all cards after it, and lays a meld with it.
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
  /// Without jokers.
  [[nodiscard]] CardSet cards() const { return cards_; }
  [[nodiscard]] bool contains(Card card) const {
    return card.is_joker() ? jokers_ > 0 : cards_.contains(card);
  }
  [[nodiscard]] int jokers() const { return jokers_; }
  /// The place of a card, counted from 0; of two jokers, the first. REQUIRES: contains(card).
  [[nodiscard]] std::size_t find(Card card) const {
    std::size_t at = 0;
    while (row_[at] != card) ++at;
    return at;
  }
  /// The cards that a player takes with the card at `from`.
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
  /// Keeps only the first `length` cards.
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
  int deal = 1;  // counted from 1
  int dealer = 0;
  int discards = 0;  // in this deal so far
  int stock = 0;     // number of cards
  Options options;
  Hand hand;
  Bridge bridge;
  Table table;
  Counts counts;  // of the hands
  Totals totals;  // before this deal

  [[nodiscard]] int seats() const { return static_cast<int>(counts.size()); }
};

using ShuffledCards = cards::ShuffledCards<Card, pack_size>;

/// In the first two stages, chance is next: a new deck, or the bridge as the new stock.
enum class Stage : std::uint8_t { deck, stock, playing, played_out, forfeit };

struct State {
  std::array<Hand, most_players> hands{};  // by seat
  Table table;
  Bridge bridge;
  Row stock;               // the first card is drawn first
  std::uint8_t drawn = 0;  // cards drawn from it
  // What all players know about the cards in hands: those that were taken openly, and for each
  // other card the last stock of the deal that contained it (0: the deck).
  std::array<Hand, most_players> open{};                                         // by seat
  std::array<std::uint8_t, cards::joker_index> stock_of{};                       // by card
  std::array<FixedVector<std::uint8_t, joker_count>, most_players> jokers_of{};  // by seat
  std::uint8_t stocks = 0;   // shuffles of this deal
  std::uint8_t between = 0;  // fills the padding: every byte belongs to a member
  std::array<std::int32_t, most_players> totals{};
  Options options;
  Seats gone;
  int deal = 0;      // counted from 1
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

/// Events. Their views leave out what the seat may not know: decks, orders, hands and drawn cards.
struct Began {
  int seats = 2;
  int target = 500;
  int deals = 0;  // 0: until the target is reached
};
struct Dealt {
  int number = 1;  // counted from 1
  int dealer = 0;
  Totals totals;
  std::array<Hand, most_players> hands{};  // by seat; in a view, only the seat's own hand
  Card first;                              // of the bridge
  Row deck;                                // empty in a view
};
struct Drew {
  Seat seat = 0;
  std::optional<Card> card;  // empty if there was no card, or if the seat may not see it
  bool seen = true;          // in a view: only for the seat that drew
};
struct Shuffled {
  int size = 0;
  Row order;  // empty in a view
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

  // House rule: at most six players; the source says two or more.
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
  /// The value if the whole pack stayed in the seat's hand in each deal to come (three deals in a
  /// match to the target), while all cards counted for the best of the others.
  static Worst worst(const State& now, Seat seat);
  /// The others play on.
  static void forfeit(State& state, Seat seat, Events<Event> happened);
  static Outcome outcome(const State& now);
  static int deal_number(const State& now) { return now.deal; }
  static std::string write(const Move& move);
  static std::optional<Move> read(std::string_view text);

  /// Resamples the others' hidden cards and everything to come. Each hidden card comes from the
  /// same stock as the true one. It draws no conclusions from the others' moves.
  static void resample(Position<Most>& position, Seat seat, Rng& rng);
  static Position<Most> imagine(const Setup<Most>& setup, const View& view,
                                std::span<const Event> told);

  /// Can return any legal action: draws one of the possible kinds of action, then an action of it.
  static Move sample(const View& view, Rng& rng);
  /// Draws; then discards the first card that it may; if it may discard none, swaps the first one.
  static Move fallback(const View& view);
};

/// Reads the canonical text of a move, the same in the protocol, in records and in Python: `draw`,
/// `take 7H = 7H 8H *9H`, `meld 5S 6S *7S`, `lay 3 8S`, `swap 3 9C`, `discard QD`. Letters in
/// either case and any white space are allowed. A set may have any order and is sorted by suits. If
/// the text is no move, the refusal says why and shows the right form.
std::variant<Move, Refusal> read_move(std::string_view text);

/// The built-in bots of Most.
std::span<const Builtin<Most>> builtins();

/// What a decision lost against the best one, if all then play on as `melder` does.
std::optional<MoveLoss> move_loss(const ChosenMove<Most>& chosen, const LossSettings& settings);

}  // namespace arena::most

extern template struct arena::RandomPlay<arena::most::Most>;
