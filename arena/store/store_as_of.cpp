// A store as it was at an earlier moment.
#include <fmt/format.h>

#include "arena/store/store_parts.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

/// A day alone stands for its end. What has no zone is UTC.
std::string moment_of(SQLite::Database& database, const std::string& date) {
  constexpr std::size_t day_length = 10;
  SQLite::Statement row(database, "SELECT strftime('%Y-%m-%dT%H:%M:%fZ', ?, ?)");
  row.bind(1, date);
  row.bind(2, date.size() == day_length ? "+1 day" : "+0 days");
  row.executeStep();
  const bool has_day = date.size() >= day_length && date[4] == '-' && date[7] == '-';
  if (!has_day || row.getColumn(0).isNull()) {
    throw Error(
        fmt::format("a date must be such as 2026-11-22, 2026-11-22T18:30 or "
                    "2026-11-22T18:30:05+01:00, not \"{}\"",
                    date));
  }
  return row.getColumn(0).getString();
}

}  // namespace

int Store::matches_at(const std::string& date) const {
  const std::string moment = moment_of(parts_->database, date);
  // The clock may have been wrong for a while: where most matches are on the right side.
  return parts_->number(
      "SELECT coalesce((SELECT number + 1 FROM (SELECT number, sum(iif(stored_at < ?, 1, -1)) OVER "
      "(ORDER BY number) AS agree FROM match) WHERE agree > 0 ORDER BY agree DESC, number LIMIT "
      "1), 0)",
      moment);
}

std::string Store::stored_at(int match) const {
  SQLite::Statement row(parts_->database, "SELECT stored_at FROM match WHERE number = ?");
  SQLite::bind(row, match);
  return row.executeStep() ? row.getColumn(0).getString() : "";
}

/// Temporary views take the place of the tables of the same names.
void Store::look_back(int matches, const std::vector<DealSums>& sums) {
  const int last = matches - 1;
  const int pairing = parts_->number(
      "SELECT coalesce(max(d.pairing), -1) FROM match m JOIN deal d ON d.id = m.deal WHERE "
      "m.number = ?",
      last);
  const int batch =
      parts_->number("SELECT coalesce(max(batch), 0) FROM pairing WHERE number = ?", pairing);
  SQLite::Database& database = parts_->database;
  for (const auto& [table, condition] :
       {std::pair("match", fmt::format("number < {}", matches)),
        std::pair("result", fmt::format("match < {}", matches)),
        std::pair("timing", fmt::format("match < {}", matches)),
        std::pair("record", fmt::format("match < {}", matches)),
        std::pair("pairing", fmt::format("number <= {}", pairing)),
        std::pair("pairing_entrant", fmt::format("pairing <= {}", pairing))}) {
    database.exec(
        fmt::format("CREATE TEMP VIEW {0} AS SELECT * FROM main.{0} WHERE {1}", table, condition));
  }
  parts_->last_batch = batch;
  database.exec("CREATE TEMP TABLE sums AS SELECT * FROM main.sums WHERE 0");
  database.exec("CREATE UNIQUE INDEX temp.sums_key ON sums (entrant, opponent)");
  for (const DealSums& row : sums) parts_->add_sums(row);
  parts_->matches = matches;
}

}  // namespace arena
