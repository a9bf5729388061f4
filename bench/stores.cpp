// Rows of tournaments' stores: how long standings take, and what storing adds to playing.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include "arena/core/rng.hpp"
#include "arena/store/store.hpp"
#include "bench/bench.hpp"
#include "bench/child.hpp"
#include "bench/scratch_file.hpp"

namespace arena::bench {

namespace {

using Words = std::vector<std::string>;

/// A store with entrants, to be filled by SQL: storing so many matches one by one would take hours.
void make_store(const std::string& path, int seats, int entrants) {
  StoredTournament tournament;
  tournament.game = "streams";
  tournament.seats = seats;
  tournament.format = "league";
  std::vector<StoredEntrant> list(static_cast<std::size_t>(entrants));
  for (int i = 0; i < entrants; ++i) {
    list[static_cast<std::size_t>(i)].name = fmt::format("bot{}", i + 1);
    list[static_cast<std::size_t>(i)].at_start = true;
  }
  Store::create(path, tournament, "0x1", list);
}

/// Rows for the pairs that meet, so that standings find one group; their sums are those of
/// entrants.
void add_pairs(SQLite::Database& database, int entrants) {
  // Those who sit together are 1, 7 and 49 apart in the list.
  for (const int apart : {1, 7, 49, 7 - 1, 49 - 1, 49 - 7}) {
    database.exec("CREATE TEMP TABLE pair AS SELECT * FROM sums WHERE opponent = 0");
    database.exec(
        fmt::format("UPDATE pair SET entrant = min(entrant, (entrant - 1 + {0}) % {1} + 1), "
                    "opponent = max(entrant, (entrant - 1 + {0}) % {1} + 1)",
                    apart, entrants));
    database.exec("INSERT INTO sums SELECT * FROM pair");
    database.exec("DROP TABLE pair");
  }
}

/// Matches of four, four to a deal, with random places.
void add_matches(const std::string& path, int matches, int entrants) {
  constexpr int seats = 4;
  SQLite::Database database(path, SQLite::OPEN_READWRITE);
  SQLite::Transaction all(database);
  database.exec("INSERT INTO pairing VALUES (0, 0, 'bench', 1)");
  SQLite::Statement deal(database, "INSERT INTO deal VALUES (?, 0, ?, '1')");
  SQLite::Statement match(database, "INSERT INTO match VALUES (?, ?, ?, '2026-01-01T00:00:00Z')");
  SQLite::Statement result(database, "INSERT INTO result VALUES (?, ?, ?, ?, ?, 0.0, '', '')");
  SQLite::Statement timing(database, "INSERT INTO timing VALUES (?, ?, 20, 20, 1)");
  const auto add = [](SQLite::Statement& row, auto... values) {
    int column = 0;
    (row.bind(++column, values), ...);
    row.exec();
    row.reset();
  };
  database.exec(
      fmt::format("INSERT INTO sums SELECT id, 0, {0}, {0}, {0}, 0, 0, {0}, {0}, 0, 0, 0, 0, 0 "
                  "FROM entrant",
                  matches / entrants));
  add_pairs(database, entrants);
  Rng rng(1);
  std::uint32_t first = 0;
  for (int number = 0; number < matches; ++number) {
    if (number % seats == 0) {
      first = rng.below(static_cast<std::uint32_t>(entrants));
      add(deal, number / seats + 1, number / seats);
    }
    add(match, number, number / seats + 1, number % seats);
    const auto winner = static_cast<int>(rng.below(seats));
    for (int seat = 0; seat < seats; ++seat) {
      const int apart = seat == 0 ? 0 : seat == 1 ? 1 : seat == 2 ? 7 : 49;
      const int entrant = (static_cast<int>(first) + apart) % entrants + 1;
      const int place = (seat - winner + seats) % seats + 1;
      add(result, number, seat, entrant, 100 - place, place);
      add(timing, number, seat);
    }
  }
  all.commit();
}

/// The sums of so many matches of two. Standings of two at a table read nothing else, so the
/// matches themselves are left out.
void add_sums(const std::string& path, std::int64_t matches, int entrants) {
  SQLite::Database database(path, SQLite::OPEN_READWRITE);
  SQLite::Transaction all(database);
  const std::int64_t pairs = std::int64_t{entrants} * (entrants - 1) / 2;
  const auto deals = static_cast<int>(matches / 2 / pairs);
  SQLite::Statement sums(database,
                         "INSERT INTO sums VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, 0, 0, 0, 0, 0)");
  const auto add = [&sums](int entrant, int opponent, int of_deals, int wins) {
    const int played = 2 * of_deals;
    const double points = wins;
    const double squares = points * points / of_deals + of_deals / 4.0;
    int column = 0;
    for (const int value : {entrant, opponent, of_deals, played, wins, played - wins})
      sums.bind(++column, value);
    sums.bind(++column, points);
    sums.bind(++column, squares);
    sums.exec();
    sums.reset();
  };
  Rng rng(1);
  for (int entrant = 1; entrant <= entrants; ++entrant) {
    add(entrant, 0, deals * (entrants - 1), deals * (entrants - 1));
    for (int opponent = entrant + 1; opponent <= entrants; ++opponent) {
      const auto luck = static_cast<int>(rng.below(static_cast<std::uint32_t>(deals)));
      add(entrant, opponent, deals, deals / 2 + luck);
    }
  }
  all.commit();
}

void take_standings(const Bench& bench, Result& line, const std::string& store) {
  for (int run = 0; run < bench.runs; ++run) {
    const Stopwatch watch;
    run_child({bench.arena, "standings", store, "--csv"});
    line.figure.add(watch.seconds());
  }
}

std::vector<Result> of_matches(const Bench& bench) {
  const int entrants = bench.times(1000, 60);
  const ScratchFile store("_matches.db");
  make_store(store.path(), 4, entrants);
  add_matches(store.path(), bench.times(1'000'000, 4000), entrants);
  Result time{"standings of 1,000,000 stored games of four, 1,000 bots", "s", "", "", at_most(5)};
  take_standings(bench, time, store.path());
  Result size{"arena's largest resident size for them", "MiB", "", "", at_most(1024)};
  size.figure.add(
      most_resident_of({"/bin/sh", "-c", "exec \"$0\" standings \"$1\" --csv >/dev/null",
                        bench.arena, store.path()}));
  return {time, size};
}

Result of_sums(const Bench& bench, int entrants, std::optional<Bar> bar) {
  const ScratchFile store("_sums.db");
  make_store(store.path(), 2, entrants);
  add_sums(store.path(), bench.times(10'000'000, 4 * entrants * entrants), entrants);
  Result line{fmt::format("standings of 10,000,000 stored games of two, {} bots", entrants), "s",
              "", "", bar};
  take_standings(bench, line, store.path());
  return line;
}

/// The same games by `arena run`, with and without a store.
Result cost(const Bench& bench, const std::string& bots, const Words& players, int games,
            std::optional<Bar> bar) {
  Result line{"games with a store, -j 2, " + bots, "games/s", "without", "games/s", bar};
  for (int run = 0; run < bench.runs; ++run) {
    const ScratchFile store("_run.db");
    Words words = lost_cities_run(bench.arena, games, players);
    const double without = games_per_second(words, games);
    words.insert(words.end(), {"--store", store.path()});
    line.add(games_per_second(words, games), without);
  }
  return line;
}

}  // namespace

std::vector<Result> stores(const Bench& bench) {
  std::vector<Result> lines = of_matches(bench);
  lines.push_back(of_sums(bench, bench.times(200, 20), at_most(1)));
  lines.push_back(of_sums(bench, bench.times(1000, 20), {}));
  lines.push_back(cost(bench, "instant bots",
                       {"-p", bench.lost_cities_bot, "-p", bench.lost_cities_bot},
                       bench.times(1000, 3), ratio_at_least(0.97)));
  return lines;
}

}  // namespace arena::bench
