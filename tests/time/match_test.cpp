// Matches of three bots whose answers take a given time: what is charged, who is late, and when
// the others learn of it.
#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "arena/game/typed_game.hpp"
#include "tests/game/sealed_bids.hpp"
#include "tests/time/moved_clock.hpp"

namespace arena::test {

namespace {

using sealed_bids::Lines;

/// A line that a bot says so long after its question.
struct Said {
  Duration after;
  std::string text;
};
/// What a bot says to each of its questions.
using Script = std::vector<std::vector<Said>>;

/// Answers in no time.
Script quick(int questions = 3) {
  return Script(static_cast<std::size_t>(questions), {{0ms, "1"}});
}

/// A protocol of bots: `Lines` is one of people, too, who may mistype.
struct Telling : Lines {
  static constexpr Terms terms = {.name = "telling", .max_refusals = 1};
  explicit Telling(Seat seat) : Lines(seat) {}
};
/// A protocol that does not tell a bot that its answer was refused.
struct Silent : Telling {
  static constexpr Terms terms = {.name = "silent", .max_refusals = 1};
  using Telling::Telling;
  void refuse(const Refusal& /*refusal*/, std::string& /*out*/) {}
};

/// A protocol whose bot says "ready" when it has read what happened. It moves without a question.
struct Asking : Telling {
  static constexpr Terms terms = {.name = "asking", .max_refusals = 1};
  using Telling::Telling;

  class Conversation {
   public:
    static constexpr std::string_view farewell = "Bye\n";
    Conversation(Seat /*seat*/, Compatibility /*compatibility*/) {}
    static std::variant<Introduction, Refusal> introduction(std::string_view /*line*/) {
      return Introduction();
    }
    void begin(const Opening& /*opening*/, std::string& /*out*/) { is_ready_ = false; }
    void see(const sealed_bids::Event& /*event*/, std::string& /*out*/) { is_ready_ = false; }
    void ask(const sealed_bids::View& view, std::string& out) {
      out += fmt::format("Round {}?\n", view.round);
    }
    Heard<sealed_bids::SealedBids> hear(std::string_view line, std::string& /*out*/) {
      if (line == "ready") is_ready_ = true;
      if (const auto bid = to_number<int>(line)) return *bid;
      return std::monostate();
    }
    void refuse(const Refusal& refusal, std::string& out) {
      out += std::string(refusal.text()) + "\n";
    }
    [[nodiscard]] bool is_up_to_date() const { return is_ready_; }
    void end(const Closing& /*closing*/, std::string& /*out*/) {}

   private:
    bool is_ready_ = false;
  };
};

static_assert(Converses<Asking>);

struct Module : sealed_bids::GameModule {
  using Protocols = std::tuple<Lines, JsonLines<Module>, Telling, Silent, Asking>;
};

TimeControl limit(Duration move_time, std::optional<Duration> game_time = {},
                  Duration increment = 0ms) {
  TimeControl time;
  time.move_time = move_time;
  time.game_time = game_time;
  time.increment = increment;
  return time;
}

struct Table {
  std::array<TimeControl, 3> times{limit(1min), limit(1min), limit(1min)};
  int max_refusals = 1;
  std::string protocol = "telling";
  Duration quantum{0};
  Duration took{0};  // the whole match

  /// Plays one match of three rounds.
  Record play(const std::array<Script, 3>& scripts) {
    Loop loop;
    std::array<FarEnd, 3> bots{FarEnd(loop), FarEnd(loop), FarEnd(loop)};
    MatchPlan plan;
    plan.record_times = true;
    plan.quantum = quantum;
    for (std::size_t seat = 0; seat < 3; ++seat) {
      plan.names.push_back(std::to_string(seat));
      plan.seats.push_back({LineSeat{&bots[seat].peer(), protocol}, times[seat], max_refusals});
    }
    const TimePoint begin = Clock::now();
    plan.over = [&] { took = Clock::now() - begin; };
    const AnyGame game = typed_game<Module>();
    Begun<Record> match(loop, game.matches.play(std::move(plan)));
    answer(loop, match, bots, scripts);
    return match.result();
  }

