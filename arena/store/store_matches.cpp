// Some matches of a store, found by its indexes.
#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "arena/store/store_parts.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

/// The numbers of at most `count` matches of one entrant. The plus signs keep SQLite from walking
/// through all matches of a bot that hardly ever forfeits.
std::string of_entrant(const MatchQuery& query) {
  const std::string order = query.newest_first ? " DESC LIMIT ?" : " LIMIT ?";
  if (query.only_forfeits)
    return "SELECT match FROM result WHERE entrant = ? AND fault <> '' AND +match >= ? AND "
           "+match < ? ORDER BY +match" +
           order;
  return "SELECT match FROM result WHERE entrant = ? AND match >= ? AND match < ? ORDER BY match" +
         order;
}

template <class Order>
std::vector<int> first_of(const std::set<int, Order>& numbers, int count) {
  std::vector<int> first(numbers.begin(), numbers.end());
  first.resize(std::min(first.size(), static_cast<std::size_t>(count)));
  return first;
}

}  // namespace

std::vector<StoredMatch> Store::find(const MatchQuery& query) const {
  const int before = query.before.value_or(std::numeric_limits<int>::max());
  std::set<int> numbers;
  std::vector<StoredMatch> found;
  const auto add_numbers = [&](SQLite::Statement& row) {
    while (row.executeStep()) numbers.insert(row.getColumn(0).getInt());
    row.reset();
  };
  parts_->read([&] {
    if (query.entrants.empty() && !query.only_forfeits) {
      add_numbers(parts_->sql.query(
          std::string("SELECT number FROM match WHERE number >= ? AND number < ? ORDER BY number") +
              (query.newest_first ? " DESC LIMIT ?" : " LIMIT ?"),
          query.first, before, query.count));
    } else {
      const std::set<int> all = parts_->ids();
      const std::vector<int> entrants =
          query.entrants.empty() ? std::vector<int>(all.begin(), all.end()) : query.entrants;
      for (const int entrant : entrants) {
        add_numbers(
            parts_->sql.query(of_entrant(query), entrant, query.first, before, query.count));
      }
    }
    const std::vector<int> wanted =
        query.newest_first
            ? first_of(std::set<int, std::greater<>>(numbers.begin(), numbers.end()), query.count)
            : first_of(numbers, query.count);
    for (const int number : wanted) {
      SQLite::Statement& row = parts_->sql.query(
          std::string(match_columns) + "WHERE m.number = ? ORDER BY r.seat", number);
      while (row.executeStep()) {
        if (found.empty() || found.back().number != number) found.push_back(read_match(row));
        found.back().seats.push_back(read_seat(row));
      }
      row.reset();
    }
  });
  return found;
}

void Store::for_each_match_of_forfeited_deals(
    const std::function<void(const StoredMatch&)>& use) const {
  parts_->read([&] {
    SQLite::Statement row(parts_->sql.connection(),
                          std::string(match_columns) +
                              "WHERE m.deal IN (SELECT f.deal FROM match f JOIN result s ON "
                              "s.match = f.number WHERE s.fault <> '') ORDER BY m.number, r.seat");
    std::optional<StoredMatch> match;
    while (row.executeStep()) {
      if (match && row.getColumn(0).getInt() != match->number) use(*std::exchange(match, {}));
      if (!match) match = read_match(row);
      match->seats.push_back(read_seat(row));
    }
    if (match) use(*match);
  });
}

// A store as it was at an earlier moment.

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
  const std::string moment = moment_of(parts_->sql.connection(), date);
  // The clock may have been wrong for a while: where most matches are on the right side.
  return parts_->sql.first<int>(
      "SELECT coalesce((SELECT number + 1 FROM (SELECT number, sum(iif(stored_at < ?, 1, -1)) OVER "
      "(ORDER BY number) AS agree FROM match) WHERE agree > 0 ORDER BY agree DESC, number LIMIT "
      "1), 0)",
      moment);
}

std::string Store::stored_at(int match) const {
  SQLite::Statement row(parts_->sql.connection(), "SELECT stored_at FROM match WHERE number = ?");
  SQLite::bind(row, match);
  return row.executeStep() ? row.getColumn(0).getString() : "";
}

/// Temporary views take the place of the tables of the same names.
void Store::look_back(int matches, const std::vector<DealSums>& sums) {
  const int last = matches - 1;
  const int pairing = parts_->sql.first<int>(
      "SELECT coalesce(max(d.pairing), -1) FROM match m JOIN deal d ON d.id = m.deal WHERE "
      "m.number = ?",
      last);
  const int batch = parts_->sql.first<int>(
      "SELECT coalesce(max(batch), 0) FROM pairing WHERE number = ?", pairing);
  SQLite::Database& database = parts_->sql.connection();
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
