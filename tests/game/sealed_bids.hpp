// A tiny simultaneous game for three seats, which proves that arena's core needs no line for such
// games. In each of three rounds all bid 1 to 4 at once. A seat that alone bid highest wins as many
// points. After a forfeit the arbiter bids for the seat.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <variant>

#include <boost/describe.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/game_defaults.hpp"
#include "arena/core/protocol.hpp"
#include "arena/util/text/text.hpp"
#include "protocols/generic/generic.hpp"

namespace arena::sealed_bids {

struct Options {
  int rounds = 3;
};
BOOST_DESCRIBE_STRUCT(Options, (), (rounds))

struct Deal {
  int bonus = 0;  // points that the first round's winner gets on top, 1 to 9
  bool operator==(const Deal&) const = default;
};
BOOST_DESCRIBE_STRUCT(Deal, (), (bonus))

struct State {
  std::array<int, 3> bids{};  // of this round; 0: none yet
  std::array<int, 3> scores{};
  int round = 0;
  int rounds = 0;
  int bonus = 0;
};
struct View {
  Seat seat = 0;
  int round = 0;
  std::array<int, 3> scores{};
};
BOOST_DESCRIBE_STRUCT(View, (), (seat, round, scores))
struct Resolved {
  static constexpr std::string_view name = "resolved";
  std::array<int, 3> bids{};
};
BOOST_DESCRIBE_STRUCT(Resolved, (), (bids))
using Event = std::variant<Resolved>;

struct SealedBids : GameDefaults<SealedBids> {
  using Options = sealed_bids::Options;
  using Deal = sealed_bids::Deal;
  using State = sealed_bids::State;
  using View = sealed_bids::View;
  using Move = int;
  using Event = sealed_bids::Event;
  using Chance = Deal;
  static constexpr GameInfo info = {"sealed_bids", "Sealed bids", 3, 3};

  using GameDefaults::check;
  static Refusal check(const Setup<SealedBids>& setup) {
    if (setup.options.rounds < 1) return "rounds must be at least 1";
    return {};
  }
  static State start(const Setup<SealedBids>& setup, Events<Event> /*happened*/) {
    State state;
    state.rounds = setup.options.rounds;
    return state;
  }
  static Deal deal(const Setup<SealedBids>& setup) {
    const int drawn = 1 + static_cast<int>(Rng(setup.seed.seed).below(9));
    return {setup.deal.bonus != 0 ? setup.deal.bonus : drawn};
  }
  static bool awaits_chance(const State& now) { return now.bonus == 0; }
  static Refusal check(const State& /*now*/, const Deal& deal) {
    return deal.bonus >= 1 && deal.bonus <= 9 ? Refusal() : Refusal("The bonus is 1 to 9.");
  }
  static void apply(State& state, const Deal& deal, Events<Event> /*happened*/) {
    state.bonus = deal.bonus;
  }
  static Seats actors(const State& now) {
    Seats due;
    for (Seat seat = 0; seat < 3; ++seat) {
      const bool has_bid = now.bids[static_cast<std::size_t>(seat)] != 0;
      if (now.bonus != 0 && now.round < now.rounds && !has_bid) due.insert(seat);
    }
    return due;
  }
  using GameDefaults::view;
  static View view(const State& now, Seat seat) { return {seat, now.round, now.scores}; }
  static std::array<Move, 4> moves(const View& /*view*/) { return {1, 2, 3, 4}; }
  static void apply(State& state, Seat seat, const Move& move, Events<Event> happened) {
    state.bids[static_cast<std::size_t>(seat)] = move;
    if (state.bids[0] == 0 || state.bids[1] == 0 || state.bids[2] == 0) return;
    for (std::size_t i = 0; i < 3; ++i) {
      const int own = state.bids[i];
      if (own > state.bids[(i + 1) % 3] && own > state.bids[(i + 2) % 3]) {
        state.scores[i] += own + (state.round == 0 ? state.bonus : 0);
      }
    }
    if (happened) happened(Resolved{state.bids});
    state.bids = {};
    ++state.round;
  }
  static Worst worst(const State& now, Seat seat) {
    const int score = now.scores[static_cast<std::size_t>(seat)];
    const int most = *std::max_element(now.scores.begin(), now.scores.end()) +
                     4 * (now.rounds - now.round) + (now.round == 0 ? now.bonus : 0);
    return {score, score - most};
  }
  static Outcome outcome(const State& now) {
    Outcome outcome;
    for (int score : now.scores) outcome.scores.push_back(score);
    return outcome;
  }
};

class Lines {
 public:
  using Game = SealedBids;
  static constexpr Terms terms = {.name = "native", .max_refusals = 1};
  explicit Lines(Seat seat, ScreenStyle /*style*/ = {}) : seat_(seat) {}

