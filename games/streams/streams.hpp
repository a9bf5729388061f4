// Streams, a solitaire of twenty slots for any number of players, who all get the same cards: rules
// only. Source of the rules: the README of the Streams bot contest; docs/streams.md has them in
// full. All seats place the same card at the same time, each on a stream of its own.
#pragma once

#include <array>
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
#include "games/streams/stream.hpp"

namespace arena::streams {

struct Options {
  DeckKind deck = DeckKind::readme;
};
BOOST_DESCRIBE_STRUCT(Options, (), (deck))

/// The chance of a match: the 20 cards that come up, in order. The seed sets it if empty.
struct Deal {
  FixedVector<Card, slot_count> cards;
  bool operator==(const Deal&) const = default;
};
BOOST_DESCRIBE_STRUCT(Deal, (), (cards))

/// One outcome of chance: the card of a turn.
struct Drawn {
  Card card = 0;
  bool operator==(const Drawn&) const = default;
};
BOOST_DESCRIBE_STRUCT(Drawn, (), (card))

/// Puts the current card into a slot, 0..19.
struct Move {
  std::uint8_t slot = 0;
  constexpr bool operator==(const Move&) const = default;
};

struct View {
  Seat seat = 0;
  int turn = 1;  // counted from 1
  Card card = 0;
  Stream stream;
  Cards left;              // in the deck, without `card`
  std::uint32_t free = 0;  // stream.free(), from which alone the legal moves follow

  [[nodiscard]] bool is_free(int slot) const {
    return ((free >> static_cast<unsigned>(slot)) & 1U) != 0;
  }
};

class Moves {
 public:
  explicit Moves(const View& view) : slots_(view.free) {}
  [[nodiscard]] std::size_t size() const { return slots_.size(); }
  /// REQUIRES: index < size().
  Move operator[](std::size_t index) const { return {static_cast<std::uint8_t>(slots_[index])}; }

 private:
  bits::Positions slots_;
};

template <int MostSeats>
struct State {
  std::array<Stream, MostSeats> streams{};       // by seat
  std::array<std::uint8_t, MostSeats> placed{};  // by seat: the slot of this turn's card
  Cards left;                                    // in the deck, without the current card
  Seats due;                                     // seats that still owe a placement
  Seats there;                                   // seats that have not forfeited
  std::uint16_t seats = 1;
  std::uint8_t turn = 1;
  Card card = empty_slot;  // to be placed; `empty_slot` until it comes up
};
static_assert(sizeof(State<1>) <= 128 && sizeof(State<16>) <= 512);

/// Events hide nothing: they come when a turn is over.
struct Shown {
  int turn = 1;
  Card card = 0;
};
struct Placed {
  Seat seat = 0;
  int slot = 0;
};
struct Ended {
  FixedVector<int, most_seats> scores;
};
using Event = std::variant<Shown, Placed, Ended>;

/// `MostSeats` only bounds the size of the state; the rules are the same.
template <int MostSeats>
struct BasicStreams {
  using Options = streams::Options;
  using Deal = streams::Deal;
  using State = streams::State<MostSeats>;
  using View = streams::View;
  using Move = streams::Move;
  using Event = streams::Event;
  using Chance = Drawn;

  static constexpr GameInfo info = {.name = "streams",
                                    .title = "Streams",
                                    .least_seats = 1,
                                    .most_seats = MostSeats,
                                    .rank_by = RankBy::score,  // as in its contest
                                    .default_matches = 1000,
                                    .seats_are_alike = true};

  static Refusal check(const Setup<BasicStreams>& setup);
  static State start(const Setup<BasicStreams>& setup, Events<Event> happened);
  static Deal deal(const Setup<BasicStreams>& setup);
  static bool awaits_chance(const State& now) { return now.card == empty_slot; }
  static std::vector<Likely<Drawn>> outcomes(const State& now);
  static Refusal check(const State& now, const Drawn& chance);
  static void apply(State& state, const Drawn& chance, Events<Event> happened) {
    state.card = chance.card;
    state.left.remove(chance.card);
    state.due = state.there;
    if (happened) happened(Shown{state.turn, chance.card});
  }
  static Drawn next(const State& now, const Deal& deal) {
    return {deal.cards[now.turn - std::size_t{1}]};
  }
  static void put(const State& now, Deal& deal, const Drawn& chance) {
    put_at(deal.cards, now.turn - std::size_t{1}, chance.card);
  }
  static Seats actors(const State& now) { return now.due; }
  static View view(const State& now, Seat seat) {
    const Stream& stream = now.streams[static_cast<std::size_t>(seat)];
    return {seat, now.turn, now.card, stream, now.left, stream.free()};
  }
  static std::optional<Event> view(const Event& event, Seat /*seat*/) { return event; }
  static Moves moves(const View& view) { return Moves(view); }
  static Refusal check(const View& view, const Move& move) {
    if (view.is_free(move.slot)) [[likely]]
      return {};
    return "Slot taken.";
  }
  static void apply(State& state, Seat seat, const Move& move, Events<Event> happened);
  /// No points, against another seat with the highest possible score.
  static Worst worst(const State& now, Seat seat);
  /// The others play on.
  static void forfeit(State& state, Seat seat, Events<Event> happened);
  static Outcome outcome(const State& now);
  /// Resamples the cards to come, and the slots that others have chosen in this turn.
  static void resample(Position<BasicStreams>& position, Seat seat, Rng& rng);
  static std::string write(const Move& move) { return std::to_string(move.slot); }
  static std::optional<Move> read(std::string_view text);
};

using Streams = BasicStreams<most_seats>;
/// The same game for one seat, with a state of a few words, for play-outs.
using Solo = BasicStreams<1>;

/// The built-in bots of Streams.
std::span<const Builtin<Streams>> builtins();

/// What a decision lost against the slot that `outlook` chooses. The cards to come are then placed
/// by their outlook, after both.
std::optional<MoveLoss> move_loss(const ChosenMove<Streams>& chosen, const LossSettings& settings);

/// What the cards of a deal are worth, the same for all seats: the mean score, at most 60, of
/// `spread` and `balance` in this order, and in seven nearby ones, because the score in one order
/// depends much on how the two bots play. The same on every machine.
double baseline_score(const Deal& deal, DeckKind deck);

}  // namespace arena::streams

extern template struct arena::RandomPlay<arena::streams::Streams>;
extern template struct arena::RandomPlay<arena::streams::Solo>;
