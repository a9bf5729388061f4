#include "arena/store/store.hpp"

#include <SQLiteCpp/Database.h>
#include <catch2/catch.hpp>

#include "arena/store/chain.hpp"
#include "arena/store/holder.hpp"
#include "arena/store/record_codec.hpp"
#include "arena/util/error.hpp"
#include "tests/files.hpp"

namespace arena {

namespace {

const StoredTournament tournament{
    "streams", {{"deck", "readme"}}, 2, "round_robin", "the file", "c0ffee", "0.1", std::nullopt};

StoredEntrant entrant(const std::string& name, const std::string& files_hash = "") {
  StoredEntrant entrant;
  entrant.name = name;
  entrant.player = {{"kind", "builtin"}};
  entrant.files_hash = files_hash;
  return entrant;
}

Store make_store(const std::string& path) {
  return Store::create(path, tournament, "0x12", {entrant("ann"), entrant("bob")});
}

/// Match `number` of a pairing of two, with a deal of two matches.
StoredMatch match(int number) {
  StoredMatch match;
  match.number = number;
  match.deal = number / 2;
  match.seed = 0xF000000000000000 + static_cast<std::uint64_t>(match.deal);
  match.table = number % 2;
  match.seats = {{1, 10 + number, 1, 3, "", "", 5, 100, 50},
                 {2, 7 + number, 2, -3, "time", "too late", 6, 200, 90}};
  match.record = "{\"game\":\"streams\",\"number\":" + std::to_string(number) + "}";
  return match;
}

}  // namespace

TEST_CASE("a store gives back what was stored, also after it is opened again", "[store]") {
  const test::TestFolder folder;
  const std::string path = folder.path() / "a.db";
  const Sums sums{1, 2, 2, 0, 0, 2, 4, 21, 441, 6, 36, -8, 64, 1};
  const Sums more{1, 2, 0, 1, 1, 0.5, 0.25, 5, 25, -3, 9, 2, 4, 0};
  {
    Store store = make_store(path);
    CHECK(store.add({{0, 0, "round 1", {2, 1}, 3}}, store.entrants()));
    store.add(match(0), {});
    store.add(match(1), {{1, std::nullopt, sums}, {1, 2, sums}});
    store.add(match(2), {});
    store.add(match(3), {{1, std::nullopt, more}});
  }
  const Store store(path, Access::read);
  CHECK(store.tournament().game == "streams");
  CHECK(store.tournament().options == tournament.options);
  CHECK(store.entrants().at(1).name == "bob");
  CHECK(store.pairings().at(0).entrants == std::vector{2, 1});
  CHECK(store.matches() == 4);
  int number = 0;
  store.for_each_match(0, [&](const StoredMatch& stored) {
    const StoredMatch expected = match(number++);
    CHECK(stored.number == expected.number);
    CHECK(stored.deal == expected.deal);
    CHECK(stored.seed == expected.seed);
    CHECK(stored.table == expected.table);
    CHECK(store.record(stored.number) == expected.record);
    CHECK(stored.seats.at(1).fault == "time");
    CHECK(stored.seats.at(1).margin == -3);
    CHECK(stored.seats.at(0).score == expected.seats.at(0).score);
    CHECK(stored.seats.at(0).slowest_us == 50);
  });
  CHECK(number == 4);
  const auto stored = store.sums();
  REQUIRE(stored.size() == 2);
  CHECK(stored.at(0).sums == Sums{2, 4, 2, 1, 1, 2.5, 4.25, 26, 466, 3, 45, -6, 68, 1});
  CHECK(stored.at(1).opponent == 2);
  CHECK(stored.at(1).sums == sums);
}

TEST_CASE("the seed is shown when it is revealed", "[store]") {
  const test::TestFolder folder;
  Store store = make_store(folder.path() / "a.db");
  CHECK_FALSE(store.tournament().seed);
  CHECK(store.root_seed() == "0x12");
  store.reveal_seed();
  CHECK(store.tournament().seed == "0x12");
  CHECK(store.root_seed() == "0x12");
}

TEST_CASE("entrants come, leave and are replaced from the next batch on", "[store]") {
  const test::TestFolder folder;
  Store store = make_store(folder.path() / "a.db");
  CHECK_THROWS_WITH(store.add(entrant("ann")), "there is an entrant named \"ann\" already");
  CHECK_THROWS_WITH(store.withdraw("carol"), Catch::Contains("no entrant named \"carol\""));
  CHECK_THROWS_WITH(store.replace(entrant("carol")), Catch::Contains("no entrant"));
  store.add(entrant("carol"));
  const std::vector<StoredEntrant> before = store.entrants();
  CHECK(before.at(2).stays == Stays{{{0, std::nullopt}}});
  CHECK(before.at(0).at_start);
  CHECK_FALSE(before.at(2).at_start);
  REQUIRE(store.add({{0, 0, "", {1, 2}, 1}, {1, 1, "", {1, 3}, 1}}, before));
  store.withdraw("ann");
  CHECK(store.entrants().at(0).stays == Stays{{{0, 2}}});
  CHECK_THROWS_WITH(store.withdraw("ann"), Catch::Contains("has left"));
  CHECK_THROWS_WITH(store.replace(entrant("bob")), "bob plays with this bot already");
  store.replace(entrant("bob", "other files"));
  CHECK(store.entrants().at(1).stays == Stays{{{0, 2}}});
  CHECK(store.entrants().at(3).name == "bob");
  CHECK(store.entrants().at(3).stays == Stays{{{2, std::nullopt}}});
  // A batch that was decided for others is not stored.
  CHECK_FALSE(store.add({{2, 2, "", {1, 2}, 1}}, before));
  CHECK(store.pairings().size() == 2);
}

TEST_CASE("a bot that comes back is the same entrant", "[store]") {
  const test::TestFolder folder;
  const std::string path = folder.path() / "a.db";
  Store store = make_store(path);
  const auto decide = [&store](int batch) {
    REQUIRE(store.add({{batch, batch, "", {1, 2}, 1}}, store.entrants()));
  };
  decide(0);
  store.withdraw("ann");
  store.add(entrant("ann"));  // it has missed no batch
  CHECK(store.entrants().at(0).stays == Stays{{{0, std::nullopt}}});
  store.replace(entrant("ann", "other files"));
  decide(1);
  decide(2);
  store.replace(entrant("ann"));
  CHECK(store.entrants().size() == 3);
  CHECK(store.entrants().at(0).stays == Stays{{{0, 1}, {3, std::nullopt}}});
  CHECK(store.entrants().at(2).stays == Stays{{{1, 3}}});
  CHECK_THROWS_WITH(store.add(entrant("ann", "other files")), Catch::Contains("already"));
  decide(3);
  store.withdraw("ann");
  const Stays both{{{0, 1}, {3, 4}}};
  CHECK(store.entrants().at(0).stays == both);
  for (const auto& [batch, plays] :
       {std::pair(0, true), {1, false}, {2, false}, {3, true}, {4, false}})
    CHECK(both.include(batch) == plays);
  // Of one that never played, a stay of no batch is left.
  store.add(entrant("cat"));
  store.withdraw("cat");
  CHECK(store.entrants().at(3).stays == Stays{{{4, 4}}});

  store.add(match(0), {});
  store.add(match(1), {});
  Store earlier(path, Access::read);
  earlier.look_back(1, {});  // in batch 0
  CHECK(earlier.entrants().size() == 2);
  CHECK(earlier.entrants().at(0).stays == Stays{{{0, std::nullopt}}});
}

TEST_CASE("a store has room for so many at once, and for any number that have left", "[store]") {
  const test::TestFolder folder;
  const std::string path = folder.path() / "a.db";
  std::vector<StoredEntrant> all;
  for (int i = 0; i < most_entrants; ++i) all.push_back(entrant("bot " + std::to_string(i)));
  Store store = Store::create(path, tournament, "0x12", all);
  CHECK_THROWS_WITH(store.add(entrant("ann")), Catch::Contains("room for 2000 entrants at once"));
  store.replace(entrant("bot 7", "other files"));
  store.withdraw("bot 7");
  store.add(entrant("ann"));
  CHECK_THROWS_WITH(store.add(entrant("bot 7")), Catch::Contains("room for 2000"));  // comes back
  REQUIRE(store.add({{0, 0, "", {1, 2}, 1}}, store.entrants()));
  for (int i = 0; i < 10; ++i) store.replace(entrant("ann", std::to_string(i)));
  store.withdraw("bot 9");
  store.add(entrant("bot 7"));
  CHECK(Store(path, Access::read).entrants().size() == most_entrants + 12);
  // More at once, in the middle of it, are damage.
  SQLite::Database database(path, SQLite::OPEN_READWRITE);
  database.exec("UPDATE stay SET since = 0, until = 1 WHERE until IS NOT NULL");
  CHECK_THROWS_WITH(Store(path, Access::read).entrants(), Catch::Contains("too many entrants"));
}

TEST_CASE("a store of version 2 is read as it is, and becomes one of today when it is written",
          "[store]") {
  const test::TestFolder folder;
  const std::string path = folder.path() / "a.db";
  make_store(path);
  SQLite::Database(path, SQLite::OPEN_READWRITE)
      .exec(
          "ALTER TABLE entrant ADD COLUMN since INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE entrant ADD COLUMN until INTEGER;"
          "UPDATE entrant SET until = 0 WHERE name = 'ann'; DROP TABLE stay;"
          "CREATE UNIQUE INDEX entrant_name ON entrant (name) WHERE until IS NULL;"
          "DROP TABLE chain; PRAGMA user_version = 2; PRAGMA wal_checkpoint(TRUNCATE)");
  const std::string before = test::content_of(path);
  const auto check_entrants = [](const Store& store) {
    REQUIRE(store.entrants().size() == 2);
    CHECK(store.entrants().at(0).stays == Stays{{{0, 0}}});
    CHECK(store.entrants().at(1).stays == Stays{{{0, std::nullopt}}});
  };
  check_entrants(Store(path, Access::read));
  check_entrants(Store(path, Access::snapshot));
  CHECK(test::content_of(path) == before);
  {
    Store store(path, Access::write);
    check_entrants(store);
    store.add(entrant("ann"));
    CHECK(store.entrants().at(0).stays == Stays{{{0, std::nullopt}}});
  }
  CHECK(Store(path, Access::read).entrants().size() == 2);
}

TEST_CASE("each record changes the head of the chain, and all of them give it again", "[store]") {
  const test::TestFolder folder;
  const std::string path = folder.path() / "a.db";
  std::string head = tournament.commitment;
  {
    Store store = make_store(path);
    CHECK(store.head() == tournament.commitment);
    REQUIRE(store.add({{0, 0, "", {1, 2}, 3}}, store.entrants()));
    store.add_deal(std::vector{match(0), match(1)}, {});
    store.reveal_seed();
    for (const int number : {0, 1}) head = next_head("0x12", head, match(number).record);
    CHECK(store.head() == head);
  }
  // A store of version 3 has no chain, and gets it when it is played.
  SQLite::Database(path, SQLite::OPEN_READWRITE)
      .exec("DROP TABLE chain; PRAGMA user_version = 3; PRAGMA wal_checkpoint(TRUNCATE)");
  CHECK(Store(path, Access::snapshot).head() == std::nullopt);
  Store store(path, Access::play);
  CHECK(store.head() == head);
  store.add(match(2), {});
  CHECK(Store(path, Access::read).head() == next_head("0x12", head, match(2).record));
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec("DELETE FROM chain");
  CHECK_THROWS_WITH(store.add(match(3), {}), Catch::Contains("its chain has no head"));
  CHECK(store.matches() == 3);
}

TEST_CASE("a snapshot stands still, and a store can look back", "[store]") {
  const test::TestFolder folder;
  const std::string path = folder.path() / "a.db";
  Store store = make_store(path);
  REQUIRE(store.add({{0, 0, "", {1, 2}, 3}}, store.entrants()));
  store.add(match(0), {});
  const Sums sums{1, 2, 2, 0, 0, 2, 4, 21, 441, 6, 36, -8, 64, 1};
  store.add(match(1), {{1, std::nullopt, sums}});
  Store snapshot(path, Access::snapshot);
  store.add(match(2), {});
  store.add(match(3), {{1, std::nullopt, sums}});
  store.withdraw("bob");
  CHECK(snapshot.matches() == 2);
  CHECK(snapshot.sums().at(0).sums.deals == 1);
  Store earlier(path, Access::snapshot);
  CHECK(earlier.matches_at("2000-01-01") == 0);
  CHECK(earlier.matches_at("2999-01-01T10:00+01:00") == 4);
  CHECK_THROWS_WITH(earlier.matches_at("now"), Catch::Contains("2026-11-22"));
  CHECK(earlier.stored_at(3) >= earlier.stored_at(0));
  earlier.look_back(2, {{1, std::nullopt, sums}});
  CHECK(earlier.matches() == 2);
  CHECK(earlier.sums().at(0).sums.deals == 1);
  CHECK_FALSE(earlier.entrants().at(1).stays.has_left());
  int number = 0;
  earlier.for_each_match(0, [&number](const StoredMatch&) { ++number; });
  CHECK(number == 2);
}

TEST_CASE("runs add up, and one that was stopped ends where it was", "[store]") {
  const test::TestFolder folder;
  StoredTournament runs = tournament;
  runs.format = run_format;
  Store store = Store::create(folder.path() / "a.db", runs, "", {});
  CHECK(store.begin_run({0, "0x1", "arena run"}, 5, {entrant("ann"), entrant("bob")}) == 0);
  store.add_deal(std::vector{match(0), match(1)}, {});
  CHECK(store.matches() == 2);
  StoredEntrant ann = store.entrants().at(0);
  CHECK(store.begin_run({0, "0x2", "arena run"}, 5, {ann, entrant("carol")}) == 1);
  CHECK(store.pairings().at(0).deals == 1);
  CHECK(store.pairings().at(1).entrants == std::vector{1, 3});
  // Nothing of the second run was stored: the third takes its place.
  CHECK(store.begin_run({0, "0x3", "arena run"}, 5, {ann, entrant("dora")}) == 1);
  REQUIRE(store.runs().size() == 2);
  CHECK(store.runs().at(1).seed == "0x3");
}

TEST_CASE("records are compressed with a dictionary of the first ones, and read back", "[store]") {
  const test::TestFolder folder;
  const std::string path = folder.path() / "a.db";
  const int count = records_for_dictionary + 5;
  {
    Store store = make_store(path);
    CHECK(store.add({{0, 0, "", {1, 2}, count}}, store.entrants()));
    for (int number = 0; number < count / 2; ++number) store.add(match(number), {});
  }
  Store store(path, Access::play);
  for (int number = count / 2; number < count; ++number) store.add(match(number), {});
  CHECK(SQLite::Database(path).execAndGet("SELECT count(*) FROM dictionary").getInt() == 1);
  for (int number = 0; number < count; ++number)
    CHECK(store.record(number) == match(number).record);
  CHECK_THROWS_WITH(store.record(count), Catch::Contains("has no match"));
}

TEST_CASE("a file that is no store, or one of a newer arena, is refused and left alone",
          "[store]") {
  const test::TestFolder folder;
  const std::string path = folder.path() / "a.db";
  CHECK_THROWS_AS(Store(path, Access::read), Error);
  test::put(path, "not a database, but long enough to be one for sqlite to look at it...");
  CHECK_THROWS_WITH(Store(path, Access::write), Catch::Contains("as a store"));
  std::filesystem::remove(path);
  make_store(path);
  CHECK_THROWS_WITH(make_store(path), Catch::Contains("there already"));
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
  const std::string before = test::content_of(path);
  CHECK_THROWS_WITH(Store(path, Access::write), Catch::Contains("newer arena"));
  CHECK(test::content_of(path) == before);
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 1");
  CHECK_THROWS_WITH(Store(path, Access::read), Catch::Contains("unreleased arena"));
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec("PRAGMA application_id = 1");
  CHECK_THROWS_WITH(Store(path, Access::write), Catch::Contains("is not a store of arena"));
}

TEST_CASE("a second process learns who holds a store", "[store]") {
  const test::TestFolder folder;
  const std::string path = folder.path() / "a.db";
  {
    const Holder holder(path);
    CHECK_THROWS_WITH(Holder(path), Catch::Contains("process " + std::to_string(::getpid())));
  }
  CHECK_NOTHROW(Holder(path));
}

TEST_CASE("a back-up is a whole store", "[store]") {
  const test::TestFolder folder;
  Store store = make_store(folder.path() / "a.db");
  REQUIRE(store.add({{0, 0, "", {1, 2}, 1}}, store.entrants()));
  store.add(match(0), {});
  store.back_up(folder.path() / "b.db");
  CHECK(Store(folder.path() / "b.db", Access::read).record(0) == match(0).record);
  CHECK_THROWS_AS(store.back_up(folder.path() / "b.db"), Error);
}

}  // namespace arena
