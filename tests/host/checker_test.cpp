// The checker, with a program of the test's own in the place of `arena checker`.
#include "arena/host/checker.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch.hpp>

#include "tests/host/server.hpp"

using namespace arena;
using namespace arena::host;
using namespace std::chrono_literals;

namespace {

/// A host whose checks are done by a program of the test. Each that begins adds a byte to a file.
struct CheckerWorld : test::TestServer {
  CheckerWorld()
      : TestServer(R"(
[server]
jobs = 1
[[contest]]
id = "quiz"
game = "streams"
[contest.limits]
sandbox = false
[[contest.phase]]
name = "ladder"
format = "league"
)") {
    program = folder.at("program");
    std::ofstream(program) << R"(#!/bin/sh
read -r job
printf x >> "$0.begun"
case $job in
  *sleeper.py*) exec cat ;;
  *broken.py*) echo '{"error": "the disk is full"}'; exit ;;
esac
tr -d '\n' <<'end'
{"result": {"is_accepted": false, "reason": "it is quick", "language": "", "build_log": "",
  "report": "", "command": []}}
end
echo
)";
    std::filesystem::permissions(program, std::filesystem::perms(0755));
    host.reset();
    first_look = 5s;
    open();
    host->start();
  }

  VersionId hand_in(const Account& author, const std::string& file) const {
    return host->hand_in(author, "quiz", author.name + "-bot", {file, "print()"}).id;
  }
  void wait_for_begins(std::uintmax_t count) const {
    wait_for("checks to begin", [&] {
      std::error_code none;
      return std::filesystem::file_size(program + ".begun", none) == count;
    });
  }
};

}  // namespace

TEST_CASE("checker: first looks do not wait for whole checks", "[host]") {
  CheckerWorld world;
  world.hand_in(world.sign_up("ann"), "sleeper.py");
  world.hand_in(world.sign_up("cat"), "sleeper.py");
  world.wait_for_begins(3);  // the looks, and one whole check, which takes ten minutes
  const Account bob = world.sign_up("bob");
  const VersionId quick = world.hand_in(bob, "bot.py");
  world.wait_for("the quick check",
                 [&] { return world.host->version(bob, quick)->reason == "it is quick"; });
  CHECK(world.host->waiting() == 2);
}

TEST_CASE("checker: a check that the server cannot do is tried three times", "[host]") {
  CheckerWorld world;
  const Account ann = world.sign_up("ann");
  const VersionId broken = world.hand_in(ann, "broken.py");
  world.wait_for_checks();
  CHECK(world.host->version(ann, broken)->state == VersionState::refused);
  CHECK(world.host->version(ann, broken)->reason == "the server cannot check it");
  world.wait_for_begins(3);
  world.host->stop();
  CHECK(world.troubles ==
        "cannot check uploads: the disk is full\ncannot check uploads: the disk is full\n"
        "the check of ann-bot fails: the disk is full\n");
}
