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

TEST_CASE("checker: first looks do not wait for whole checks", "[host]") {
  test::TestServer server(R"(
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
)");
  // Each begin adds a byte to the file.
  server.program = server.folder.at("program");
  std::ofstream(server.program) << R"(#!/bin/sh
read -r job
printf x >> "$0.begun"
case $job in *sleeper.py*) exec cat ;; esac
tr -d '\n' <<'end'
{"result": {"is_accepted": false, "reason": "it is quick", "language": "", "build_log": "",
  "report": "", "command": []}}
end
echo
)";
  std::filesystem::permissions(server.program, std::filesystem::perms(0755));
  server.host.reset();
  server.first_look = 1s;
  server.open();
  const auto hand_in = [&](const Account& author, const std::string& file) {
    return server.host->hand_in(author, "quiz", author.name + "-bot", {file, "print()"}).id;
  };
  const Account bob = server.sign_up("bob");
  hand_in(server.sign_up("ann"), "sleeper.py");
  hand_in(server.sign_up("cat"), "sleeper.py");
  server.host->start();
  // The looks, and the whole check of one of them, which takes ten minutes.
  server.wait_for("a whole check", [&] {
    std::error_code none;
    return std::filesystem::file_size(server.program + ".begun", none) == 3;
  });
  const VersionId quick = hand_in(bob, "bot.py");
  server.wait_for("the quick check",
                  [&] { return server.host->version(bob, quick)->reason == "it is quick"; });
  CHECK(server.host->waiting() == 2);
}
