// Simultaneous moves, more than two seats and play that goes on after a forfeit, with a game of
// three seats.
#include <algorithm>
#include <barrier>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <catch2/catch.hpp>

#include "arena/game/typed_game.hpp"
#include "arena/match/arbiter.hpp"
#include "tests/game/sealed_bids.hpp"
#include "tests/laws.hpp"

using namespace arena;
using namespace arena::sealed_bids;

namespace {

/// What all players of a match were told and asked, in order.
using Diary = std::vector<std::string>;

/// Answers from a script after `delay` turns of the loop; "!" is a fault.
class Scripted final : public Player<SealedBids> {
 public:
  Scripted(Seat seat, std::deque<std::string> answers, int delay, Diary& diary)
      : seat_(seat), answers_(std::move(answers)), delay_(delay), diary_(diary) {}

  void see(const Event& event) override {
    std::string text;
    Lines(seat_).tell(event, text);
    diary_.push_back("tell " + text);
  }
  void ask(const View& /*view*/, Duration /*left*/) override {
    diary_.push_back("ask " + std::to_string(seat_));
  }
  boost::asio::awaitable<Answer<SealedBids>> answer(const View& view,
                                                    Duration /*allowance*/) override {
    for (int i = 0; i < delay_; ++i) co_await boost::asio::post(boost::asio::use_awaitable);
    const std::string text = answers_.front();
    answers_.pop_front();
    diary_.push_back("answer " + std::to_string(seat_));
    if (text == "!") co_return Answer<SealedBids>{Fault{FaultKind::time, "no answer"}, {}, {}};
    Answer<SealedBids> answer{Refusal(), text, Clock::now()};
    const auto reading = Lines(seat_).read(view, text);
    if (const auto* move = std::get_if<int>(&reading)) {
      answer.what = *move;
    } else {
      answer.what = std::get<Refusal>(reading);
    }
    co_return answer;
  }
  bool refused(const Refusal& refusal) override {
    diary_.push_back("refuse " + std::string(refusal.text()));
    return true;
  }
  std::string wire_text(const int& move) override { return std::to_string(move); }
  boost::asio::awaitable<void> end(Ending ending) override {
    diary_.push_back((ending == Ending::finished ? "ended " : "removed ") + std::to_string(seat_));
    co_return;
  }

