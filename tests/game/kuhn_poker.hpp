// Kuhn poker, to test the law on leaks with: a jack, a queen and a king; each of two players puts
// one chip into the pot and gets one card. Seat 0 begins: pass or bet a chip; after a bet, pass is
// a fold and bet is a call. After a fold nobody sees a card, else both cards are shown and the
// higher one wins the pot.
// As `Leak` says, it tells a card too early, as a wrong implementation may.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <boost/describe.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "arena/util/text.hpp"
#include "protocols/json/json.hpp"

namespace arena::kuhn_poker {

enum class Leak : std::uint8_t { none, deal, bet, question, fold, fold_to_folder };

struct Options {
  int ante = 1;
};
BOOST_DESCRIBE_STRUCT(Options, (), (ante))

/// 1 jack, 2 queen, 3 king, by seat; 0: not given.
struct Deal {
  int first = 0;
  int second = 0;
  bool operator==(const Deal&) const = default;
};
BOOST_DESCRIBE_STRUCT(Deal, (), (first, second))

enum class Move : std::uint8_t { pass, bet };

/// What became of the betting.
enum class End : int { none, fold, showdown, forfeit };

struct State {
  std::array<int, 2> cards{};
  std::array<int, 2> chips{};  // in the pot
  Seat actor = 0;
  int moves = 0;
  Seat loser = 0;  // of a fold or a forfeit
  End end = End::none;
};

struct View {
  Seat seat = 0;
  int card = 0;
  int other_card = 0;  // 0: not known, as it has to be
  std::array<int, 2> chips{};
};

struct Dealt {
  std::array<int, 2> cards{};  // viewed: those of others are 0
};
struct Acted {
  Seat seat = 0;
  Move move = Move::pass;
  int card = 0;  // of the seat; 0: not told, as it has to be
};
struct Shown {
  std::array<int, 2> cards{};  // 0: not shown
};
using Event = std::variant<Dealt, Acted, Shown>;

constexpr std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

/// Whether the betting is over with this move, and how.
constexpr End end_after(const State& state, Move move) {
  const bool behind = state.chips[index_of(state.actor)] < state.chips[index_of(1 - state.actor)];
  if (move == Move::pass) return behind ? End::fold : state.moves > 0 ? End::showdown : End::none;
  return behind ? End::showdown : End::none;
}

template <Leak leak>
struct KuhnPoker {
  using Options = kuhn_poker::Options;
  using Deal = kuhn_poker::Deal;
  using State = kuhn_poker::State;
  using View = kuhn_poker::View;
  using Move = kuhn_poker::Move;
  using Event = kuhn_poker::Event;
  using Chance = Deal;
  static constexpr GameInfo info = {"kuhn_poker", "Kuhn poker"};

  static Refusal check(const Setup<KuhnPoker>& setup) {
    if (setup.options.ante < 1) return "ante must be at least 1";
    return setup.deal == Deal() ? Refusal() : check(State(), setup.deal);
  }
  static State start(const Setup<KuhnPoker>& setup, Events<Event> /*happened*/) {
    State state;
    state.chips = {setup.options.ante, setup.options.ante};
    return state;
  }
  static Deal deal(const Setup<KuhnPoker>& setup) {
    std::array<int, 3> pack = {1, 2, 3};
    Rng rng(setup.seed.seed);
    rng.shuffle(pack);
    return setup.deal == Deal() ? Deal{pack[0], pack[1]} : setup.deal;
  }
  static bool awaits_chance(const State& now) { return now.cards[0] == 0; }
  static std::vector<Likely<Deal>> outcomes(const State& now) {
    std::vector<Likely<Deal>> outcomes;
    for (int first = 1; first <= 3; ++first) {
      for (int second = 1; second <= 3; ++second) {
        if (const Deal deal{first, second}; !check(now, deal)) outcomes.push_back({deal, 1.0 / 6});
      }
    }
    return outcomes;
  }
  static Refusal check(const State& /*now*/, const Deal& deal) {
    const auto& [first, second] = deal;
    const bool cards = first >= 1 && first <= 3 && second >= 1 && second <= 3;
    return cards && first != second ? Refusal() : Refusal("deal: two of the cards 1, 2 and 3");
  }
  static void apply(State& state, const Deal& deal, Events<Event> happened) {
    state.cards = {deal.first, deal.second};
    happened(Dealt{state.cards});
  }
  static Seats actors(const State& now) {
    return now.end == End::none && !awaits_chance(now) ? Seats::only(now.actor) : Seats();
  }
  static View view(const State& now, Seat seat) {
    const int other = now.cards[index_of(1 - seat)];
    return {seat, now.cards[index_of(seat)], leak == Leak::question ? other : 0, now.chips};
  }
  static std::optional<Event> view(const Event& event, Seat seat) {
    Event seen = event;
    if (auto* dealt = std::get_if<Dealt>(&seen); dealt != nullptr && leak != Leak::deal)
      dealt->cards[index_of(1 - seat)] = 0;
    if (const auto* shown = std::get_if<Shown>(&seen);
        shown != nullptr && leak == Leak::fold_to_folder && shown->cards[index_of(seat)] != 0 &&
        shown->cards[index_of(1 - seat)] == 0)
      return std::nullopt;  // the winner's own card
    return seen;
  }
  static std::array<Move, 2> moves(const View& /*view*/) { return {Move::pass, Move::bet}; }
  static Refusal check(const View& /*view*/, const Move& /*move*/) { return {}; }

