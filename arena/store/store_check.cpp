// What is wrong with a store's file and rows, whatever they mean.
#include <array>
#include <utility>

#include <fmt/format.h>

#include "arena/store/store_parts.hpp"

namespace arena {

namespace {

/// What has no foreign key, or a key in the other direction. Each query counts rows.
constexpr std::array<std::pair<const char*, const char*>, 9> loose = {{
    {"deals without a game", "SELECT count(*) FROM deal WHERE id NOT IN (SELECT deal FROM match)"},
    {"pairings without entrants",
     "SELECT count(*) FROM pairing WHERE number NOT IN (SELECT pairing FROM pairing_entrant)"},
    {"results without times",
     "SELECT count(*) FROM result r WHERE NOT EXISTS "
     "(SELECT 1 FROM timing t WHERE t.match = r.match AND t.seat = r.seat)"},
    {"times without a result",
     "SELECT count(*) FROM timing t WHERE NOT EXISTS "
     "(SELECT 1 FROM result r WHERE r.match = t.match AND r.seat = t.seat)"},
    {"dictionaries too many", "SELECT count(*) FROM dictionary WHERE id <> 1"},
    {"tournaments too many",
     "SELECT (SELECT count(*) FROM tournament WHERE id <> 1) + "
     "(SELECT count(*) FROM secret WHERE id <> 1)"},
    {"games with impossible numbers or tables",
     "SELECT count(*) FROM match WHERE number < 0 OR at_table NOT BETWEEN 0 AND 15"},
    {"results or records without a game",
     "SELECT (SELECT count(*) FROM result WHERE match NOT IN (SELECT number FROM match)) + "
     "(SELECT count(*) FROM record WHERE match NOT IN (SELECT number FROM match))"},
    {"results with impossible values",
     "SELECT count(*) FROM result WHERE score NOT BETWEEN -2147483647 AND 2147483647 OR "
     "place NOT BETWEEN 1 AND 16"},
}};

}  // namespace

std::string Store::path() const { return parts_->sql.connection().getFilename(); }

std::vector<std::string> Store::damage() const {
  std::vector<std::string> found;
  try {
    SQLite::Statement row(parts_->sql.connection(), "PRAGMA integrity_check(20)");
    while (row.executeStep()) found.push_back(row.getColumn(0).getString());
  } catch (const SQLite::Exception& error) {
    found.emplace_back(error.what());
  }
  if (found == std::vector<std::string>{"ok"}) found.clear();
  return found;
}

std::vector<std::string> Store::loose_rows() const {
  std::vector<std::string> found;
  SQLite::Statement row(parts_->sql.connection(),
                        "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check "
                        "GROUP BY 1, 2 ORDER BY 1, 2");
  while (row.executeStep()) {
    found.push_back(fmt::format("rows of the table {} that belong to no {}: {}",
                                row.getColumn(0).getString(), row.getColumn(1).getString(),
                                row.getColumn(2).getInt()));
  }
  for (const auto& [what, query] : loose) {
    const int count = parts_->sql.first<int>(query);
    if (count > 0) found.push_back(fmt::format("{}: {}", what, count));
  }
  return found;
}

}  // namespace arena
