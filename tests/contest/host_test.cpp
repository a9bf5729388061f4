// A whole host with a clock of the test: a contest of three phases in fast motion, restarts in its
// middle, and who may see what.
#include "arena/contest/host.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <map>
#include <set>
#include <thread>
#include <tuple>

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>

#include "arena/contest/phases/games_per_day.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/verify.hpp"
#include "tests/contest/server.hpp"
#include "tests/contest/uploads.hpp"
#include "tests/errors.hpp"

using namespace arena;
using namespace arena::contest;
using namespace std::chrono_literals;
using arena::test::error_of;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

const std::string contest_text = R"(
[server]
folder = "state"
jobs = 2

[[contest]]
id = "quiz"
game = "streams"

[contest.limits]
move_time = "300s"
start_time = "300s"
sandbox = SANDBOX

[contest.quotas]
versions_per_day = 100

[[contest.house]]
name = "spread"
builtin = "spread"

[[contest.phase]]
name = "one"
format = "gauntlet"
deals = 3
opponents = "house"
from = 2026-12-01T13:00:00Z
until = 2026-12-02T13:00:00Z

[[contest.phase]]
name = "two"
format = "gauntlet"
deals = 2
opponents = "best 2 of one"
from = 2026-12-02T13:00:00Z
until = 2026-12-03T13:00:00Z

[[contest.phase]]
name = "final"
format = "round_robin"
deals = 4
final = true
from = 2026-12-03T13:00:00Z
)";

std::string with(std::string text, const std::string& before, const std::string& after) {
  return text.replace(text.find(before), before.size(), after);
}

std::string text_here() {
  return with(contest_text, "SANDBOX", test::has_sandbox() ? "true" : "false");
}

struct Server : test::TestServer {
  Server() : TestServer(text_here()) {}
};

std::set<std::string> names_of(const std::vector<StandingRow>& rows) {
  std::set<std::string> names;
  for (const StandingRow& row : rows) names.insert(row.name);
  return names;
}

std::vector<std::string> findings_of(const std::string& store, const Games& games) {
  return verify(Store(store, Access::read), games).findings;
}

}  // namespace