  void tell(const Event& event, std::string& out) {
    for (int bid : std::get<Resolved>(event).bids) out += std::to_string(bid) + " ";
    out += "for seat " + std::to_string(seat_) + "\n";
  }
  void ask(const View& view, std::string& out) {
    out += "Round " + std::to_string(view.round) + "?\n";
  }
  void refuse(const Refusal& refusal, std::string& out) {
    out += std::string(refusal.text()) + "\n";
  }
  Reading<SealedBids> read(const View& /*view*/, std::string_view line) {
    const auto bid = to_number<int>(trim(line));
    if (!bid) return Refusal("Bid a number.");
    return *bid;
  }
  std::string write(const int& move) { return std::to_string(move); }

 private:
  Seat seat_;
};

/// A further protocol, with a greeting, numbered questions and a farewell. It proves that only the
/// game's module lists its protocols.
class TableLines : public Lines {
 public:
  static constexpr Terms terms = {.name = "table",
                                  .title = "the table protocol",
                                  .move_time = std::chrono::minutes(3),
                                  .max_refusals = 1,
                                  .lifetime = Lifetime::series};
  explicit TableLines(Seat seat) : Lines(seat) {}

  void begin(const Opening& opening, std::string& out) {
    out += "Welcome to seat " + std::to_string(opening.seat) + "\n";
  }
  using Lines::ask;
  void ask(const View& view, std::int64_t number, Duration /*left*/, std::string& out) {
    out += "#" + std::to_string(number) + " ";
    ask(view, out);
  }
  Reading<SealedBids> read(const View& view, std::string_view line) {
    if (!line.starts_with("bid ")) return Refusal("Say bid and a number.");
    return Lines::read(view, line.substr(4));
  }
  std::string write(const int& move) { return "bid " + std::to_string(move); }
  void end(const Closing& /*closing*/, std::string& out) { out += "Thank you\n"; }
  static std::string_view note() { return {}; }
};

/// A bot that bids its seat's number and accepts only a few rounds.
class SeatBot final : public BotWith<SealedBids> {
 public:
  explicit SeatBot(Seat seat) : seat_(seat) {}
  static Refusal suits(const BotSetup<SealedBids>& setup) {
    if (setup.options.rounds <= 5) return {};
    return Refusal("it plays up to 5 rounds, not " + std::to_string(setup.options.rounds));
  }
  int move(const View& /*view*/) override { return seat_ + 1; }

 private:
  Seat seat_;
};

/// A slow bot. It bids 4 if it thinks in another thread than its match.
class ThreadBot final : public BotWith<SealedBids> {
 public:
  int move(const View& /*view*/) override { return std::this_thread::get_id() == home_ ? 1 : 4; }

 private:
  std::thread::id home_ = std::this_thread::get_id();
};

inline std::span<const Builtin<SealedBids>> builtins() {
  static constexpr std::array<Builtin<SealedBids>, 3> all = {
      {{"random", "every bid is as likely as any other", make_bot<RandomBot<SealedBids>>},
       {"seat", "bids its seat's number, counted from 1",
        [](const BotSetup<SealedBids>& setup) -> std::unique_ptr<Bot<SealedBids>> {
          return std::make_unique<SeatBot>(setup.seat);
        },
        SeatBot::suits},
       {"thread", "bids 4 in a thread of its own", make_bot<ThreadBot>, nullptr, true}}};
  return all;
}

struct GameModule : GenericModule<SealedBids> {
  using Protocols = std::tuple<Lines, JsonLines<GameModule>, TableLines>;
  using Screen = Lines;
  static std::span<const Builtin<SealedBids>> builtins() { return sealed_bids::builtins(); }
};

}  // namespace arena::sealed_bids
