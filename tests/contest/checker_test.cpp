// The checker, with a program of the test's own in the place of `arena checker`.
#include "arena/contest/checks/checker.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch.hpp>

#include "tests/contest/server.hpp"

using namespace arena;
using namespace arena::contest;
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
  *large.py*) printf x >> "$0.large"; echo '{"error": "it is too large for the disk", "code": 28}'; exit ;;
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
    before_retry = 10ms;
    open();
    host->start();
  }

  VersionId hand_in(const Account& author, const std::string& file) const {
    return host->hand_in(author, "quiz", author.name + "-bot", {file, "print()"}).id;
  }
  [[nodiscard]] std::uintmax_t tries_of_large() const {
    return std::filesystem::file_size(program + ".large");
  }
  void wait_for_begins(std::uintmax_t count) const {
    wait_for("checks to begin", [&] {
      std::error_code none;
      const auto begun = std::filesystem::file_size(program + ".begun", none);
      return !none && begun >= count;  // more may have begun since it was looked at last
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

TEST_CASE("checker: on a full disk an upload waits, unless others are well there", "[host]") {
  CheckerWorld world;
  const Account ann = world.sign_up("ann");
  const Account bob = world.sign_up("bob");
  const VersionId large = world.hand_in(ann, "large.py");
  const auto is_refused = [&](const Account& author, VersionId id) {
    return world.host->version(author, id)->state == VersionState::refused;
  };
  // The fourth begins when the third has failed.
  world.wait_for_begins(4);
  CHECK_FALSE(is_refused(ann, large));
  for (int good = 1; good <= 3; ++good) {
    const auto tries = world.tries_of_large();
    const VersionId quick = world.hand_in(bob, "bot.py");
    world.wait_for("the quick check", [&] { return is_refused(bob, quick); });
    world.wait_for("two tries, the second of which has begun after it",
                   [&] { return is_refused(ann, large) || world.tries_of_large() >= tries + 2; });
  }
  world.wait_for("the refusal", [&] { return is_refused(ann, large); });
  CHECK(world.host->version(ann, large)->reason == "the server cannot check it");
}