  static void apply(State& state, Seat seat, const Move& move, Events<Event> happened) {
    const int card = state.cards[index_of(seat)];
    happened(Acted{seat, move, leak == Leak::bet && move == Move::bet ? card : 0});
    state.end = end_after(state, move);
    if (move == Move::bet) ++state.chips[index_of(seat)];
    state.actor = 1 - seat;
    ++state.moves;
    state.loser = seat;
    if (state.end == End::showdown) happened(Shown{state.cards});
    if (state.end != End::fold) return;
    if (leak == Leak::fold) happened(Shown{state.cards});
    Shown winner;
    winner.cards[index_of(1 - seat)] = state.cards[index_of(1 - seat)];
    if (leak == Leak::fold_to_folder) happened(winner);
  }
  /// The ante and the bet.
  static Worst worst(const State& /*now*/, Seat /*seat*/) { return {-2, -4}; }
  static void forfeit(State& state, Seat seat, Events<Event> /*happened*/) {
    state.loser = seat;
    state.end = End::forfeit;
  }
  /// What each seat has won, or lost.
  static Outcome outcome(const State& now) {
    const bool first_lost = now.end == End::showdown ? now.cards[0] < now.cards[1] : now.loser == 0;
    const int lost = now.chips[first_lost ? 0 : 1];
    Outcome outcome;
    outcome.scores.push_back(first_lost ? -lost : lost);
    outcome.scores.push_back(first_lost ? lost : -lost);
    if (now.end == End::forfeit) outcome.end = "forfeit";
    return outcome;
  }
  static std::string write(const Move& move) { return move == Move::pass ? "pass" : "bet"; }
  static std::optional<Move> read(std::string_view text) {
    if (text == "pass") return Move::pass;
    return text == "bet" ? std::optional(Move::bet) : std::nullopt;
  }
};

template <Leak leak>
class Lines {
 public:
  using Game = KuhnPoker<leak>;
  static constexpr Terms terms = {.name = "native"};
  explicit Lines(Seat /*seat*/, ScreenStyle /*style*/ = {}) {}

  void tell(const Event& event, std::string& out) {
    if (const auto* dealt = std::get_if<Dealt>(&event)) out += "dealt " + text_of(dealt->cards);
    if (const auto* shown = std::get_if<Shown>(&event)) out += "shown " + text_of(shown->cards);
    if (const auto* acted = std::get_if<Acted>(&event))
      out += "seat " + std::to_string(acted->seat) + " " + Game::write(acted->move) +
             (acted->card == 0 ? "\n" : " with " + std::to_string(acted->card) + "\n");
  }
  void ask(const View& view, std::string& out) {
    out += "card " + std::to_string(view.card) + ", other " + std::to_string(view.other_card) +
           ", pot " + std::to_string(view.chips[0] + view.chips[1]) + "?\n";
  }
  void refuse(const Refusal& refusal, std::string& out) {
    out += std::string(refusal.text()) + "\n";
  }
  Reading<Game> read(const View& /*view*/, std::string_view line) {
    const auto move = Game::read(trim(line));
    if (!move) return Refusal("pass or bet.");
    return *move;
  }
  std::string write(const Move& move) { return Game::write(move); }

 private:
  static std::string text_of(const std::array<int, 2>& cards) {
    return std::to_string(cards[0]) + " " + std::to_string(cards[1]) + "\n";
  }
};

struct Fields {
  int seat = 0;
  int card = 0;
  int other_card = 0;
  int pot = 0;
};
BOOST_DESCRIBE_STRUCT(Fields, (), (seat, card, other_card, pot))

template <Leak leak>
struct GameModule {
  using Game = KuhnPoker<leak>;
  using Protocols = std::tuple<Lines<leak>, JsonLines<GameModule>>;
  using Screen = Lines<leak>;
  static Fields fields(const View& view) {
    return {view.seat, view.card, view.other_card, view.chips[0] + view.chips[1]};
  }
  static boost::json::object event(const Event& event) {
    std::string text;
    Lines<leak>(0).tell(event, text);
    return {{"event", text}};
  }
  static std::span<const Builtin<Game>> builtins() {
    static constexpr std::array<Builtin<Game>, 1> all = {
        {{"random", "either move is as likely as the other", make_bot<RandomBot<Game>>}}};
    return all;
  }
  static constexpr std::string_view default_builtin = "random";
};

}  // namespace arena::kuhn_poker
