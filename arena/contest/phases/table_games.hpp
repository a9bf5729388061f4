// Games that people have played in the browser. Whoever has the address of a table, which has its
// id, may see its game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/contest/people/accounts.hpp"

namespace arena::contest {

struct TableGame {
  std::int64_t number = 0;  // ascending in time
  std::string contest;
  std::string table;   // its id
  std::string record;  // a line, without the commands of its players
  Moment played_at;
};

/// Thread-safe. Games of accounts stay; of those that only guests have played, the latest.
class TableGames {
 public:
  TableGames(Database& database, Now now, int kept_of_guests = 10'000)
      : database_(database), now_(std::move(now)), kept_of_guests_(kept_of_guests) {}

  /// `accounts`: of those players that have one. It is on the disk when this returns, in read-only
  /// mode too.
  void add(const std::string& contest, const std::string& table, const std::string& record,
           const std::vector<AccountId>& accounts);
  [[nodiscard]] std::optional<TableGame> find(const std::string& contest, const std::string& table);
  /// The newest first; `before`: only games with smaller numbers, 0 for the newest.
  [[nodiscard]] std::vector<TableGame> of(AccountId account, int count, std::int64_t before = 0);

 private:
  Database& database_;
  Now now_;
  const int kept_of_guests_;
};

}  // namespace arena::contest
