// How a bot process is started, asked and ended. Every kind of bad bot is tested once, through the
// whole of arena: tests/cli/rows_*.py.
#include <sched.h>

#include <catch2/catch.hpp>

#include "tests/process/on_loop.hpp"

namespace arena::test {

TEST_CASE("a bot answers one question after the other", "[process]") {
  House house;
  const auto peer = house.start({"echo"});
  for (int i = 0; i < 100; ++i) {
    const std::string question = "question " + std::to_string(i) + "?";
    REQUIRE(house.answer(*peer, question + "\n") == question);
  }
  CHECK(peer->report().early_lines == 0);
}

TEST_CASE("two bots play side by side on one loop", "[process]") {
  House house;
  const auto one = house.start({"play"});
  const auto other = house.start({"echo"});
  CHECK(house.answer(*one) == "ok");
  CHECK(house.answer(*other) == "what?");
  house.end(*one);
  CHECK(house.answer(*other) == "what?");
  house.end(*other);
}

TEST_CASE("a bot that is asleep within its move time may still wake up", "[process]") {
  House house;
  const auto peer = house.start({"sleepy_start", "100"});
  CHECK(house.answer(*peer) == "ok");
}

TEST_CASE("news reach a bot that is not asked, once it has been", "[process]") {
  House house;
  const auto peer = house.start({"play"});
  peer->outbox() += "early\n";
  peer->flush_soon();
  house.loop.context().restart();
  house.loop.context().run_for(10ms);
  CHECK(peer->outbox() == "early\n");
  CHECK(house.answer(*peer) == "ok");
  peer->outbox() += "news\n";
  peer->flush_soon();
  peer->flush_soon();
  while (!peer->outbox().empty()) house.loop.context().run_one();
  CHECK(house.answer(*peer) == "ok");
}

TEST_CASE("a bot has descriptors 0 to 2, default signals, and a mark", "[process]") {
  House house;
  const auto peer = house.start({"descriptors"});
  const auto other = house.start({"descriptors"});
  CHECK(house.answer(*peer) == "0 1 2 ");
  CHECK(house.answer(*other) == "0 1 2 ");
  CHECK(house.answer(*house.start({"signals"})) == "changed: ");
  const std::string environment = content_of("/proc/" + std::to_string(peer->pid()) + "/environ");
  CHECK(environment.find("ARENA_BOT=" + house.spawner.leaders().guardian().word() + ".") !=
        std::string::npos);
}

TEST_CASE("a bot starts on one core, and is let go when it thinks", "[process]") {
  House house;
  const int cores = CPU_COUNT(&house.spawner.processors());
  const auto on_core = [&house](std::vector<std::string> mode) {
    ProcessSettings how = House::settings(std::move(mode));
    how.core = ::sched_getcpu();
    return house.start(std::move(how));
  };
  const auto quick = on_core({"processors"});
  const auto thinker = on_core({"think", "4"});
  CHECK(house.answer(*quick) == "1");
  CHECK(house.answer(*thinker) == "1");
  CHECK(house.answer(*thinker) == "1");
  CHECK(house.answer(*thinker) == "1");
  CHECK(house.answer(*thinker) == std::to_string(cores));
  CHECK(house.answer(*house.start({"processors"})) == std::to_string(cores));
}

TEST_CASE("a match that is broken off waits for nothing", "[process]") {
  House house;
  ProcessSettings how = House::settings({"stay"});
  how.end_time = too_long;
  const auto peer = house.start(std::move(how));
  CHECK(house.answer(*peer) == "ok");
  peer->interrupt();
  CHECK(house.answer(*peer) == "fault: the game was broken off");
  house.end(*peer);
}

TEST_CASE("output after the last question does not hinder the end", "[process]") {
  House house;
  ProcessSettings how = House::settings({"last_words"});
  how.end_time = too_long;
  const auto peer = house.start(std::move(how));
  CHECK(house.answer(*peer) == "ok");
  house.end(*peer);
}

TEST_CASE("a peer that is not ended leaves nothing either", "[process]") {
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
