// Who joins and leaves a phase's store: each by itself, and with room for 2,000 at once.
#include "arena/contest/phases/phase_field.hpp"

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "arena/game/games.hpp"
#include "arena/util/sha256.hpp"
#include "tests/contest/clock.hpp"
#include "tests/errors.hpp"
#include "tests/files.hpp"

using namespace arena;
using namespace arena::contest;
using arena::test::error_of;
namespace fs = std::filesystem;

namespace {

constexpr const char* league_and_final = R"(
[server]
folder = "state"

[[contest]]
id = "quiz"
game = "streams"

[[contest.house]]
name = "edge"
builtin = "ends"

[contest.limits]
sandbox = false

[[contest.phase]]
name = "league"
format = "league"
opponents = "{0}"
deals = 1

[[contest.phase]]
name = "final"
format = "round_robin"
opponents = "{0}"
deals = 1
final = true
)";

/// A contest without a server: nothing is built or played.
struct FieldWorld {
  explicit FieldWorld(std::string_view opponents = "each other")
      : text(fmt::format(league_and_final, opponents)) {}

  std::string text;
  test::TestFolder folder{test::quick_place()};
  test::TestClock clock;
  Games games = all_games();
  TableCache tables;
  Contest contest =
      check_contest(read_contests(text, folder.at("contest.toml")).contests.at(0), games, tables);
  StateFolder state = make_state_folder(folder.at("state"), false);
  Database database{state.database()};
  Accounts accounts{database, clock.function(), PasswordCost::least(), AccountPolicy::open};
  Bots bots{database, clock.function()};
  BotFolders folders{state, bots};
  Phase league{contest, contest.spec.phases.at(0), state, bots, folders};
  Phase final{contest, contest.spec.phases.at(1), state, bots, folders};

  /// An accepted version, with its folder, of a bot that is called like its author.
  Version add(const std::string& name) {
    const AccountId author = accounts.sign_up(name, "correct horse").id;
    const Version version = bots.hand_in(author, contest.spec, name, {"bot.py", name});
    CheckResult result;
    result.is_accepted = true;
    result.command = {"python3", "./bot.py"};
    result.built = "tar of " + name;
    bots.finish(bots.begin_check(bots.queued().front().number)->id, result);
    put_files(name);
    return version;
  }
  [[nodiscard]] std::string files(const std::string& name) const {
    return state.version(sha256("tar of " + name));
  }
  void put_files(const std::string& name) const {
    fs::create_directory(files(name));
    test::put(files(name) + "/bot.py", name);
  }
  /// As after a disk's failure.
  void lose_files(const std::string& name) const {
    fs::remove_all(files(name));
    SQLite::Database(state.database(), SQLite::OPEN_READWRITE)
        .exec("UPDATE file SET bytes = x'' WHERE hash = '" + sha256("tar of " + name) + "'");
  }
  /// Entrants of the phase that no author has.
  void fill(const Phase& phase, int count, const std::string& until) const {
    SQLite::Database(phase.store(), SQLite::OPEN_READWRITE)
        .exec(
            "INSERT INTO entrant (name, player, files_hash, challenger, seed_rating, at_start) "
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
            std::to_string(count) + ") SELECT 'other ' || i, '{}', '', 0, 0, 0 FROM n; " +
            "INSERT INTO stay SELECT id, 0, " + until +
            " FROM entrant WHERE id NOT IN (SELECT entrant FROM stay)");
  }
};

/// The authors' bots that are in the phase now.
std::set<std::string> bots_in(const Phase& phase) {
  std::set<std::string> names;
  for (const StoredEntrant& one : Store(phase.store(), Access::read).entrants()) {
    if (!one.stays.has_left() && !one.name.starts_with("other")) names.insert(one.name);
  }
  return names;
}

std::string waits_for(const NewPhase& made) {
  const auto* const wait = std::get_if<std::string>(&made);
  return wait == nullptr ? "" : *wait;
}

using Names = std::set<std::string>;
const std::string lost = "cannot join: the server has removed the files of this version";

}  // namespace

TEST_CASE("phase field: a full store lets bots leave, then others join", "[host]") {
  FieldWorld world;
  world.add("ann");
  const Version bob = world.add("bob");
  REQUIRE(waits_for(create_phase(world.league, {})).empty());
  world.fill(world.league, most_entrants - 2, "NULL");
  world.add("cat");
  CHECK(update_phase(world.league) == "cat cannot join: the phase has its 2000 entrants");
  CHECK(bots_in(world.league) == Names{"ann", "bob"});
  world.bots.disqualify(bob.id, "a copy");
  CHECK(update_phase(world.league).empty());
  CHECK(bots_in(world.league) == Names{"ann", "cat"});
}

