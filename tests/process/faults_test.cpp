// The catalogue of bad bots, each a real program: the verdict, in time, and nothing left behind.
#include <catch2/catch.hpp>

#include "tests/process/on_loop.hpp"

namespace arena::test {

namespace {

constexpr Duration limit = 150ms;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr Duration slack = 500ms;
#else
constexpr Duration slack = 50ms;
#endif

struct Verdict {
  std::optional<Fault> fault;  // of the question that was answered last; none: it was answered
  int answers = 0;             // before it
  Duration waited{0};          // for the last question
  Duration ended{0};           // until nothing was left
  std::string err;
};

/// Asks until a fault or `most` answers, then ends the bot and proves that nothing is left.
Verdict judge_once(std::vector<std::string> mode, int most) {
  House house;
  const auto descriptors = open_descriptors();
  Verdict verdict;
  {
    const auto peer = house.start(std::move(mode));
    while (!verdict.fault && verdict.answers < most) {
      const TimePoint asked = Clock::now();
      const Reply reply = house.ask(*peer, "what?\n", limit);
      verdict.waited = Clock::now() - asked;
      if (const auto* fault = std::get_if<Fault>(&reply))
        verdict.fault = *fault;
      else
        ++verdict.answers;
    }
    verdict.ended = house.end(*peer, verdict.fault ? Ending::faulted : Ending::finished);
    verdict.err = peer->report().stderr_tail;
    CHECK(processes_left() == 0);
  }
  CHECK(open_descriptors() == descriptors);
  return verdict;
}

/// The machine may be busy with something else: what took too long once may try again.
Verdict judge(std::vector<std::string> mode, int most = 3) {
  Verdict verdict = judge_once(mode, most);
  for (int again = 0; again < 5; ++again) {
    if (verdict.waited <= limit + slack && verdict.ended <= 150ms + slack) break;
    verdict = judge_once(mode, most);
  }
  CHECK(verdict.waited <= limit + slack);
  CHECK(verdict.ended <= 150ms + slack);
  return verdict;
}

void check_fault(const Verdict& verdict, FaultKind kind, const std::string& detail) {
  REQUIRE(verdict.fault);
  CHECK(verdict.fault->kind == kind);
  CHECK(verdict.fault->detail == detail);
}

}  // namespace

TEST_CASE("a bot that exits at once is told by its status and its last words", "[faults]") {
  const Verdict verdict = judge({"exit_at_start", "3"});
  check_fault(verdict, FaultKind::exit, "exited with status 3");
  CHECK(verdict.err == "Traceback: \\x1b[31mno\n");
  check_fault(judge({"exit_at_start", "0"}), FaultKind::exit,
              "exited with status 0 before the end of the game");
}

TEST_CASE("a bot that leaves before the end has not won", "[faults]") {
  const Verdict verdict = judge({"exit_after", "2"});
  CHECK(verdict.answers == 2);
  check_fault(verdict, FaultKind::exit, "exited with status 0 before the end of the game");
}

TEST_CASE("a crash is told by its signal", "[faults]") {
  check_fault(judge({"segv"}), FaultKind::exit, "was killed by signal 11 (SIGSEGV)");
  check_fault(judge({"abort"}), FaultKind::exit, "was killed by signal 6 (SIGABRT)");
}

TEST_CASE("a last answer counts though the bot has gone, until the next question", "[faults]") {
  const Verdict verdict = judge({"last_answer_then_exit", "1"});
  CHECK(verdict.answers == 1);
  check_fault(verdict, FaultKind::exit, "exited with status 0 before the end of the game");
  CHECK_FALSE(judge({"last_answer_then_exit", "1"}, 1).fault);
}

TEST_CASE("a bot that never answers is late, and not before", "[faults]") {
  for (const auto& mode : {"hang", "stop_self"}) {
    const Verdict verdict = judge({mode});
    check_fault(verdict, FaultKind::time, "no answer within 150ms");
    CHECK(verdict.waited >= limit);
  }
  CHECK(judge({"hang_after", "2"}).answers == 2);
}

TEST_CASE("bytes without an end of line gain no time", "[faults]") {
  const Verdict drip = judge({"drip", "20"});
  REQUIRE(drip.fault);
  CHECK(drip.fault->kind == FaultKind::time);
  CHECK(drip.fault->detail.find("without a newline: is the line ended and flushed?") !=
        std::string::npos);
  check_fault(judge({"partial"}), FaultKind::time,
              "no answer within 150ms; it sent \"5D\" without a newline: is the line ended and "
              "flushed?");
}

TEST_CASE("chatter for ever ends at its bound", "[faults]") {
  check_fault(judge({"chatter"}), FaultKind::limit,
              "too much output: more than 1048576 bytes that answer nothing");
}

TEST_CASE("a line that is too long ends at once", "[faults]") {
  check_fault(judge({"flood"}), FaultKind::limit, "sent 65537 bytes without a newline");
  check_fault(judge({"long_line", "65537"}), FaultKind::limit,
              "sent 65537 bytes without a newline");
  CHECK_FALSE(judge({"long_line", "65536"}).fault);
}

TEST_CASE("a last line without a newline counts", "[faults]") {
  CHECK_FALSE(judge({"no_newline_at_end"}, 1).fault);
}

TEST_CASE("a bot that never reads does not block us, and is late in time", "[faults]") {
  const Verdict verdict = judge({"never_reads"});
  check_fault(verdict, FaultKind::time,
              "no answer within 150ms; it has not read the question, and does nothing");
  CHECK(verdict.waited >= limit);

  House house;
  const auto peer = house.start({"never_reads"});
  const Reply reply = house.ask(*peer, std::string(1 << 20, 'x') + "?\n", limit);
  CHECK(std::get<Fault>(reply).kind == FaultKind::time);
  const auto later = house.start({"hang_after", "1"});
  CHECK(house.answer(*later) == "ok");
  CHECK(house.answer(*later, std::string(1 << 20, 'x') + "?\n" + std::string(1 << 20, 'x'),
                     limit) == "fault: no answer within 150ms; it has not read the question");
}

TEST_CASE("a bot that closes a pipe is told so", "[faults]") {
  check_fault(judge({"close_stdin_at_start"}), FaultKind::exit, "closed its input");
  const Verdict closed = judge({"close_stdin"});
  CHECK(closed.answers == 1);
  check_fault(closed, FaultKind::exit, "closed its input");
  check_fault(judge({"close_stdout"}), FaultKind::exit, "closed its output");
}

TEST_CASE("any amount on stderr is no fault, and is drained", "[faults]") {
  House house;
  const TestFile file(".txt");
  ProcessSettings how = House::settings({"stderr_flood", "16"});
  how.err.file = file.path();
  how.err.most_in_file = 100'000;
  const auto peer = house.start(std::move(how));
  CHECK(house.answer(*peer, "what?\n", 5s) == "ok");
  house.end(*peer);
  CHECK(peer->report().stderr_tail.size() <= 4096 + 4);
  CHECK(peer->report().stderr_tail.starts_with("...\nxxx"));
  const std::string logged = file.bytes();
  CHECK(logged.size() == 100'000 + std::string_view("\n... truncated\n").size());
  CHECK(logged.ends_with("x\n... truncated\n"));
}

TEST_CASE("a bot that ignores signals and its end of input is killed all the same", "[faults]") {
  const Verdict verdict = judge({"ignore_term"});
  CHECK_FALSE(verdict.fault);
  CHECK(judge({"stay"}).ended >= 150ms);
}

TEST_CASE("a child that holds the pipes does not hide its parent's death", "[faults]") {
  check_fault(judge({"child_outlives"}), FaultKind::exit,
              "exited with status 0 before the end of the game");
}

TEST_CASE("a daemon of a bot's ends with it", "[faults]") { CHECK_FALSE(judge({"daemon"}).fault); }

TEST_CASE("bots behind a shell, or beside another, end as one", "[faults]") {
  const std::string bot = ARENA_TEST_BOTS "/bad_bot";
  for (const std::string& script : {bot + " never_reads & exec " + bot, bot + "; exit 0"}) {
    House house;
    ProcessSettings how;
    how.command = {"/bin/sh", "-c", script};
    const auto peer = house.start(std::move(how));
    CHECK(house.answer(*peer) == "ok");
    CHECK(house.answer(*peer) == "ok");
    house.end(*peer);
    CHECK(processes_left() == 0);
  }
}

TEST_CASE("output after the last question does not hinder the end", "[faults]") {
  House house;
  ProcessSettings how = House::settings({"last_words"});
  how.end_time = 10s;
  const auto peer = house.start(std::move(how));
  CHECK(house.answer(*peer) == "ok");
  CHECK(house.end(*peer) < 5s);
}

TEST_CASE("a peer that is not ended leaves nothing either", "[faults]") {
  House house;
  const auto descriptors = open_descriptors();
  { const auto peer = house.start({"daemon"}); }
  {
    const auto peer = house.start({"daemon"}), other = house.start({"stay"});
    house.answer(*peer);
  }
  house.loop.context().poll();
  CHECK(processes_left() == 0);
  CHECK(open_descriptors() == descriptors);
}

}  // namespace arena::test