 private:
  static void answer(Loop& loop, const Begun<Record>& match, const std::array<FarEnd, 3>& bots,
                     const std::array<Script, 3>& scripts) {
    std::array<std::size_t, 3> asked{};
    std::multimap<TimePoint, std::pair<std::size_t, std::string>> to_say;
    for (int turns = 0; !match.has_ended(); ++turns) {
      REQUIRE(turns < 100'000);
      for (std::size_t seat = 0; seat < 3; ++seat) {
        if (bots[seat].heard().find('?') == std::string::npos) continue;
        if (asked[seat] >= scripts[seat].size()) continue;
        for (const auto& [after, text] : scripts[seat][asked[seat]])
          to_say.emplace(Clock::now() + after, std::pair(seat, text));
        ++asked[seat];
      }
      if (to_say.empty()) {
        pass(loop, 1ms);
        continue;
      }
      const auto next = to_say.begin();
      pass(loop, std::min<Duration>(next->first - Clock::now(), 1ms));
      if (Clock::now() < next->first) continue;
      bots[next->second.first].say(next->second.second + "\n");
      to_say.erase(next);
      settle(loop);
    }
  }
};

/// The times of the answers that counted: "0:100 1:0 ...".
std::string times_text(const Record& record) {
  std::string text;
  for (const RecordedMove& move : record.moves)
    if (move.milliseconds) text += fmt::format("{}:{} ", move.seat, *move.milliseconds);
  return text;
}

std::string forfeits_text(const Record& record) {
  std::string text;
  for (const RecordedForfeit& forfeit : record.forfeits)
    text += fmt::format("{} after {}: {}; ", forfeit.seat, forfeit.after, forfeit.detail);
  return text;
}

}  // namespace

TEST_CASE("a game's time and its increments are charged exactly", "[time]") {
  Table table;
  table.times[0] = limit(1min, 500ms, 100ms);
  SECTION("to the last millisecond") {
    // 500 - 400 + 100 = 200; 200 - 199 + 100 = 101
    const Record record =
        table.play({Script{{{400ms, "1"}}, {{199ms, "1"}}, {{100ms, "1"}}}, quick(), quick()});
    CHECK(forfeits_text(record).empty());
    CHECK(times_text(record) == "0:400 1:0 2:0 0:199 1:0 2:0 0:100 1:0 2:0 ");
  }
  SECTION("one more is too late") {
    const Record record =
        table.play({Script{{{400ms, "1"}}, {{199ms, "1"}}, {{101ms, "1"}}}, quick(), quick()});
    CHECK(forfeits_text(record) == "0 after 6: no answer within 101ms; ");
  }
  SECTION("the move's own time is the limit where it is less") {
    table.times[0] = limit(150ms, 10min);
    const Record record = table.play({Script{{{149ms, "1"}}, {{150ms, "1"}}}, quick(), quick()});
    CHECK(forfeits_text(record) == "0 after 3: no answer within 150ms; ");
  }
}

TEST_CASE("seats that are asked at once have a deadline each", "[time]") {
  Table table;
  table.times[0] = limit(300ms);
  table.times[2] = limit(2s);
  const Record record =
      table.play({Script{}, quick(), Script{{{1999ms, "4"}}, {{5ms, "4"}}, {{0ms, "4"}}}});
  CHECK(forfeits_text(record) == "0 after 0: no answer within 300ms; ");
  CHECK(times_text(record) == "1:0 2:1999 1:0 2:5 1:0 2:0 ");
  // The one that was late has 200 ms to read its last lines.
  CHECK(table.took == 1999ms + 200ms + 5ms);
}

TEST_CASE("what refused answers took counts with the answer", "[time]") {
  Table table;
  table.max_refusals = 3;
  table.times[0] = limit(1s);
  table.protocol = GENERATE("telling", "silent");
  const auto first = [](Duration last) {
    return std::vector<Said>{{200ms, "x"}, {500ms, "7"}, {700ms, "y"}, {last, "1"}};
  };
  SECTION("in time") {
    const Record record =
        table.play({Script{first(999ms), {{0ms, "1"}}, {{0ms, "1"}}}, quick(), quick()});
    CHECK(forfeits_text(record).empty());
    CHECK(times_text(record) == "0:999 1:0 2:0 0:0 1:0 2:0 0:0 1:0 2:0 ");
  }
  SECTION("too late") {
    const Record record = table.play({Script{first(1s)}, quick(), quick()});
    CHECK(forfeits_text(record) == fmt::format("0 after 3: no answer within {} (what was left of "
                                               "the question's time after 3 refused answers); ",
                                               table.protocol == "silent" ? "1s" : "300ms"));
  }
}

TEST_CASE("answers are passed on together, at a multiple of the quantum", "[time]") {
  Table table;
  table.quantum = 20ms;
  const Record record = table.play(
      {quick(), Script{{{7ms, "2"}}, {{3ms, "x"}, {20ms, "3"}}, {{21ms, "4"}}}, quick()});
  // The bots' own times count, refused answers included, and no wait.
  CHECK(times_text(record) == "0:0 1:7 2:0 0:0 1:20 2:0 0:0 1:21 2:0 ");
  CHECK(table.took == 20ms + 20ms + 40ms);
}

TEST_CASE("who asks for what happened has its time to move from then on", "[time]") {
  Table table;
  table.protocol = "asking";
  table.times.fill(limit(1s));
  const Script ready(3, {{0ms, "ready"}, {0ms, "1"}});
  SECTION("and six times as long to ask") {
    const Record record = table.play({Script{{{5999ms, "ready"}, {6998ms, "2"}},
                                             {{0ms, "ready"}, {999ms, "3"}},
                                             {{0ms, "ready"}, {0ms, "3"}}},
                                      ready, ready});
    CHECK(forfeits_text(record).empty());
    CHECK(times_text(record) == "0:999 1:0 2:0 0:999 1:0 2:0 0:0 1:0 2:0 ");
  }
  SECTION("not longer") {
    const Record record = table.play({Script{{{6s, "ready"}, {6s, "2"}}}, ready, ready});
    CHECK(forfeits_text(record) == "0 after 0: did not ask for what happened within 6s; ");
  }
  SECTION("and is late when it is over") {
    const Record record = table.play({Script{{{500ms, "ready"}, {1500ms, "2"}}}, ready, ready});
    CHECK(forfeits_text(record) == "0 after 0: no answer within 1s; ");
  }
  SECTION("and from a refusal on once more") {
    const Record record = table.play({Script{{{0ms, "ready"}, {900ms, "7"}, {999ms, "2"}},
                                             {{0ms, "ready"}, {0ms, "2"}},
                                             {{0ms, "ready"}, {0ms, "2"}}},
                                      ready, ready});
    CHECK(forfeits_text(record).empty());
    CHECK(times_text(record).starts_with("0:999 "));
  }
}

}  // namespace arena::test