TEST_CASE("host: a contest of three phases in fast motion", "[host][contest]") {
  Server server;
  Host& host = *server.host;
  const Account root = host.accounts().add("root", "correct horse", Role::admin);
  std::map<std::string, Account> authors;
  for (const char* const name : {"ann", "bob", "cat"}) authors.emplace(name, server.sign_up(name));
  host.start();

  const auto hand_in = [&](const std::string& author, const std::string& text) {
    return host.hand_in(authors.at(author), "quiz", author + "-bot", {"bot.py", text});
  };
  const Version first = hand_in("ann", test::good_bot());
  hand_in("bob", test::good_bot());
  const Version broken = hand_in("cat", test::broken_bot());
  server.wait_for_checks();
  CHECK(host.version(authors.at("ann"), first.id)->is_active);
  CHECK(host.version(authors.at("cat"), broken.id)->state == VersionState::refused);
  CHECK_THAT(host.version(authors.at("cat"), broken.id)->report, Contains("no idea"));
  CHECK(server.standings("one")->state == PhaseState::waiting);

  // Stage one: each bot plays 3 deals in both seatings, or in one if the seats are alike.
  server.clock.pass(1h);
  server.wait_for_state("one", PhaseState::running);
  const GameInfo& info = host.contest("quiz")->game().info;
  const int tables = info.seats_are_alike ? 1 : 2;
  server.wait_for("games of stage one",
                  [&] { return server.standings("one")->matches == 2 * 3 * tables; });
  CHECK(names_of(server.standings("one")->rows) ==
        std::set<std::string>{"ann-bot", "bob-bot", "spread"});
  CHECK(server.standings("one")->commitment.size() == 64);
  CHECK_FALSE(server.standings("one")->seed);

  // A new version replaces the earlier one; a late bot joins.
  const Version second = hand_in("ann", test::good_bot("second"));
  hand_in("cat", test::good_bot("of cat"));
  server.wait_for_checks();
  server.wait_for("games of new versions",
                  [&] { return server.standings("one")->matches == 4 * 3 * tables; });
  const auto matches = host.matches({"quiz", "one"}, {"ann-bot"});
  CHECK(static_cast<int>(matches.size()) == 2 * 3 * tables);
  CHECK(matches.front().number > matches.back().number);
  std::set<int> versions;
  for (const MatchRow& row : matches) {
    for (const MatchSeat& seat : row.seats) {
      CHECK((seat.name == "ann-bot" || seat.name == "spread"));
      if (seat.name == "ann-bot") versions.insert(seat.version);
      CHECK(seat.fault.empty());
    }
  }
  CHECK(versions == std::set<int>{1, 2});

  // Who may see what of it.
  const MatchRow& match = matches.front();
  const int seat = match.seats[0].name == "ann-bot" ? 0 : 1;
  const PhaseKey one{"quiz", "one"};
  const auto log = host.log(authors.at("ann"), one, match.number, seat);
  REQUIRE(log);
  CHECK_THAT(*log, Contains("I moved"));
  CHECK(host.log(root, one, match.number, seat));
  CHECK_FALSE(host.log(authors.at("bob"), one, match.number, seat));
  CHECK_FALSE(host.log(authors.at("ann"), one, match.number, 1 - seat));
  CHECK_FALSE(host.log(authors.at("ann"), one, match.number, 7));
  CHECK_FALSE(host.source(authors.at("bob"), second.id));
  CHECK(host.source(authors.at("ann"), second.id) == test::good_bot("second"));
  CHECK(host.versions(authors.at("bob"), *host.bot("quiz", "ann-bot")).empty());
  CHECK_FALSE(error_of([&] { host.activate(authors.at("bob"), first.id); }).empty());
  CHECK_THAT(host.record(one, match.number).value_or(""), Contains("\"moves\""));
  CHECK_FALSE(host.record(one, 1'000'000));
  CHECK_FALSE(host.download(one));
  CHECK(host.matches_since(one, 3, 2).front().number == 3);
  for (const MatchRow& row : host.matches(one, {})) {
    for (std::size_t i = 0; i < row.seats.size(); ++i)
      CHECK(host.may_read_log(root, one, row.number, static_cast<int>(i)) ==
            (row.seats[i].name != "spread"));
  }
  server.wait_for("ratings of all that play", [&] {
    std::set<std::string> rated;
    for (const RatingPoint& point : host.history(one)) rated.insert(point.name);
    return rated == std::set<std::string>{"ann-bot", "bob-bot", "cat-bot", "spread"};
  });

  // Stage two: the two best of stage one under neutral names.
  server.clock.pass(24h);
  server.wait_for_state("one", PhaseState::over);
  server.wait_for_state("two", PhaseState::running);
  server.wait_for_download(one);
  CHECK(findings_of(*host.download(one), server.games).empty());
  server.wait_for("games of stage two",
                  [&] { return server.standings("two")->matches == 3 * 2 * 2 * tables; });
  CHECK(names_of(server.standings("two")->rows) ==
        std::set<std::string>{"ann-bot", "bob-bot", "cat-bot", "one-1", "one-2"});
  const PhaseKey two{"quiz", "two"};
  for (const MatchRow& row : host.matches(two, {"one-1"})) {
    for (std::size_t i = 0; i < row.seats.size(); ++i) {
      if (row.seats[i].name != "one-1") continue;
      CHECK(row.seats[i].version == 0);
      for (const auto& [name, author] : authors)
        CHECK_FALSE(host.log(author, two, row.number, static_cast<int>(i)));
    }
    // Neither its author's name nor a folder of the server.
    const std::string record = host.record(two, row.number).value_or("");
    CHECK_THAT(record, Contains("one-1") && !Contains("command") && !Contains("versions"));
  }
  CHECK_THAT(error_of([&] {
               host.hand_in(authors.at("bob"), "quiz", "One-1", {"bot.py", "x"});
             }),
             Contains("earlier phase"));

  // The final: cat's bot is out. Nothing is shown before its end.
  const BotId cat = host.bot("quiz", "cat-bot")->id;
  host.disqualify(root, *host.bot("quiz", "cat-bot")->active, "a copy of ann-bot");
  CHECK(host.versions(authors.at("cat"), *host.bot("quiz", "cat-bot"))[0].reason ==
        "a copy of ann-bot");
  CHECK_FALSE(host.bot("quiz", "cat-bot")->active);
  CHECK(host.versions(authors.at("cat"), *host.bot("quiz", "cat-bot"))[0].bot == cat);
  server.clock.pass(24h);
  const PhaseKey final{"quiz", "final"};
  server.wait_for("the final", [&] {
    const auto shown = server.standings("final");
    if (shown->is_hidden) {
      CHECK(shown->rows.empty());
      if (shown->state == PhaseState::running) CHECK_FALSE(shown->seed);
    }
    return shown->state == PhaseState::over && shown->seed;
  });
  CHECK(host.matches(final, {}).size() == static_cast<std::size_t>(4 * tables));
  CHECK(names_of(server.standings("final")->rows) == std::set<std::string>{"ann-bot", "bob-bot"});
  server.wait_for_download(final);
  CHECK(findings_of(*host.download(final), server.games).empty());

  // From what everybody may have, nothing leads from a copy to its author's version.
  server.wait_for_download(two);
  CHECK(findings_of(*host.download(two), server.games).empty());
  std::set<std::string> known;
  const auto marks_of = [](const StoredEntrant& entrant) {
    return std::array{entrant.files_hash, json::serialize(entrant.player.at("entry"))};
  };
  for (const PhaseKey& phase : {one, two, final}) {
    for (const StoredEntrant& entrant : Store(*host.download(phase), Access::read).entrants()) {
      if (entrant.name == "spread" || entrant.name.starts_with("one-")) continue;
      for (const std::string& mark : marks_of(entrant)) known.insert(mark);
    }
  }
  int copies = 0;
  for (const StoredEntrant& entrant : Store(*host.download(two), Access::read).entrants()) {
    if (!entrant.name.starts_with("one-")) continue;
    ++copies;
    for (const std::string& mark : marks_of(entrant))
      CHECK((mark.size() > 2 && !known.contains(mark)));
  }
  CHECK(copies == 2);
  for (const Version& version : host.versions(authors.at("ann"), *host.bot("quiz", "ann-bot")))
    CHECK(version.state == VersionState::accepted);
  host.stop();

  std::vector<std::string> actions;
  for (const AuditEntry& entry : host.audit().latest(100)) actions.push_back(entry.action);
  CHECK(std::ranges::count(actions, "hand-in") == 5);
  CHECK(std::ranges::count(actions, "disqualify") == 1);
}

