// Games that people have played in the browser.
#include "arena/contest/phases/table_games.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/contest/clock.hpp"
#include "tests/files.hpp"

namespace arena::contest {
namespace {

struct TableGamesWorld {
  explicit TableGamesWorld(int kept = 10'000) : games(database, clock.function(), kept) {}

  AccountId sign_up(const std::string& name) {
    return accounts.add(name, "correct horse", Role::author).id;
  }
  std::vector<std::string> tables_of(AccountId account, int count, std::int64_t before = 0) {
    std::vector<std::string> tables;
    for (const TableGame& game : games.of(account, count, before)) tables.push_back(game.table);
    return tables;
  }

  test::TestFolder folder{test::quick_place()};
  test::TestClock clock;
  Database database{folder.at("host.db")};
  Accounts accounts{database, clock.function(), PasswordCost::least(), AccountPolicy::open};
  TableGames games;
};

using Tables = std::vector<std::string>;

TEST_CASE("table games: each is found, and in the lists of its players", "[host]") {
  TableGamesWorld world;
  const AccountId ann = world.sign_up("ann");
  const AccountId bob = world.sign_up("bob");
  world.games.add("streams", "t1", "{\"one\"}", {ann, bob});
  world.clock.pass(std::chrono::hours(1));
  world.games.add("cards", "t2", "{\"two\"}", {ann, ann});  // one account at two seats
  world.games.add("cards", "t3", "{\"three\"}", {});
  const auto found = world.games.find("cards", "t2");
  REQUIRE(found);
  CHECK(found->record == "{\"two\"}");
  CHECK(found->played_at == world.clock.now());
  CHECK_FALSE(world.games.find("streams", "t2"));
  CHECK(world.games.find("cards", "t3"));
  CHECK(world.tables_of(ann, 10) == Tables{"t2", "t1"});
  CHECK(world.tables_of(bob, 10) == Tables{"t1"});
  CHECK(world.tables_of(ann, 1) == Tables{"t2"});
  CHECK(world.tables_of(ann, 10, found->number) == Tables{"t1"});
}

TEST_CASE("table games: read-only mode stores them, and those of guests are kept in a number",
          "[host]") {
  TableGamesWorld world(2);
  const AccountId ann = world.sign_up("ann");
  world.database.set_read_only(true);
  world.games.add("cards", "own", "{}", {ann});
  for (int i = 0; i < 5; ++i) world.games.add("cards", "guests" + std::to_string(i), "{}", {});
  CHECK_FALSE(world.games.find("cards", "guests2"));
  CHECK(world.games.find("cards", "guests3"));
  CHECK(world.games.find("cards", "guests4"));
  CHECK(world.tables_of(ann, 10) == Tables{"own"});
}

TEST_CASE("table games: the database of an earlier arena gets their tables", "[host]") {
  const test::TestFolder folder(test::quick_place());
  {
    Database database(folder.at("host.db"));
    database.note([](Statements& sql) {
      sql.connection().exec(
          "DROP TABLE activation; DROP TABLE table_player; DROP TABLE table_game; "
          "PRAGMA user_version = 2");
    });
  }
  Database database(folder.at("host.db"));
  TableGames games(database, system_now);
  games.add("cards", "one", "{}", {});
  CHECK(games.find("cards", "one"));
}

}  // namespace
}  // namespace arena::contest
