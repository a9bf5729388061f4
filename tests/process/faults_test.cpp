// What a peer does beside its questions: it drains stderr and ends its process, also if nobody ends
// the peer. Every kind of bad bot is tested once, through the whole of arena: tests/cli/rows_*.py.
#include <catch2/catch.hpp>

#include "tests/process/on_loop.hpp"

namespace arena::test {

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