TEST_CASE("host: restarts lose nothing and double nothing", "[host][contest]") {
  Server server;
  const Account ann = server.sign_up("ann");
  const Account root = server.host->accounts().add("root", "correct horse", Role::admin);
  const Version first = server.host->hand_in(ann, "quiz", "ann-bot", {"bot.py", test::good_bot()});
  server.clock.pass(1h);
  // It ends during the check, during games, and between.
  for (int i = 0; i < 4; ++i) {
    server.host->start();
    std::this_thread::sleep_for(i * 400ms);
    server.host->stop();
    server.host.reset();
    server.open();
  }
  server.host->start();
  server.wait_for_checks();
  const int tables = server.host->contest("quiz")->game().info.seats_are_alike ? 1 : 2;
  server.wait_for("games", [&] { return server.standings("one")->matches == 3 * tables; });
  CHECK(server.host->versions(ann, *server.host->bot("quiz", "ann-bot")).size() == 1);
  CHECK(server.host->version(ann, first.id)->is_active);

  // Two servers of one folder.
  CHECK_THAT(error_of([&] { server.open(); }), Contains("another server uses the folder"));

  // A back-up while it runs can be used instead.
  server.host->back_up(root, server.folder.at("copy"));
  CHECK_FALSE(error_of([&] { server.host->back_up(root, server.folder.at("copy")); }).empty());
  CHECK_FALSE(error_of([&] { server.host->back_up(ann, server.folder.at("other")); }).empty());
  server.host->stop();
  server.host.reset();
  fs::remove_all(server.folder.path() / "state");
  fs::rename(server.folder.path() / "copy", server.folder.path() / "state");
  server.open();
  CHECK(server.standings("one")->matches == 3 * tables);
  CHECK(server.host->accounts().log_in("ann", "correct horse"));

  // Read-only mode stays over a restart.
  server.host->start();
  server.host->set_read_only(root, true);
  server.host->stop();
  server.host.reset();
  // What plays is made again from the database.
  fs::remove_all(server.folder.path() / "state/versions");
  server.open();
  CHECK(server.host->is_read_only());
  const auto hand_in_another = [&] {
    server.host->hand_in(ann, "quiz", "other", {"bot.py", test::good_bot("other")});
  };
  CHECK_THAT(error_of(hand_in_another), Contains("read-only mode"));
  server.host->set_read_only(root, false);
  server.host->start();
  hand_in_another();
  server.wait_for("games", [&] { return server.standings("one")->matches == 6 * tables; });
  for (const MatchRow& row : server.host->matches({"quiz", "one"}, {}))
    for (const MatchSeat& seat : row.seats) CHECK(seat.fault.empty());

  // A phase is played again.
  const std::string commitment = server.standings("one")->commitment;
  const std::string head = server.standings("one")->head;
  CHECK(head.size() == 64);
  CHECK(server.standings("one")->put_aside.empty());
  CHECK_FALSE(error_of([&] { server.host->replay(ann, {"quiz", "one"}); }).empty());
  server.host->replay(root, {"quiz", "one"});
  server.wait_for("games", [&] {
    const auto now = server.standings("one");
    return now->matches == 6 * tables && now->commitment != commitment;
  });
  CHECK(fs::exists(server.folder.path() / "state/phases/quiz/one.db.1"));
  const std::vector<PutAside> put_aside = server.standings("one")->put_aside;
  REQUIRE(put_aside.size() == 1);
  CHECK(std::tie(put_aside[0].commitment, put_aside[0].head) == std::tie(commitment, head));
  CHECK(put_aside[0].matches == 6 * tables);
  server.clock.pass(24h * 365);
  server.wait_for("the end", [&] { return server.standings("one")->state == PhaseState::over; });
  CHECK_THAT(error_of([&] {
               server.host->replay(root, {"quiz", "one"});
             }),
             Contains("give phase one a later `until`"));
  CHECK(server.standings("one")->matches == 6 * tables);
  server.host->stop();
}

