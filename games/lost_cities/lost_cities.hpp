// Lost Cities, the card game for two as the Ruby quiz of 2005 plays it: rules only.
// Source of the rules: Ruby Quiz "Lost Cities"; docs/lost_cities.md has the full rules.
// A turn is two moves of one seat: a play or discard, then a draw.
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
#include "arena/core/bot.hpp"
#include "arena/core/fixed_vector.hpp"
#include "arena/core/game.hpp"
#include "arena/core/playouts.hpp"
#include "arena/core/position.hpp"
#include "arena/core/refinements/move_loss.hpp"
#include "games/lost_cities/cards.hpp"

namespace arena::lost_cities {

struct Options {
  /// A turn is one play and one draw by one seat. The draw of turn `max_turns` ends the match.
  // House rule: the quiz has no limit, but players who only draw discards would never end.
  int max_turns = 400;
};
BOOST_DESCRIBE_STRUCT(Options, (), (max_turns))

/// The chance of a match, all at once. `deck`: all 60 cards, the first one dealt first (to seat 0,
/// then seat 1, eight times); the seed sets it if empty. `first`: the seat that acts first.
struct Deal {
  FixedVector<Card, card_count> deck;
  int first = 0;
  bool operator==(const Deal&) const = default;
};
BOOST_DESCRIBE_STRUCT(Deal, (), (deck, first))

enum class Phase : std::uint8_t { play, draw };
BOOST_DESCRIBE_ENUM(Phase, play, draw)
enum class Action : std::uint8_t { play, discard, draw };

/// Play or discard a card, or draw from a land's pile or the deck. A turn is two of these.
class Move {
 public:
  static constexpr std::uint8_t deck = land_count;  // as the source of a draw

  static constexpr Move play(Card card) { return {Action::play, card.bit}; }
  static constexpr Move discard(Card card) { return {Action::discard, card.bit}; }
  static constexpr Move draw(int source) {
    return {Action::draw, static_cast<std::uint8_t>(source)};
  }

  [[nodiscard]] constexpr Action action() const { return action_; }
  /// REQUIRES: action() is play or discard.
  [[nodiscard]] constexpr Card card() const { return {what_}; }
  /// A land, or `deck`. REQUIRES: action() is draw.
  [[nodiscard]] constexpr int source() const { return what_; }
  constexpr bool operator==(const Move&) const = default;

 private:
  constexpr Move(Action action, std::uint8_t what) : action_(action), what_(what) {}
  Action action_;
  std::uint8_t what_;
};

using Pile = FixedVector<Card, 12>;

struct View {
  Seat seat = 0;
  Phase phase = Phase::play;
  int turn = 1;  // counted from 1
  int deck_left = 0;
  int closed_pile = Move::deck;  // the land discarded on in this turn; `deck` if none
  unsigned piles = 0;            // bit l: land l has discards
  Cards hand;
  Cards own;  // expeditions
  Cards opponent;
  std::uint64_t own_open = 0;  // a bit for each card that fits on the player's own expeditions
  std::uint64_t opponent_open = 0;
  std::array<Pile, land_count> discards{};  // by land, oldest first

  [[nodiscard]] bool takes(Card card) const { return ((own_open >> card.bit) & 1U) != 0; }
  [[nodiscard]] bool opponent_takes(Card card) const {
    return ((opponent_open >> card.bit) & 1U) != 0;
  }
  [[nodiscard]] bool can_draw(int land) const {
    return ((piles >> static_cast<unsigned>(land)) & 1U) != 0 && land != closed_pile;
  }
};

enum class Stage : std::uint8_t { deal, playing, played_out, turn_limit, forfeit };

/// By seat: cards of its hand that came from a pile, so that all players saw them.
using Taken = std::array<Cards, 2>;

struct State {
  std::array<Cards, 2> hands{};  // by seat, like the next three members
  Taken taken{};
  std::array<Cards, 2> expeditions{};
  std::array<std::uint64_t, 2> open{};  // a bit for each card that fits on the seat's expeditions
  std::array<Pile, land_count> discards{};
  std::array<Card, card_count> deck{};
  std::uint8_t piles = 0;
  std::uint8_t deck_left = 0;
  std::uint8_t closed_pile = Move::deck;
  std::uint8_t actor = 0;
  std::uint8_t first = 0;
  Phase phase = Phase::play;
  Stage stage = Stage::deal;  // `deal`: the deck is not shuffled yet
  std::uint16_t turn = 1;
  std::uint16_t max_turns = 0;
};
static_assert(sizeof(State) <= 256);

/// Events. `view` leaves a hidden card or hand empty.
struct Dealt {
  std::array<Cards, 2> hands;
  Seat first = 0;
};
struct Played {
  Seat seat = 0;
  Card card;
};
struct Discarded {
  Seat seat = 0;
  Card card;
};
struct Drew {
  Seat seat = 0;
  int source = Move::deck;
  std::optional<Card> card;  // known to all if it came from a pile
};
struct Ended {
  std::array<int, 2> scores{};
  std::optional<Seat> forfeited;
};
using Event = std::variant<Dealt, Played, Discarded, Drew, Ended>;

void note_taken(Taken& taken, const Event& event);

/// The legal moves of one view: plays, then discards; or draws.
class Moves {
 public:
  explicit Moves(const View& view) : phase_(view.phase) {
    if (phase_ == Phase::draw) {
      const unsigned piles = view.piles & ~(1U << static_cast<unsigned>(view.closed_pile));
      first_ = piles | (1U << Move::deck);
    } else {
      second_ = view.hand.kinds();
      first_ = second_ & view.own_open;
      second_count_ = std::popcount(second_);
    }
    first_count_ = std::popcount(first_);
  }
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(first_count_) + static_cast<std::size_t>(second_count_);
  }
  /// REQUIRES: index < size().
  Move operator[](std::size_t index) const {
    const int i = static_cast<int>(index);
    const bool second = i >= first_count_;
    const int bit = arena::bits::nth(second ? second_ : first_, second ? i - first_count_ : i);
    if (phase_ == Phase::draw) return Move::draw(bit);
    const Card card{static_cast<std::uint8_t>(bit)};
    return second ? Move::discard(card) : Move::play(card);
  }

