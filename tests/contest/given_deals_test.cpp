// A phase that plays the deals of a file.
#include <filesystem>
#include <string>

#include <catch2/catch.hpp>

#include "arena/contest/host.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/verify.hpp"
#include "tests/contest/server.hpp"
#include "tests/errors.hpp"

using namespace arena;
using namespace arena::contest;
using namespace std::chrono_literals;
using arena::test::error_of;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

/// A phase that plays boards.pbn.
std::string contest_of(const std::string& game) {
  return R"(
[server]
folder = "state"

[[contest]]
id = "quiz"
game = ")" +
         game + R"("
[contest.limits]
sandbox = false
[[contest.house]]
name = "one"
builtin = "random"
[[contest.house]]
name = "two"
builtin = "random"

[[contest.phase]]
name = "boards"
format = "round_robin"
deals = "boards.pbn"
opponents = "house"
from = 2026-12-01T13:00:00Z
)";
}

struct BridgeServer : test::TestServer {
  explicit BridgeServer(const std::string& boards, const std::string& game = "bridge")
      : TestServer(contest_of(game), {{"boards.pbn", boards}}) {}
};

}  // namespace

TEST_CASE("host: a phase plays the deals of a file, and needs it only to begin",
          "[host][contest]") {
  const std::string hands = "N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976";
  const std::string deal = "[Deal \"" + hands + "\"]\n\n";
  BridgeServer server("[Board \"7\"]\n" + deal + "[Board \"8\"]\n" + deal + "[Deal \"N:AK\"]\n");
  CHECK_THAT(server.troubles, Contains("boards.pbn:7: Deal: the hand of North has 1 suit, not 4"));
  server.host->start();
  server.clock.pass(1h);
  server.wait_for_state("boards", PhaseState::over);
  CHECK(server.standings("boards")->matches == 4);  // two deals at two tables
  const std::string path = server.folder.at("state/phases/quiz/boards.db");
  for (int match = 0; match < 4; ++match) {
    const std::string record = Store(path, Access::read).record(match);
    CHECK_THAT(record, Contains(match < 2 ? "\"board\":7," : "\"board\":8,"));
    CHECK_THAT(record, Contains(hands.substr(2, 16)));
  }
  CHECK(verify(Store(path, Access::read), server.games).findings.empty());
  server.host.reset();
  fs::remove(server.folder.at("boards.pbn"));
  server.open();
  CHECK(server.standings("boards")->matches == 4);
}

TEST_CASE("host: a file of deals with which no phase can begin", "[host]") {
  CHECK_THAT(error_of([] { BridgeServer("[Deal \"N:AK\"]\n"); }),
             Contains("contest quiz, phase boards: ") && Contains("boards.pbn:1: Deal: the hand"));
  CHECK_THAT(error_of([] { BridgeServer("", "streams"); }),
             Contains("Streams reads no files of deals"));
}