TEST_CASE("host: kills lose nothing and double nothing", "[host][contest]") {
  constexpr int rounds = 4;
  Server server;
  const Account ann = server.sign_up("ann");
  server.host.reset();
  server.clock.pass(1h);
  for (int round = 0; round < rounds; ++round) {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
      server.open();
      server.host->start();
      server.host->hand_in(ann, "quiz", "ann-bot",
                           {"bot.py", test::good_bot(std::to_string(round))});
      static_cast<void>(::write(pipe[1], "x", 1));
      std::this_thread::sleep_for(round * 300ms);
      ::raise(SIGKILL);
    }
    REQUIRE(::waitpid(child, nullptr, 0) == child);
    ::close(pipe[1]);
    char told = 0;
    CHECK(::read(pipe[0], &told, 1) == 1);
    ::close(pipe[0]);
  }
  server.open();
  server.host->start();
  server.wait_for_checks();
  const auto versions = server.host->versions(ann, *server.host->bot("quiz", "ann-bot"));
  CHECK(versions.size() == rounds);
  CHECK(versions.front().is_active);
  for (const Version& version : versions) {
    INFO(version.reason);
    CHECK(version.state == VersionState::accepted);
    CHECK(server.host->source(ann, version.id) ==
          test::good_bot(std::to_string(version.number - 1)));
  }
  const int tables = server.host->contest("quiz")->game().info.seats_are_alike ? 1 : 2;
  server.wait_for("games of the last version", [&] {
    const auto newest = server.host->matches({"quiz", "one"}, {});
    int games = 0;
    for (const MatchRow& row : newest) {
      for (const MatchSeat& seat : row.seats) games += seat.version == rounds ? 1 : 0;
    }
    return games == 3 * tables;
  });
  server.clock.pass(24h);
  server.wait_for_state("one", PhaseState::over);
  server.wait_for_download({"quiz", "one"});
  CHECK(findings_of(*server.host->download({"quiz", "one"}), server.games).empty());
  for (const MatchRow& row : server.host->matches({"quiz", "one"}, {}))
    for (const MatchSeat& seat : row.seats) CHECK(seat.fault.empty());
}

