// The file of a server: the example of the documentation, the demo, and each refusal with its
// place.
#include "arena/contest/contest_file.hpp"

#include <filesystem>

#include <catch2/catch.hpp>

#include "arena/contest/people/names.hpp"
#include "tests/errors.hpp"
#include "tests/files.hpp"

using namespace arena;
using namespace arena::contest;
using arena::test::error_of;
using Catch::Matchers::Contains;

namespace {

const std::string root = std::string(ARENA_TESTS) + "/..";

/// The TOML between the first ```toml and the next ``` of a page.
std::string example_of(const std::string& page) {
  const std::string text = test::content_of(root + "/docs/" + page);
  const std::string begin = "```toml\n";
  const std::size_t at = text.find(begin);
  REQUIRE(at != std::string::npos);
  return text.substr(at + begin.size(), text.find("```", at + begin.size()) - at - begin.size());
}

const std::string contest_part = "[[contest]]\nid = \"cup\"\ngame = \"streams\"\n";
const std::string house_part = "[[contest.house]]\nname = \"spread\"\nbuiltin = \"spread\"\n";
const std::string phase_part = "[[contest.phase]]\nname = \"one\"\nformat = \"league\"\n";

void check_refused(const std::string& text, const std::string& place, const std::string& words) {
  INFO(text);
  const std::string refusal =
      error_of([&] { static_cast<void>(read_contests(text, "contest.toml")); });
  CHECK(refusal.substr(0, refusal.find(": ")) == "contest.toml:" + place);
  CHECK_THAT(refusal, Contains(words));
}

}  // namespace