 private:
  Seat seat_;
  std::deque<std::string> answers_;
  int delay_;
  Diary& diary_;
};

struct Script {
  std::deque<std::string> answers;
  int delay = 0;
};

using Players = std::vector<std::unique_ptr<Player<SealedBids>>>;

Players scripted(const std::vector<Script>& scripts, Diary& diary) {
  Players players;
  for (const Script& script : scripts) {
    const auto seat = static_cast<Seat>(players.size());
    players.push_back(std::make_unique<Scripted>(seat, script.answers, script.delay, diary));
  }
  return players;
}

Record play(Players players, const ArbiterSettings& settings) {
  Setup<SealedBids> setup;
  setup.seats = 3;
  setup.deal.bonus = 1;
  Match<SealedBids> match(setup);
  std::vector<Seated<SealedBids>> seated;
  for (auto& player : players) seated.push_back({std::move(player), SeatClock(TimeControl{}), 1});
  boost::asio::io_context io;
  Arbiter<SealedBids> arbiter(match, seated, settings);
  std::exception_ptr error;
  const auto whole = [&arbiter]() -> boost::asio::awaitable<void> {
    co_await arbiter.play();
    co_await arbiter.end();
  };
  boost::asio::co_spawn(io, whole(), [&error](std::exception_ptr thrown) { error = thrown; });
  io.run();
  if (error) std::rethrow_exception(error);
  Record record;
  record.game = "sealed_bids";
  record.deal = described::to_json(match.deal()).as_object();
  record.players.resize(3);
  match.finish(record);
  return record;
}

Record play(const std::vector<Script>& scripts, Diary& diary) {
  return play(scripted(scripts, diary), {});
}

/// The bids of a match between built-in bots.
std::string bids_of(const std::vector<std::string>& bots) {
  MatchPlan plan;
  plan.names = bots;
  for (const std::string& bot : bots) plan.seats.push_back({BuiltinSeat{bot, 1}, {}, 0});
  const AnyGame game = typed_game<GameModule>();
  boost::asio::io_context context;
  Record record;
  boost::asio::co_spawn(context, game.matches.play(plan),
                        [&record](std::exception_ptr, Record played) { record = played; });
  context.run();
  std::string bids;
  for (const RecordedMove& move : record.moves) bids += move.text;
  return bids;
}

std::string moves_text(const Record& record) {
  std::string text;
  for (const RecordedMove& move : record.moves) {
    text += std::to_string(move.seat) + ":" + move.text + (move.rejected ? "x" : "") +
            (move.by_arbiter ? "a" : "") + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("a simultaneous game for three keeps the laws with no line changed in core",
          "[laws][simultaneous]") {
  Setup<SealedBids> setup;
  setup.seats = 3;
  laws::check_laws<GameModule>(
      typed_game<GameModule>(), setup, 50, [](Position<SealedBids>& now, Seat seat, Rng& rng) {
        State& state = now.state;
        for (Seat other = 0; other < 3; ++other) {
          if (other != seat)
            state.bids[static_cast<std::size_t>(other)] = static_cast<int>(rng.below(5));
        }
        state.bonus = 1 + static_cast<int>(rng.below(9));
      });
}

TEST_CASE("answers are recorded in seat order, whatever the order of arrival",
          "[arbiter][simultaneous]") {
  for (const std::vector<int>& delays : {std::vector<int>{9, 5, 0}, {0, 5, 9}, {3, 9, 0}}) {
    Diary diary;
    const Record record = play({{{"1", "2", "3"}, delays[0]},
                                {{"2", "x", "3", "4"}, delays[1]},
                                {{"4", "4", "1"}, delays[2]}},
                               diary);
    CHECK(moves_text(record) == "0:1 1:2 2:4 0:2 1:xx 1:3 2:4 0:3 1:4 2:1 ");
    CHECK(record.scores == std::vector<int>{0, 4, 9});
    CHECK(record.places == std::vector<int>{3, 2, 1});
  }
}

TEST_CASE("no seat learns anything before all have answered", "[arbiter][simultaneous]") {
  Diary diary;
  play({{{"1", "2", "3"}, 4}, {{"2", "3", "4"}, 0}, {{"4", "4", "1"}, 2}}, diary);
  int answers = 0;
  int asked = 0;
  for (const std::string& entry : diary) {
    if (entry.starts_with("ask")) ++asked;
    if (entry.starts_with("answer")) {
      ++answers;
      CHECK(asked % 3 == 0);
    }
    if (entry.starts_with("tell")) CHECK(answers % 3 == 0);
  }
  CHECK(answers == 9);
}

TEST_CASE("a fault costs its own seat alone, and the arbiter moves for it where the game plays on",
          "[arbiter][simultaneous]") {
  Diary diary;
  const Record record = play({{{"1", "2", "3"}, 0}, {{"2", "!"}, 3}, {{"4", "4", "1"}, 0}}, diary);
  CHECK(moves_text(record) == "0:1 1:2 2:4 0:2 2:4 1:1a 0:3 1:1a 2:1 ");
  REQUIRE(record.forfeits.size() == 1);
  CHECK(record.forfeits[0].reason == "time");
  CHECK(record.forfeits[0].after == 4);
  CHECK(record.places == std::vector<int>{2, 3, 1});
  CHECK(std::count(diary.begin(), diary.end(), "removed 1") == 1);
  CHECK(std::count(diary.begin(), diary.end(), "ended 0") == 1);
  const AnyGame game = typed_game<GameModule>();
  const Replayed replayed = game.matches.replay(read_record(to_line(record)), {});
  INFO((replayed.broken ? replayed.broken->reason : ""));
  CHECK_FALSE(replayed.broken);
}

TEST_CASE("a record says of each move whether the arbiter made it", "[replay][simultaneous]") {
  Diary diary;
  const Record record = play({{{"1", "2", "3"}, 0}, {{"2", "!"}, 3}, {{"4", "4", "1"}, 0}}, diary);
  const AnyGame game = typed_game<GameModule>();
  const auto broken_with = [&](std::size_t move, bool by_arbiter) {
    Record changed = record;
    changed.moves[move].by_arbiter = by_arbiter;
    const Replayed replayed = game.matches.replay(changed, {});
    REQUIRE(replayed.broken);
    CHECK(replayed.broken->move == move + 1);
    return replayed.broken->reason;
  };
  CHECK(broken_with(5, false) == "the arbiter moves \"1\" for seat 1 here (\"by\":\"arbiter\")");
  CHECK(broken_with(3, true) == "the arbiter moves for seat 0, but its player has not forfeited");
}

TEST_CASE("one refusal more than allowed forfeits", "[arbiter]") {
  Diary diary;
  const Record record = play({{{"7", "x"}, 0}, {{"2", "2", "2"}, 0}, {{"4", "4", "1"}, 0}}, diary);
  REQUIRE(record.forfeits.size() == 1);
  CHECK(record.forfeits[0].reason == "refused");
  CHECK(record.forfeits[0].after == 2);
  CHECK(record.forfeits[0].detail ==
        "2 refused answers in a row, 1 is allowed; the last was \"x\": Bid a number.");
  CHECK(std::count(diary.begin(), diary.end(), "refuse 7 is not legal now") == 1);
  CHECK(std::count(diary.begin(), diary.end(), "refuse Bid a number.") == 1);
}

TEST_CASE("a built-in bot gets options, seats and its seat, and refuses what does not suit it",
          "[builtin]") {
  const AnyGame game = typed_game<GameModule>();
  CHECK_NOTHROW(game.builtins.check("seat", {{"rounds", 5}}, 3));
  CHECK_NOTHROW(game.builtins.check("random", {{"rounds", 6}}, 3));
  CHECK_THROWS_WITH(game.builtins.check("seat", {{"rounds", 6}}, 3),
                    "built-in bot \"seat\" of sealed_bids: it plays up to 5 rounds, not 6");
  CHECK_THROWS_WITH(game.builtins.check("set", {}, 3),
                    "unknown built-in bot \"set\" of sealed_bids; known: random, seat, thread");
  CHECK(bids_of({"seat", "seat", "seat"}) == "123123123");
}

TEST_CASE("a slow built-in bot thinks in a thread of its own", "[builtin]") {
  CHECK(bids_of({"seat", "thread", "thread"}) == "144144144");
}

TEST_CASE("slow built-in bots think at the same time", "[builtin]") {
  // Each thought ends only after all have begun.
  std::barrier all(3);
  class Meeting final : public BotWith<SealedBids> {
   public:
    explicit Meeting(std::barrier<>& others) : others_(others) {}
    int move(const View& view) override {
      others_.arrive_and_wait();
      return view.seat + 1;
    }

   private:
    std::barrier<>& others_;
  };
  Players players;
  for (Seat seat = 0; seat < 3; ++seat) {
    players.push_back(
        std::make_unique<BotPlayer<Lines>>(seat, std::make_unique<Meeting>(all), true));
  }
  CHECK(moves_text(play(std::move(players), {})) == "0:1 1:2 2:3 0:1 1:2 2:3 0:1 1:2 2:3 ");
}

TEST_CASE("an interrupted match ends at its next question", "[arbiter]") {
  Diary diary;
  bool interrupted = true;
  const Record record =
      play(scripted({{{}, 0}, {{}, 0}, {{}, 0}}, diary), {.interrupted = &interrupted});
  CHECK(record.forfeits.size() == 3);
  CHECK(std::ranges::none_of(diary, [](const auto& entry) { return entry.starts_with("answer"); }));
}