TEST_CASE("host: bots of the house come and go with the file", "[host]") {
  Server server;
  server.host->hand_in(server.sign_up("ann"), "quiz", "ann-bot", {"bot.py", test::good_bot()});
  server.clock.pass(1h);
  server.host->start();
  server.wait_for("games", [&] { return server.standings("one")->matches > 0; });
  server.host.reset();
  server.text = with(server.text, "name = \"spread\"\nbuiltin = \"spread\"",
                     "name = \"edge\"\nbuiltin = \"ends\"");
  server.open();
  server.host->start();
  const auto plays = [&server](const std::string& name) {
    return std::ranges::any_of(server.standings("one")->rows, [&](const StandingRow& row) {
      return row.name == name && row.is_active && row.sums.deals > 0;
    });
  };
  server.wait_for("the new bot", [&] { return plays("edge") && plays("ann-bot"); });
  CHECK_FALSE(plays("spread"));
}

TEST_CASE("host: an admin begins and ends a phase before its dates", "[host]") {
  Server server;
  const PhaseKey one{"quiz", "one"};
  const Account root = server.host->accounts().add("root", "correct horse", Role::admin);
  const Account ann = server.sign_up("ann");
  server.host->hand_in(ann, "quiz", "ann-bot", {"bot.py", test::good_bot()});
  server.host->start();
  CHECK(error_of([&] { server.host->begin_phase(ann, one); }) == "only an admin may do this");
  CHECK(error_of([&] { server.host->end_phase(root, one); }) == "this phase has not begun");
  server.host->begin_phase(root, one);
  server.wait_for("games", [&] { return server.standings("one")->matches > 0; });
  CHECK(error_of([&] { server.host->begin_phase(root, one); }) == "this phase has begun already");
  server.host.reset();
  server.open();
  server.host->start();
  server.wait_for_state("one", PhaseState::running);
  server.host->end_phase(root, one);
  server.wait_for("the seed", [&] { return server.standings("one")->seed.has_value(); });
  CHECK(server.standings("one")->state == PhaseState::over);
  CHECK(error_of([&] { server.host->end_phase(root, one); }) == "this phase is over already");
  CHECK(server.host->audit().latest(1)[0].action == "end");
  server.host.reset();
  server.open();
  server.wait_for_state("one", PhaseState::over);
}

TEST_CASE("host: checks that take too long end, within the time of a day", "[host]") {
  // Only a contest of its own limits the slow ones: on a busy computer a good one may take as long.
  const std::string patient = text_here();
  std::string strict = with(patient.substr(patient.find("[[contest]]")), "quiz", "strict");
  strict = with(strict, "[contest.quotas]",
                "[contest.quotas]\ncheck_time = \"2s\"\ncheck_time_per_day = \"2s\"");
  test::TestServer server(patient + strict);
  server.host.reset();
  server.first_look = 1s;
  server.open();
  const Account ann = server.sign_up("ann");
  server.host->start();
  const auto reason_of_sleeper = [&](const std::string& bot) {
    const Upload sleeper{"bot.py", "import time\ntime.sleep(1000)\n"};
    const VersionId version = server.host->hand_in(ann, "strict", bot, sleeper).id;
    server.wait_for_checks();
    return server.host->version(ann, version)->reason;
  };
  CHECK(reason_of_sleeper("one") == "its check took longer than 2s");
  CHECK(reason_of_sleeper("two") ==
        "it takes longer than 1s to check, and your bots have used up the 2s that are there for "
        "this within 24 hours: try again later");
  // In the other contest she has time: it needs more than a look, and plays all its games then.
  const std::string late = "import time\ntime.sleep(2)\n" + test::good_bot();
  server.host->try_out(ann, "quiz", "three", {"bot.py", late});
  server.wait_for("the tryout",
                  [&] { return server.host->tryout(ann.id, "quiz")->result.has_value(); });
  CHECK(server.host->tryout(ann.id, "quiz")->result->records.size() == 3);
  server.host->stop();
  CHECK(server.troubles == "strict/one: its check took longer than 2s\n");
}

