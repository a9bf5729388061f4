#include "arena/contest/phases/table_games.hpp"

#include <limits>

namespace arena::contest {

namespace {

TableGame game_of(SQLite::Statement& row) {
  return {row.getColumn(0).getInt64(), row.getColumn(1).getString(), row.getColumn(2).getString(),
          row.getColumn(3).getString(),
          read_moment(row.getColumn(4).getString()).value_or(Moment())};
}

}  // namespace

void TableGames::add(const std::string& contest, const std::string& table,
                     const std::string& record, const std::vector<AccountId>& accounts) {
  database_.note([&](Statements& sql) {
    sql.run(
        "INSERT INTO table_game (contest, id, record, played_at, is_of_guests) VALUES (?, ?, ?, ?, "
        "?)",
        contest, table, record, stored_moment(now_()), accounts.empty() ? 1 : 0);
    const std::int64_t number = sql.last_id();
    for (const AccountId account : accounts)
      sql.run("INSERT OR IGNORE INTO table_player (account, game) VALUES (?, ?)", account, number);
    sql.run(
        "DELETE FROM table_game WHERE number IN (SELECT number FROM table_game WHERE is_of_guests "
        "= 1 ORDER BY number DESC LIMIT -1 OFFSET ?)",
        kept_of_guests_);
  });
}

std::optional<TableGame> TableGames::find(const std::string& contest, const std::string& table) {
  return database_.read([&](Statements& sql) -> std::optional<TableGame> {
    SQLite::Statement& row = sql.query(
        "SELECT number, contest, id, record, played_at FROM table_game WHERE contest = ? AND id = "
        "?",
        contest, table);
    return row.executeStep() ? std::optional(game_of(row)) : std::nullopt;
  });
}

std::vector<TableGame> TableGames::of(AccountId account, int count, std::int64_t before) {
  if (before <= 0) before = std::numeric_limits<std::int64_t>::max();
  return database_.read([&](Statements& sql) {
    std::vector<TableGame> games;
    SQLite::Statement& row = sql.query(
        "SELECT g.number, g.contest, g.id, g.record, g.played_at FROM table_player p JOIN "
        "table_game g ON g.number = p.game WHERE p.account = ? AND p.game < ? ORDER BY p.game DESC "
        "LIMIT ?",
        account, before, count);
    while (row.executeStep()) games.push_back(game_of(row));
    return games;
  });
}

}  // namespace arena::contest
