// Bots that fail in every way, without the rest of arena, so that the sanitizers see it: the fault,
// and that nothing is left behind. What users see of each, and when: tests/cli/rows_*.py.
#include <catch2/catch.hpp>

#include "tests/process/on_loop.hpp"

namespace arena::test {

namespace {

constexpr Duration limit = 100ms;

struct Case {
  std::vector<std::string> mode;
  int answers;  // before the fault
  FaultKind kind;
  std::string detail;  // a part of it
};

const std::vector<Case> cases = {
    {{"exit_at_start", "3"}, 0, FaultKind::exit, "exited with status 3"},
    {{"exit_after", "2"}, 2, FaultKind::exit, "status 0 before the end of the game"},
    {{"segv"}, 0, FaultKind::exit, "SIGSEGV"},
    {{"last_answer_then_exit", "1"}, 1, FaultKind::exit, "status 0"},
    {{"hang"}, 0, FaultKind::time, "no answer within 100ms"},
    {{"stop_self"}, 0, FaultKind::time, "no answer"},
    {{"hang_after", "2"}, 2, FaultKind::time, "no answer"},
    {{"drip", "20"}, 0, FaultKind::time, "without a newline"},
    {{"partial"}, 0, FaultKind::time, "it sent \"5D\" without a newline"},
    {{"never_reads"}, 0, FaultKind::time, "has not read the question"},
    {{"chatter"}, 0, FaultKind::limit, "too much output"},
    {{"flood"}, 0, FaultKind::limit, "65537 bytes without a newline"},
    {{"long_line", "65537"}, 0, FaultKind::limit, "65537 bytes without a newline"},
    {{"close_stdin_at_start"}, 0, FaultKind::exit, "closed its input"},
    {{"close_stdout"}, 0, FaultKind::exit, "closed its output"},
    {{"child_outlives"}, 0, FaultKind::exit, "status 0"},
};

}  // namespace

TEST_CASE("every kind of failing bot ends with its fault and leaves nothing", "[faults]") {
  for (const Case& bad : cases) {
    CAPTURE(bad.mode);
    House house;
    const auto descriptors = open_descriptors();
    {
      const auto peer = house.start(bad.mode);
      for (int i = 0; i < bad.answers; ++i) CHECK(house.answer(*peer, "what?\n", 10s) == "ok");
      const Reply reply = house.ask(*peer, "what?\n", limit);
      REQUIRE(std::holds_alternative<Fault>(reply));
      CHECK(std::get<Fault>(reply).kind == bad.kind);
      CHECK_THAT(std::get<Fault>(reply).detail, Catch::Contains(bad.detail));
      house.end(*peer, Ending::faulted);
      CHECK(processes_left() == 0);
    }
    CHECK(open_descriptors() == descriptors);
  }
}

TEST_CASE("bots that are odd, but answer, have no fault and leave nothing", "[faults]") {
  for (const std::string mode :
       {"long_line 65536", "no_newline_at_end", "ignore_term", "stay", "daemon"}) {
    CAPTURE(mode);
    House house;
    const std::size_t blank = mode.find(' ');
    std::vector<std::string> words{mode.substr(0, blank)};
    if (blank != std::string::npos) words.push_back(mode.substr(blank + 1));
    const auto peer = house.start(words);
    CHECK_FALSE(std::holds_alternative<Fault>(house.ask(*peer, "what?\n", 10s)));
    house.end(*peer);
    CHECK(processes_left() == 0);
  }
}

TEST_CASE("a question that fills the pipe does not block arena", "[faults]") {
  House house;
  const std::string large(1 << 20, 'x');
  const auto peer = house.start({"never_reads"});
  CHECK(std::get<Fault>(house.ask(*peer, large + "?\n", limit)).kind == FaultKind::time);
  const auto later = house.start({"hang_after", "1"});
  CHECK(house.answer(*later) == "ok");
  CHECK(house.answer(*later, large + "?\n" + large, limit) ==
        "fault: no answer within 100ms; it has not read the question");
}

TEST_CASE("any amount on stderr is no fault, and is drained", "[faults]") {
  House house;
  const TestFile file(".txt");
  ProcessSettings how = House::settings({"stderr_flood", "16"});
  how.err.file = file.path();
  how.err.most_in_file = 100'000;
  const auto peer = house.start(std::move(how));
  CHECK(house.answer(*peer, "what?\n", 10s) == "ok");
  house.end(*peer);
  CHECK(peer->report().stderr_tail.size() <= 4096 + 4);
  CHECK(peer->report().stderr_tail.starts_with("...\nxxx"));
  const std::string logged = file.bytes();
  CHECK(logged.size() == 100'000 + std::string_view("\n... truncated\n").size());
  CHECK(logged.ends_with("x\n... truncated\n"));
}

TEST_CASE("output after the last question does not hinder the end", "[faults]") {
  House house;
  ProcessSettings how = House::settings({"last_words"});
  how.end_time = 60s;
  const auto peer = house.start(std::move(how));
  CHECK(house.answer(*peer) == "ok");
  CHECK(house.end(*peer) < 30s);
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
