// Questions, answers and news over a connection, judged to the nanosecond.
#include "arena/peer/next_line.hpp"
#include "tests/time/moved_clock.hpp"

namespace arena::test {

namespace {

/// What a question came to: "yes (300ms)", or the fault.
std::string text_of(const Reply& reply) {
  if (const auto* fault = std::get_if<Fault>(&reply)) return "fault: " + fault->detail;
  const Line& line = std::get<Line>(reply);
  return fmt::format("{} ({}ms)", line.text,
                     std::chrono::duration<double, std::milli>(line.thought).count());
}

/// A loop, and a bot that is asked over a connection.
struct Table {
  Loop loop;
  FarEnd bot{loop};
  std::optional<Begun<Reply>> asked;

  void ask(Duration allowance, std::string_view question = "what?\n") {
    bot.peer().outbox() += question;
    asked.emplace(loop, bot.peer().ask(allowance));
  }
  /// A question with 300 ms for the answer. After 100 ms arena does not run for `time`.
  void ask_and_stop(Duration time) {
    ask(300ms);
    pass(loop, 100ms);
    stop_arena(time);
    settle(loop);
  }
  [[nodiscard]] std::string reply() { return text_of(asked->result()); }
};

}  // namespace

TEST_CASE("an answer may come until its time is over, and what it took is known", "[time]") {
  Table table;
  table.ask(300ms);
  CHECK(table.bot.heard() == "what?\n");
  pass(table.loop, 300ms - 1ns);
  CHECK_FALSE(table.asked->has_ended());
  table.bot.say("yes\n");
  settle(table.loop);
  CHECK(table.reply() == "yes (299.999999ms)");
}

TEST_CASE("one nanosecond later it is too late", "[time]") {
  Table table;
  table.ask(300ms);
  pass(table.loop, 300ms);
  CHECK(table.reply() == "fault: no answer within 300ms");
  table.bot.say("yes\n");
  settle(table.loop);
  // The late answer does not answer the next question.
  table.ask(300ms);
  table.bot.say("no\n");
  settle(table.loop);
  CHECK(table.reply() == "no (0ms)");
  CHECK(table.bot.peer().report().early_lines == 1);
}

TEST_CASE("an answer that has come counts, although arena looks late", "[time]") {
  Table table;
  table.ask(300ms);
  table.bot.say("yes\n");
  stop_arena(100ms);
  settle(table.loop);
  CHECK(table.reply() == "yes (100ms)");
}

TEST_CASE("a late answer is explained by what came instead", "[time]") {
  Table table;
  table.bot.say("hello\nworld\n");
  table.ask(200ms);
  table.bot.say("4");
  pass(table.loop, 200ms);
  CHECK(table.reply() ==
        "fault: no answer within 200ms; it sent \"4\" without a newline: is the line ended and "
        "flushed?; "
        "2 lines that came before the question answered nothing");
}

TEST_CASE("a bot that does not read its question is late, and arena says so", "[time]") {
  Table table;
  table.ask(200ms, std::string(8 << 20U, 'x') + "\n");
  pass(table.loop, 200ms);
  CHECK(table.reply() == "fault: no answer within 200ms; it has not read the question");
}

TEST_CASE("without a new question, the time of the last one runs on", "[time]") {
  Table table;
  table.ask(500ms);
  pass(table.loop, 200ms);
  table.bot.say("what did you say?\n");
  settle(table.loop);
  CHECK(table.reply() == "what did you say? (200ms)");
  table.ask(500ms, "");
  pass(table.loop, 250ms);
  table.bot.say("yes\n");
  settle(table.loop);
  CHECK(table.reply() == "yes (450ms)");
  table.ask(500ms, "");
  pass(table.loop, 50ms);
  CHECK(table.reply() == "fault: no answer within 500ms");
}

TEST_CASE("who says something else all the time is late too", "[time]") {
  Table table;
  table.ask(100ms);
  table.bot.say("?\n?\n?\n");
  pass(table.loop, 100ms);
  CHECK(table.reply() == "? (10ms)");
  // What arena has read is looked at still, but no more is read.
  table.bot.say("yes\n");
  table.ask(100ms, "");
  CHECK(table.reply() == "? (100ms)");
  table.ask(100ms, "");
  CHECK(table.reply() == "? (100ms)");
  table.ask(100ms, "");
  CHECK(table.reply() == "fault: no answer within 100ms");
}

TEST_CASE("the time in which arena does not run counts for no bot", "[time]") {
  Table table;
  table.ask_and_stop(1h);
  // Of the hour, the 50 ms until arena would have looked.
  SECTION("in time") {
    pass(table.loop, 149ms);
    table.bot.say("yes\n");
    settle(table.loop);
    CHECK(table.reply() == "yes (299ms)");
  }
  SECTION("too late") {
    pass(table.loop, 149ms);
    CHECK_FALSE(table.asked->has_ended());
    pass(table.loop, 1ms);
    CHECK(table.reply() == "fault: no answer within 300ms");
  }
}

TEST_CASE("a short pause of arena counts, because every machine has them", "[time]") {
  Table table;
  table.ask_and_stop(199ms);
  table.bot.say("yes\n");
  settle(table.loop);
  CHECK(table.reply() == "yes (299ms)");
}

TEST_CASE("news go with the next question, or after two milliseconds", "[time]") {
  Table table;
  TcpPeer& peer = table.bot.peer();
  peer.outbox() += "news\n";
  peer.flush_soon();
  table.ask(1s);
  CHECK(table.bot.heard() == "news\nwhat?\n");
  table.bot.say("yes\n");
  settle(table.loop);

  peer.outbox() += "more news\n";
  peer.flush_soon();
  pass(table.loop, 2ms - 1ns);
  peer.outbox() += "and more\n";
  peer.flush_soon();
  CHECK(table.bot.heard().empty());
  pass(table.loop, 1ns);
  CHECK(table.bot.heard() == "more news\nand more\n");
}

TEST_CASE("a bot that reads too slowly is not waited for at the end", "[time]") {
  Table table;
  TcpPeer& peer = table.bot.peer();
  peer.outbox() += std::string(8 << 20U, 'x') + "\n";
  const auto end = [&]() -> boost::asio::awaitable<bool> {
    co_await peer.end(Ending::kept);
    co_return true;
  };
  Begun<bool> ended(table.loop, end());
  pass(table.loop, 1s - 1ns);
  CHECK_FALSE(ended.has_ended());
  pass(table.loop, 1ns);
  CHECK(ended.has_ended());
  CHECK(peer.outbox().empty());
}

TEST_CASE("a line outside of a match has its patience", "[time]") {
  Table table;
  Begun<std::variant<std::string, Fault>> late(table.loop, next_line(table.bot.peer(), 2s));
  pass(table.loop, 2s - 1ns);
  CHECK_FALSE(late.has_ended());
  pass(table.loop, 1ns);
  CHECK(std::get<Fault>(late.result()).detail == "no line within 2s");

  Begun<std::variant<std::string, Fault>> next(table.loop, next_line(table.bot.peer(), 2s));
  pass(table.loop, 2s - 1ns);
  table.bot.say("here\n");
  settle(table.loop);
  CHECK(std::get<std::string>(next.result()) == "here");
}

}  // namespace arena::test