TEST_CASE("host: games of a day", "[host]") {
  test::TestServer server(R"(
[[contest]]
id = "quiz"
game = "streams"
[contest.limits]
sandbox = false
[[contest.house]]
name = "random"
builtin = "random"
[[contest.house]]
name = "ends"
builtin = "ends"
[[contest.phase]]
name = "ladder"
format = "league"
opponents = "house"
games_per_day = 1
)");
  const auto matches = [&server] { return server.standings("ladder")->matches; };
  server.host->start();
  server.wait_for("games", [&] { return matches() >= GamesPerDay::at_once; });
  std::this_thread::sleep_for(500ms);
  const int before = matches();
  CHECK(before < 2 * GamesPerDay::at_once);
  server.host->hand_in(server.sign_up("ann"), "quiz", "ann-bot", {"bot.py", test::good_bot()});
  server.wait_for("games of the new bot", [&] {
    return !server.host->matches({"quiz", "ladder"}, {.bot = "ann-bot"}).empty();
  });
  CHECK(matches() >= before);
}

TEST_CASE("host: a state folder that bots cannot enter", "[host]") {
  if (!test::has_sandbox()) return;
  Server server;
  server.host.reset();
  fs::permissions(server.folder.path(), fs::perms(0700));
  CHECK_THAT(error_of([&] { server.open(); }), Contains("cannot enter"));
}

TEST_CASE("host: the bots that people may play against", "[host]") {
  Server server;
  const Account ann = server.sign_up("ann");
  CHECK(server.host->opponent("quiz", "spread")->kind == PlayerKind::builtin);
  CHECK_FALSE(server.host->opponent("quiz", "nobody"));
  CHECK_FALSE(server.host->opponent("none", "spread"));
  server.host->hand_in(ann, "quiz", "ann-bot", {"bot.py", test::good_bot()});
  server.host->start();
  server.wait_for_checks();
  CHECK_FALSE(server.host->opponent("quiz", "ann-bot"));
  server.host->set_open(ann, server.host->bot("quiz", "ann-bot")->id, true);
  CHECK(server.host->opponent("quiz", "ann-bot")->kind == PlayerKind::process);
  CHECK(server.host->opponents("quiz") == std::vector<std::string>{"ann-bot"});
  // A person could tell it what another bot of ann may not know.
  server.clock.pass(1h);
  server.wait_for_state("one", PhaseState::running);
  CHECK_FALSE(server.host->opponent("quiz", "ann-bot"));
  CHECK(server.host->opponents("quiz").empty());
  CHECK(server.host->opponent("quiz", "spread"));
}

TEST_CASE("host: a version that is active again goes on with its results", "[host]") {
  Server server;
  Host& host = *server.host;
  const Account ann = server.sign_up("ann");
  const auto hand_in = [&](const std::string& text) {
    const Version version = host.hand_in(ann, "quiz", "ann-bot", {"bot.py", text});
    server.wait_for_checks();
    return version;
  };
  const auto rows = [&server] {
    std::map<int, StandingRow> of_ann;  // by version
    const auto snapshot = server.standings("one");
    for (const StandingRow& row : snapshot->rows) {
      if (row.name == "ann-bot") of_ann.emplace(row.version, row);
    }
    return of_ann;
  };
  host.start();
  const Version first = hand_in(test::good_bot());
  server.clock.pass(1h);
  server.wait_for("games of the first", [&] { return rows()[1].sums.deals == 3; });
  const Version second = hand_in(test::good_bot("second"));
  server.wait_for("games of the second", [&] { return rows()[2].sums.deals == 3; });
  for (int turn = 0; turn < 3; ++turn) {
    host.activate(ann, first.id);
    server.wait_for("the first", [&] { return rows()[1].is_active && !rows()[2].is_active; });
    host.activate(ann, second.id);
    server.wait_for("the second", [&] { return rows()[2].is_active && !rows()[1].is_active; });
  }
  // The same text again is another version, and the same entrant.
  hand_in(test::good_bot());
  server.wait_for("the first, as a third", [&] { return rows()[1].is_active; });
  CHECK(std::ranges::count(server.standings("one")->rows, "ann-bot", &StandingRow::name) == 2);
  CHECK(rows()[1].sums.deals == 3);
  CHECK(rows()[2].sums.deals == 3);
  server.clock.pass(24h);
  server.wait_for_download({"quiz", "one"});
  CHECK(findings_of(*host.download({"quiz", "one"}), server.games).empty());
}