TEST_CASE("contest file: the example of the documentation", "[host]") {
  const test::TestFolder folder;
  test::put(folder.at("class.txt"), "ann\n# left\n\nbob\n");
  const ContestFile file = read_contests(example_of("contests.md"), folder.at("contest.toml"));
  CHECK(file.server.folder == folder.at("state"));
  CHECK(file.server.port == 8080);
  CHECK(file.server.url == "https://contest.example.org");
  CHECK(file.server.accounts == AccountPolicy::list);
  CHECK(file.server.class_list == std::vector<std::string>{"ann", "bob"});
  REQUIRE(file.contests.size() == 1);
  const ContestSpec& streams = file.contests[0];
  CHECK(streams.match.game == "streams");
  CHECK(streams.match.limits.sandbox == SandboxKind::apart);
  CHECK(streams.match.limits.memory == Size{std::uint64_t{512} << 20U});
  CHECK(streams.match.limits.move_time == Span{std::chrono::seconds(1)});
  CHECK(streams.quotas.upload == 2U << 20U);
  CHECK(streams.quotas.build_time == std::chrono::seconds(90));
  CHECK(streams.quotas.check_time == std::chrono::minutes(5));
  CHECK(streams.quotas.check_time_per_day == std::chrono::minutes(30));
  REQUIRE(streams.phases.size() == 3);
  CHECK(streams.phases[0].games_per_day == 20'000);
  CHECK(streams.phases[1].games_per_day == 0);
  CHECK(streams.phases[0].opponents.kind == Opponents::Kind::house);
  CHECK(moment_text(*streams.phases[0].from) == "2026-11-23T07:00:00Z");
  CHECK(streams.phases[0].is_open());
  CHECK(streams.phases[1].opponents.count == 5);
  CHECK(streams.phases[1].opponents.phase == "stage-one");
  CHECK(streams.phases[2].is_final);
  CHECK_FALSE(streams.phases[2].is_open());
  CHECK(streams.house_bot("SPREAD") != nullptr);
}

TEST_CASE("contest file: the demo has every game", "[host]") {
  const Games games = all_games();
  for (const std::string sandbox : {"apart", "shared", ""}) {
    const std::string text = demo_contests(games, {}, "/tmp/a \"folder\"", sandbox);
    INFO(text);
    const ContestFile file = read_contests(text, "demo");
    CHECK(file.contests.size() == games.size());
    CHECK(file.server.folder == "/tmp/a \"folder\"");
    for (const ContestSpec& one : file.contests) {
      CHECK(one.match.limits.sandbox == (sandbox == "apart"    ? SandboxKind::apart
                                         : sandbox == "shared" ? SandboxKind::shared
                                                               : SandboxKind::off));
      CHECK_FALSE(one.house.empty());
      CHECK(one.phases[0].games_per_day == 2000);
      TableCache tables;
      CHECK(check(one.match, games, tables).settings.game->info.title == one.title);
    }
  }
}

TEST_CASE("contest file: the demo has a contest of each runner that it is given", "[host]") {
  if (!std::filesystem::exists(ARENA_TESTS "/../examples/javascript/node_modules/mootools")) {
    WARN("skipped: npm ci has not run in examples/javascript");
    return;
  }
  const Games games = all_games();
  const ContestFile file =
      read_contests(demo_contests(games, {"yard_bridge_ai"}, "/tmp/demo", ""), "demo");
  const ContestSpec* const contest = file.contest("yard-bridge-ai");
  REQUIRE(contest != nullptr);
  CHECK(contest->match.game == "yard_bridge");
  CHECK(contest->match.limits.protocol == "native");
  CHECK(contest->runner->language == "javascript");
  CHECK(contest->house.at(0).upload == contest->runner->example);
}

TEST_CASE("contest file: defaults", "[host]") {
  const ContestFile file = read_contests(contest_part + phase_part, "contest.toml");
  CHECK(file.server.folder == "contest-state");
  CHECK(file.server.url == "http://127.0.0.1:8080");
  CHECK(file.server.accounts == AccountPolicy::open);
  CHECK(file.contests[0].match.limits.sandbox == SandboxKind::apart);
  CHECK(file.contests[0].match.limits.protocol == "json");
  CHECK(file.contests[0].title == "cup");
  CHECK(file.contests[0].phases[0].opponents.kind == Opponents::Kind::none);
}

TEST_CASE("contest file: the kinds of the sandbox", "[host]") {
  const auto kind = [](const std::string& value) {
    const std::string limits = "[contest.limits]\nsandbox = " + value + "\n";
    return read_contests(contest_part + limits + phase_part, "contest.toml")
        .contests[0]
        .match.limits.sandbox;
  };
  CHECK(kind("true") == SandboxKind::apart);
  CHECK(kind("\"apart\"") == SandboxKind::apart);
  CHECK(kind("\"shared\"") == SandboxKind::shared);
  CHECK(kind("false") == SandboxKind::off);
}

TEST_CASE("contest file: in the sandbox bots pay by processor time, and pause", "[host]") {
  const auto limits_of = [](const std::string& limits) {
    return read_contests(contest_part + "[contest.limits]\n" + limits + "\n" + phase_part, "c.toml")
        .contests[0]
        .match.limits;
  };
  for (const std::string limits : {"", "sandbox = true", "sandbox = \"shared\""}) {
    CHECK(limits_of(limits).clock == ClockKind::cpu);
    CHECK(limits_of(limits).pause.value_or(false));
  }
  CHECK_FALSE(limits_of("sandbox = false").clock);
  CHECK_FALSE(limits_of("sandbox = false").pause.value_or(false));
  CHECK(limits_of("clock = \"wall\"").clock == ClockKind::wall);
  CHECK(limits_of("clock = \"wall\"").pause.value_or(false));
  CHECK_FALSE(limits_of("pause = false").pause.value_or(false));
  CHECK(limits_of("sandbox = false\nclock = \"cpu\"\npause = true").clock == ClockKind::cpu);
}

TEST_CASE("contest file: what is refused, and where", "[host]") {
  check_refused("", "1:1", "needs a contest");
  check_refused("[server]\nprot = 1\n" + contest_part + phase_part, "2:1",
                "known keys: folder, address");
  check_refused("[server]\nport = 70000\n" + contest_part + phase_part, "2:8", "from 0 to 65535");
  check_refused("[server]\ntable_move_time = \"0\"\n" + contest_part + phase_part, "2:19",
                "1s at least");
  check_refused("[server]\nurl = \"contest.org\"\n" + contest_part + phase_part, "2:7", "http://");
  check_refused("[server]\naccounts = \"all\"\n" + contest_part + phase_part, "2:12",
                "open, invitation or list");
  check_refused("[server]\naccounts = \"list\"\n" + contest_part + phase_part, "1:1", "class_list");
  check_refused(contest_part + "gmae = 1\n" + phase_part, "4:1", "unknown key \"gmae\"");
  check_refused(contest_part, "1:1", "needs a phase");
  check_refused(contest_part + phase_part + contest_part + phase_part, "7:1",
                "two contests named \"cup\"");
  check_refused(contest_part + phase_part + phase_part, "8:8", "the name \"one\" is taken");
  check_refused(contest_part + house_part + house_part + phase_part, "8:8",
                "the name \"spread\" is taken");
  check_refused(contest_part + "[contest.quotas]\nupload = \"5\"\n" + phase_part, "5:10",
                "5M or 1G");
  check_refused(contest_part + phase_part + "from = 2026-11-23T08:00:00\n", "7:8", "with its zone");
  check_refused(
      contest_part + phase_part + "from = 2026-11-23T08:00:00Z\nuntil = 2026-11-23T08:00:00Z\n",
      "8:9", "later than from");
  check_refused(contest_part + phase_part + "opponents = \"house\"\n", "7:13",
                "no bots of the house");
  check_refused(contest_part + phase_part + "opponents = \"best 5 of two\"\n", "7:13",
                "no earlier phase");
  check_refused(contest_part + phase_part + "opponents = \"the best\"\n", "7:13",
                "best 5 of PHASE");
  check_refused(contest_part + house_part +
                    "[[contest.phase]]\nname = \"g\"\nformat = \"gauntlet\"\nopponents = "
                    "\"each other\"\n",
                "10:13", "in a gauntlet");
  check_refused(contest_part + phase_part + "deals = \"boards.pbn\"\n" +
                    "[[contest]]\nid = \"b\"\ngame = \"bridge\"\n" + phase_part +
                    "deals = \"./boards.pbn\"\n",
                "8:1", "phase one of cup and phase one of b play the deals of one file");
  check_refused("[[contest]]\nid = \"a/b\"\ngame = \"streams\"\n" + phase_part, "2:6", "1 to 32");
}

TEST_CASE("class list: a name a line; problems are named with their lines", "[host]") {
  const auto refusal = [](const std::string& text) {
    return error_of([&] { static_cast<void>(read_class_list(text, "class.txt")); });
  };
  CHECK(read_class_list("\xef\xbb\xbf"
                        "ann\r\n\r\n# two groups\r\n  Bob-2 \r\n\nc_d",
                        "class.txt") == std::vector<std::string>{"ann", "Bob-2", "c_d"});
  CHECK_THAT(refusal("ann\nbob\n\nAnn\n"),
             Contains("class.txt:4: the name \"Ann\" is there already, in line 1"));
  const std::string several =
      refusal("ann lee\nbob\n\xd0\x90\xd0\xbd\xd1\x8f\n" + std::string(33, 'x') + "\n");
  CHECK_THAT(several, Contains("class.txt:1: ") && Contains("class.txt:3: ") &&
                          Contains("class.txt:4: ") && Contains("1 to 32 letters"));
  CHECK_THAT(several, !Contains("class.txt:2: "));
  CHECK_THAT(refusal("# empty\n\n"), Contains("class.txt:1: it has no names"));
  std::string many;
  for (int i = 0; i < 40; ++i) many += "-\n";
  CHECK_THAT(refusal(many), Contains("and 30 more"));
}