 private:
  std::uint64_t first_ = 0;   // plays, or draws
  std::uint64_t second_ = 0;  // discards
  int first_count_ = 0;
  int second_count_ = 0;
  Phase phase_;
};

/// The points of one expedition: 0 if empty, else (sum of numbers - 20) * (1 + investments), and 20
/// more for eight cards or more.
int expedition_score(const Cards& expeditions, int land);
/// The points of all five expeditions.
int score(const Cards& expeditions);

struct LostCities {
  using Options = lost_cities::Options;
  using Deal = lost_cities::Deal;
  using State = lost_cities::State;
  using View = lost_cities::View;
  using Move = lost_cities::Move;
  using Event = lost_cities::Event;
  using Chance = Deal;

  static constexpr GameInfo info = {"lost_cities", "Lost Cities"};

  static Refusal check(const Setup<LostCities>& setup);
  static State start(const Setup<LostCities>& setup, Events<Event> happened);
  static Deal deal(const Setup<LostCities>& setup);
  static bool awaits_chance(const State& now) { return now.stage == Stage::deal; }
  static Refusal check(const State& now, const Deal& deal);
  static void apply(State& state, const Deal& deal, Events<Event> happened);
  static Seats actors(const State& now) {
    return now.stage == Stage::playing ? Seats::only(now.actor) : Seats{};
  }
  static View view(const State& now, Seat seat) {
    const auto own = static_cast<std::size_t>(seat);
    return {seat,
            now.phase,
            now.turn,
            now.deck_left,
            now.closed_pile,
            now.piles,
            now.hands[own],
            now.expeditions[own],
            now.expeditions[1 - own],
            now.open[own],
            now.open[1 - own],
            now.discards};
  }
  static std::optional<Event> view(const Event& event, Seat seat);
  static Moves moves(const View& view) { return Moves(view); }
  static Refusal check(const View& view, const Move& move) {
    if (is_legal(view, move)) [[likely]]
      return {};
    return why_illegal(view, move);
  }
  static void apply(State& state, Seat seat, const Move& move, Events<Event> happened);
  /// The value if each own expedition reached its lowest score and each of the opponent's its
  /// highest, with the cards that lie on no expedition. The opponent's gain is subtracted from the
  /// seat's score.
  static Worst worst(const State& now, Seat seat);
  static void forfeit(State& state, Seat seat, Events<Event> happened);
  static Outcome outcome(const State& now);
  /// Resamples the deck and the opponent's hand, except the cards that it has taken openly. It
  /// draws no conclusions from the opponent's moves.
  static void resample(Position<LostCities>& position, Seat seat, Rng& rng);
  static Position<LostCities> imagine(const Setup<LostCities>& setup, const View& view,
                                      std::span<const Event> told);
  static std::string write(const Move& move);
  static std::optional<Move> read(std::string_view text);

 private:
  static bool is_legal(const View& view, const Move& move) {
    const bool draws = move.action() == Action::draw;
    if (draws != (view.phase == Phase::draw)) return false;
    if (draws) return move.source() == Move::deck || view.can_draw(move.source());
    const std::uint64_t fitting =
        view.hand.kinds() & (move.action() == Action::play ? view.own_open : ~std::uint64_t{0});
    return ((fitting >> move.card().bit) & 1U) != 0;
  }
  /// REQUIRES: !is_legal(view, move).
  static Refusal why_illegal(const View& view, const Move& move);
};

/// The built-in bots of Lost Cities: `random`, `dumb` (the Ruby quiz's DumbPlayer) and `greedy`.
std::span<const Builtin<LostCities>> builtins();

/// What a decision lost against the best one, if all then play on as `greedy` does.
std::optional<MoveLoss> move_loss(const ChosenMove<LostCities>& chosen,
                                  const LossSettings& settings);

/// What a deal is worth, by seat: the mean margin of `greedy` against itself, with this deck and
/// with seven nearby ones, because the margin of one match depends much on how the two play. A
/// nearby deck exchanges cards that the same seat gets, if both seats draw from the deck. The same
/// on every machine.
std::vector<double> baseline_margins(const Setup<LostCities>& setup);

}  // namespace arena::lost_cities

extern template struct arena::RandomPlay<arena::lost_cities::LostCities>;