TEST_CASE("host: what cannot be done for a bot is the phase's problem", "[host]") {
  Server server;
  Host& host = *server.host;
  host.start();
  const auto hand_in = [&](const std::string& author) {
    const Account account = server.sign_up(author);
    const Version version =
        host.hand_in(account, "quiz", author + "-bot", {"bot.py", test::good_bot(author)});
    server.wait_for_checks();
    return host.version(account, version.id).value();
  };
  SQLite::Database database(server.folder.at("state/host.db"), SQLite::OPEN_READWRITE, 10000);
  const auto set_files = [&](const std::string& before, const std::string& after) {
    SQLite::Statement update(database, "UPDATE file SET hash = ? WHERE hash = ?");
    update.bind(1, after);
    update.bind(2, before);
    update.exec();
  };
  const Version ann = hand_in("ann");
  hand_in("bob");
  set_files(ann.built, "lost");  // as after a disk's failure
  fs::remove_all(server.folder.at("state/versions/" + ann.built));
  server.clock.pass(1h);
  const auto has_played = [&server](const std::string& name) {
    const auto snapshot = server.standings("one");
    return std::ranges::any_of(snapshot->rows, [&name](const StandingRow& row) {
      return row.name == name && row.sums.deals == 3;
    });
  };
  server.wait_for("games of bob", [&] { return has_played("bob-bot"); });
  server.wait_for("the problem", [&] {
    return server.standings("one")->problem ==
           "ann-bot cannot join: the server has removed the files of this version";
  });
  set_files("lost", ann.built);
  server.wait_for("games of ann", [&] { return has_played("ann-bot"); });
  server.wait_for("no problem", [&] { return server.standings("one")->problem.empty(); });
  const std::lock_guard lock(server.mutex);
  CHECK(std::ranges::count(server.troubles, '\n') == 1);  // said once
}

TEST_CASE("host: a phase that cannot end stops no other, and ends later", "[host]") {
  Server server;
  Host& host = *server.host;
  host.start();
  host.hand_in(server.sign_up("ann"), "quiz", "ann-bot", {"bot.py", test::good_bot("ann")});
  host.hand_in(server.sign_up("bob"), "quiz", "bob-bot", {"bot.py", test::good_bot("bob")});
  server.wait_for_checks();
  server.clock.pass(1h);
  server.wait_for("games", [&] { return server.standings("one")->matches == 6; });
  SQLite::Database store(server.folder.at("state/phases/quiz/one.db"), SQLite::OPEN_READWRITE,
                         10000);
  store.exec("UPDATE stay SET entrant = -1 WHERE entrant = 1");
  server.clock.pass(24h * 3);
  server.wait_for_state("final", PhaseState::running);
  server.wait_for("the problem", [&] {
    return server.standings("one")->problem ==
           "\"phases/quiz/one.db\" is damaged: an entrant takes part in no batch";
  });
  CHECK(server.standings("one")->state == PhaseState::running);
  store.exec("UPDATE stay SET entrant = 1 WHERE entrant = -1");
  server.wait_for_state("one", PhaseState::over);
  server.wait_for("no problem", [&] { return server.standings("one")->problem.empty(); });
}

TEST_CASE("host: the best of a phase are of different authors, and no code comes twice", "[host]") {
  test::TestServer server(with(text_here(), "best 2 of one", "best 3 of one"));
  Host& host = *server.host;
  const Account ann = server.sign_up("ann");
  const Account bob = server.sign_up("bob");
  host.start();
  // Whatever the order of these four is, two of them are taken: of each author one, and no more
  // than one of each text.
  for (const auto& [author, name] : {std::pair(ann, "ann"), std::pair(bob, "bob")}) {
    for (const char* const code : {"left", "right"})
      host.hand_in(author, "quiz", std::string(name) + "-" + code,
                   {"bot.py", test::good_bot(code)});
  }
  server.wait_for_checks();
  server.clock.pass(1h);
  const GameInfo& info = host.contest("quiz")->game().info;
  const int tables = info.seats_are_alike ? 1 : 2;
  server.wait_for("games of stage one",
                  [&] { return server.standings("one")->matches == 4 * 3 * tables; });
  server.clock.pass(24h);
  server.wait_for_state("two", PhaseState::running);
  server.wait_for("games of stage two", [&] { return server.standings("two")->matches > 0; });
  CHECK(names_of(server.standings("two")->rows) ==
        std::set<std::string>{"ann-left", "ann-right", "bob-left", "bob-right", "one-1", "one-2"});
}
