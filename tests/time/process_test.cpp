// Real processes on the moved clock: they may take as long as the machine needs, and lose no time.
#include <fstream>
#include <thread>

#include "tests/process/on_loop.hpp"
#include "tests/time/moved_clock.hpp"

namespace arena::test {

namespace {

/// A bot of tests/bots that has been started, and asked its first question.
class AskedBot {
 public:
  AskedBot(std::vector<std::string> mode, Duration allowance, ClockKind clock = ClockKind::wall) {
    ProcessSettings how = House::settings(std::move(mode));
    how.clock = clock;
    how.start_time = 10s;
    how.end_time = 3s;
    peer_ = house_.start(std::move(how));
    peer_->outbox() += "what?\n";
    asked_.emplace(loop(), peer_->ask(allowance));
  }
  ~AskedBot() {
    peer_->interrupt();
    // The clock has to move: arena looks again and again whether all processes of the bot are gone.
    Begun<bool> ended(loop(), end());
    while (!ended.has_ended()) pass(loop(), 1ms);
  }
  AskedBot(const AskedBot&) = delete;
  AskedBot& operator=(const AskedBot&) = delete;

  [[nodiscard]] Loop& loop() { return house_.loop; }
  [[nodiscard]] bool has_ended() const { return asked_->has_ended(); }
  [[nodiscard]] Reply& result() { return asked_->result(); }

  boost::asio::awaitable<bool> end() {
    co_await peer_->end(Ending::finished);
    co_return true;
  }
  void await_read() {
    run_until([&] { return peer_->outbox().empty(); });
  }
  std::string await_reply() {
    run_until([&] { return has_ended(); });
    return text_of(result());
  }
  /// Moves the clock until arena says that the bot is late. The processor time of a bot is not
  /// moved: on a busy machine arena may have to look once more.
  std::string await_late_reply() {
    return late_reply([this] { pass(loop(), 10ms); }, too_long);
  }
  /// The same for a bot that does nothing. The clock stands still while one of its processes runs
  /// or waits for a processor: on a busy machine that takes longer than all of the time moved.
  std::string await_idle_reply() {
    return late_reply([this] { await_sleep("SD"), pass(loop(), 10ms); }, 1s);
  }
  /// Returns when the process is in one of these states, and its child sleeps if it has one. S:
  /// it sleeps. D: it seems to wait for the disk.
  void await_sleep(std::string_view states = "S") {
    while (states.find(state(peer_->pid())) == states.npos) std::this_thread::yield();
    const std::string child = field(peer_->pid(), fmt::format("task/{}/children", peer_->pid()), 0);
    while (!child.empty() && state(std::stoi(child)) != 'S') std::this_thread::yield();
  }
  /// Returns when the process has used so much of a processor.
  void await_use(Duration time) {
    while (Duration(std::stoll(field(peer_->pid(), "schedstat", 0))) < time)
      std::this_thread::yield();
  }

 private:
  template <class Condition>
  void run_until(Condition condition) {
    loop().context().restart();
    while (!condition()) loop().context().run_one();
  }
  template <class Move>
  std::string late_reply(Move move, Duration most) {
    const TimePoint end = Clock::now() + most;
    while (!has_ended() && Clock::now() < end) move();
    return has_ended() ? text_of(result()) : "not late";
  }
  static std::string field(pid_t process, const std::string& file, int number) {
    std::ifstream in(fmt::format("/proc/{}/{}", process, file));
    std::string field;
    for (int i = 0; i <= number; ++i) in >> field;
    return field;
  }
  static char state(pid_t process) { return field(process, "stat", 2).at(0); }

  House house_;
  std::unique_ptr<ProcessPeer> peer_;
  std::optional<Begun<Reply>> asked_;
};

}  // namespace

TEST_CASE("what the machine takes is no time of a bot's", "[time]") {
  AskedBot bot({"slow_start", "50"}, 1ms);
  CHECK(bot.await_reply() == "ok");
  CHECK(std::get<Line>(bot.result()).thought == 0ms);
}

TEST_CASE("a process that does nothing is late when its time is over", "[time]") {
  AskedBot bot({"hang"}, 300ms);
  bot.await_read();
  pass(bot.loop(), 300ms - 1ns);
  CHECK_FALSE(bot.has_ended());
  pass(bot.loop(), 1ns);
  CHECK(bot.await_reply() == "fault: no answer within 300ms");
}

TEST_CASE("a start is bounded, and by less for a bot that does nothing", "[time]") {
  SECTION("one that works") {
    AskedBot bot({"slow_start", "1000000000"}, 300ms);
    bot.await_use(20ms);  // now it does not wait for files any more
    pass(bot.loop(), 10s);
    CHECK(bot.await_reply() == "fault: did not read its first question within 10s of its start");
  }
  SECTION("one that sleeps") {
    AskedBot bot({"sleepy_start", "1000000000"}, 300ms);
    bot.await_sleep();
    CHECK(bot.await_idle_reply() ==
          "fault: no answer within 300ms; it has not read the question, and does nothing");
  }
}

TEST_CASE("by the processor's clock, only what a bot uses counts", "[time]") {
  SECTION("who thinks too long is late") {
    AskedBot bot({"think_and_play", "10000"}, 100ms, ClockKind::cpu);
    bot.await_read();
    bot.await_use(200ms);  // its start is in that too
    CHECK(bot.await_late_reply() == "fault: no answer within 100ms of processor time");
  }
  SECTION("an answer between two looks may be too late") {
    AskedBot bot({"think_and_play", "12"}, 11ms, ClockKind::cpu);
    CHECK(
        bot.await_reply().starts_with("fault: no answer within 11ms of processor time; it took "));
  }
  SECTION("who does nothing is late after twice the time") {
    const auto [bot_mode, states] =
        GENERATE(table<std::string, std::string>({{"hang", "S"}, {"vfork", "D"}}));
    AskedBot bot({bot_mode}, 100ms, ClockKind::cpu);
    bot.await_read();
    bot.await_sleep(states);
    pass(bot.loop(), 190ms);
    CHECK_FALSE(bot.has_ended());
    CHECK(bot.await_idle_reply() ==
          "fault: no answer within 100ms of processor time; it has been idle for as long");
  }
}

TEST_CASE("a bot that stays has its time to leave, and no more", "[time]") {
  AskedBot bot({"stay"}, 1s);
  CHECK(bot.await_reply() == "ok");
  Begun<bool> ended(bot.loop(), bot.end());
  pass(bot.loop(), 3s - 1ns);
  CHECK_FALSE(ended.has_ended());
  pass(bot.loop(), 1ns);
  while (!ended.has_ended()) pass(bot.loop(), 1ms);
}

}  // namespace arena::test
