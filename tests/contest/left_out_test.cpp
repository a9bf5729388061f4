// A bot that ends the processes that play its games: what a phase does, says and keeps.
#include <string_view>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "arena/contest/host.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/verify.hpp"
#include "tests/contest/server.hpp"
#include "tests/contest/uploads.hpp"

using namespace arena;
using namespace arena::contest;
using namespace std::chrono_literals;
using Catch::Matchers::Contains;

TEST_CASE("host: a game that ends its workers is left out, and the phase goes on", "[host]") {
  // One game at a time, so that all three kills are in one game.
  test::TestServer server(R"(
[server]
jobs = 1
[[contest]]
id = "quiz"
game = "lost_cities"
[contest.limits]
sandbox = false
[[contest.house]]
name = "greedy"
builtin = "greedy"
[[contest.house]]
name = "random"
builtin = "random"
[[contest.phase]]
name = "all"
format = "round_robin"
deals = 2
opponents = "house"
from = 2026-12-01T13:00:00Z
)");
  Host& host = *server.host;
  const Account ann = server.sign_up("ann");
  // Its checks go well, and all games but for the first one.
  constexpr std::string_view kills = R"(import os, glob
parent, here = os.getppid(), '{}/killed'
killed = len(glob.glob(here + '*'))
if b'worker' in open(f'/proc/{{parent}}/cmdline', 'rb').read() and killed < 3:
    open(here + str(killed), 'w')
    os.kill(parent, 9)
)";
  host.hand_in(ann, "quiz", "killer",
               {"bot.py", fmt::format(kills, server.folder.path().string()) + test::good_bot()});
  host.start();
  server.wait_for_checks();
  server.clock.pass(1h);
  server.wait_for_state("all", PhaseState::over);
  CHECK_THAT(
      server.troubles,
      Contains("phase all of quiz: 1 game is left out; the last one, game 4 between killer and "
               "random, ended 3 workers; the last one was killed by signal 9\n"));
  CHECK_THAT(
      server.troubles,
      Contains("phase all of quiz: 2 workers ended, and the games were tried again; the last "
               "one, in game 4, was killed by signal 9\n"));
  server.wait_for("the standings", [&] { return server.standings("all")->matches == 12; });
  const auto snapshot = server.standings("all");
  for (const StandingRow& row : snapshot->rows) {
    INFO(row.name);
    CHECK(row.sums.deals == (row.name == "greedy" ? 4 : 3));
    CHECK(row.sums.forfeits == 0);
  }
  int left_out = 0;
  for (const MatchRow& match : host.matches({"quiz", "all"}, {}))
    left_out += match.seats.front().fault == left_out_fault ? 1 : 0;
  CHECK(left_out == 1);
  server.wait_for_download({"quiz", "all"});
  const auto path = host.download({"quiz", "all"});
  const Verification verified = verify(Store(*path, Access::read), server.games);
  CHECK(verified.findings.empty());
  CHECK_THAT(fmt::format("{}", fmt::join(verified.not_checked, "\n")),
             Contains("why 1 game was left out"));
  server.host.reset();
  server.open();
  server.host->start();
  server.wait_for("what the store remembers", [&] {
    return server.standings("all")->problem == "1 game is left out; the first one is game 4";
  });
}