TEST_CASE("phase field: a final takes 2,000 bots, those that were made first", "[host]") {
  FieldWorld world;
  world.add("ann");
  world.add("bob");
  SQLite::Database(world.state.database(), SQLite::OPEN_READWRITE)
      .exec(
          "WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 2003) "
          "INSERT INTO bot (id, contest, account, name, active, made_at) SELECT i, 'quiz', "
          "account, 'bot' || i, NULL, made_at FROM n JOIN bot ON bot.id = 1;"
          "INSERT INTO version SELECT b.id, b.id, 1, v.file, v.file_name, v.language, v.protocol, "
          "v.state, v.reason, v.build_log, v.report, v.built, v.command, v.handed_in_at, "
          "v.checked_at FROM bot b JOIN version v ON v.id = 1 WHERE b.id > 2;"
          "UPDATE bot SET active = id");
  REQUIRE(waits_for(create_phase(world.final, {})).empty());
  const Store store(world.final.store(), Access::read);
  CHECK(store.entrants().size() == most_entrants);
  CHECK(store.entrants().at(0).name == "ann");
  CHECK(store.entrants().back().name == "bot2000");
  CHECK_THAT(store.tournament().file, Catch::Contains("the 3 that were made last have no place"));
}

TEST_CASE("phase field: another version of a house bot is another bot", "[host]") {
  FieldWorld world("house");
  world.add("ann");
  const auto edges = [](const Phase& phase) {
    std::vector<StoredEntrant> all = Store(phase.store(), Access::read).entrants();
    std::erase_if(all, [](const StoredEntrant& one) { return one.name != "edge"; });
    return all;
  };
  for (const Phase* const phase : {&world.league, &world.final}) {
    REQUIRE(waits_for(create_phase(*phase, {})).empty());
    CHECK(phase_entrant(*phase, edges(*phase).at(0)).name == "edge");
    SQLite::Database(phase->store(), SQLite::OPEN_READWRITE)
        .exec("UPDATE entrant SET player = replace(player, '\"version\":1', '\"version\":2')");
    CHECK(error_of([&] { static_cast<void>(phase_entrant(*phase, edges(*phase).at(0))); }) ==
          "edge cannot play: its built-in bot has another version here than when the phase began");
    CHECK(update_phase(*phase).empty());
  }
  CHECK(edges(world.final).size() == 1);
  REQUIRE(edges(world.league).size() == 2);
  CHECK(edges(world.league)[0].stays.has_left());
  CHECK(phase_entrant(world.league, edges(world.league)[0]).name == "edge");  // forfeits
  CHECK(phase_entrant(world.league, edges(world.league)[1]).name == "edge");
}

TEST_CASE("phase field: what has left and cannot play forfeits", "[host]") {
  FieldWorld world;
  const Version ann = world.add("ann");
  world.add("bob");
  REQUIRE(waits_for(create_phase(world.league, {})).empty());
  const auto entrant = [&world] {
    return phase_entrant(world.league, Store(world.league.store(), Access::read).entrants().at(0));
  };
  CHECK(entrant().process()->words.size() > 3);
  world.lose_files("ann");
  CHECK(error_of([&] { static_cast<void>(entrant()); }) ==
        "ann cannot play: the server has removed the files of this version");
  world.bots.disqualify(ann.id, "a copy");
  CHECK(update_phase(world.league).empty());
  CHECK(entrant().name == "ann");
  CHECK(entrant().kind->to_json() ==
        json::value{{"missing", "cannot start: the server has removed the files of this version"}});
}

TEST_CASE("phase field: the stores that were put aside are found, also where one is missing",
          "[host]") {
  const FieldWorld world;
  CHECK(world.state.put_aside(world.league.key()).empty());
  fs::create_directories(fs::path(world.league.store()).parent_path());
  for (const char* const end : {"", "-wal", ".10", ".2", ".2-wal", ".lock"})
    std::ofstream(world.league.store() + end);
  CHECK(world.state.put_aside(world.league.key()) == std::vector{2, 10});
}

TEST_CASE("phase field: those that have left need no room", "[host]") {
  FieldWorld world;
  const Version ann = world.add("ann");
  world.add("bob");
  REQUIRE(waits_for(create_phase(world.league, {})).empty());
  world.fill(world.league, 2 * most_entrants, "0");
  world.add("cat");
  world.bots.disqualify(ann.id, "a copy");
  CHECK(update_phase(world.league).empty());
  CHECK(bots_in(world.league) == Names{"bob", "cat"});
}

TEST_CASE("phase field: a bot that cannot join keeps no other back", "[host]") {
  FieldWorld world;
  for (const char* const name : {"ann", "bob", "cat", "dan", "eva", "fay", "gus"}) world.add(name);
  for (const char* const name : {"ann", "cat", "dan", "fay"}) world.lose_files(name);
  // A final has all, or waits.
  CHECK(error_of([&] { static_cast<void>(create_phase(world.final, {})); }) ==
        "ann " + lost + "; cat " + lost + "; dan " + lost + "; and 1 more");
  CHECK_FALSE(fs::exists(world.final.store()));
  REQUIRE(waits_for(create_phase(world.league, {})).empty());
  CHECK(bots_in(world.league) == Names{"bob", "eva", "gus"});
  world.put_files("ann");
  world.add("hal");
  CHECK(update_phase(world.league) == "cat " + lost + "; dan " + lost + "; fay " + lost);
  CHECK(bots_in(world.league) == Names{"ann", "bob", "eva", "gus", "hal"});
  for (const char* const name : {"cat", "dan", "fay"}) world.put_files(name);
  CHECK(update_phase(world.league).empty());
  CHECK(bots_in(world.league).size() == 8);
}
