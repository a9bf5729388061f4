#include "arena/store/schema.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena {

namespace {

constexpr const char* tables = R"sql(
CREATE TABLE tournament (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  game TEXT NOT NULL,
  options TEXT NOT NULL,          -- of the game, JSON
  seats INTEGER NOT NULL,
  format TEXT NOT NULL,           -- 'run': the games of `arena run --store`
  settings TEXT NOT NULL,         -- of the format, JSON
  file TEXT NOT NULL,             -- the tournament file's text
  commitment TEXT NOT NULL,       -- SHA-256, see docs/tournaments.md
  version TEXT NOT NULL,          -- of arena
  seed TEXT,                      -- the root seed, once it is revealed
  seed_from TEXT                  -- a text that is mixed into it; '': it is not known yet
) STRICT;
CREATE TABLE secret (             -- empty once the seed is revealed
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seed TEXT NOT NULL
) STRICT;
CREATE TABLE pairing (
  number INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL,
  label TEXT NOT NULL,
  deals INTEGER NOT NULL
) STRICT;
CREATE TABLE pairing_entrant (
  pairing INTEGER NOT NULL REFERENCES pairing,
  player INTEGER NOT NULL,
  entrant INTEGER NOT NULL REFERENCES entrant,
  PRIMARY KEY (pairing, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE run (                -- of `arena run`; its deals follow from its own seed
  pairing INTEGER PRIMARY KEY REFERENCES pairing,
  seed TEXT NOT NULL,
  command TEXT NOT NULL
) STRICT;
CREATE TABLE deal (
  id INTEGER PRIMARY KEY,
  pairing INTEGER NOT NULL REFERENCES pairing,
  number INTEGER NOT NULL,
  seed TEXT NOT NULL,             -- hexadecimal
  UNIQUE (pairing, number)
) STRICT;
CREATE TABLE match (
  number INTEGER PRIMARY KEY,
  deal INTEGER NOT NULL REFERENCES deal,
  at_table INTEGER NOT NULL,      -- of those that play the deal
  stored_at TEXT NOT NULL,        -- ISO 8601, UTC
  UNIQUE (deal, at_table)
) STRICT;
CREATE TABLE result (
  match INTEGER NOT NULL REFERENCES match,
  seat INTEGER NOT NULL,
  entrant INTEGER NOT NULL REFERENCES entrant,
  score INTEGER NOT NULL,
  place INTEGER NOT NULL,
  margin REAL NOT NULL,
  fault TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_entrant ON result (entrant, match);
CREATE INDEX result_fault ON result (entrant, fault) WHERE fault <> '';
CREATE TABLE timing (
  match INTEGER NOT NULL REFERENCES match,
  seat INTEGER NOT NULL,
  questions INTEGER NOT NULL,
  thinking_us INTEGER NOT NULL,
  slowest_us INTEGER NOT NULL,
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE dictionary (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE record (
  match INTEGER PRIMARY KEY REFERENCES match,
  dictionary INTEGER REFERENCES dictionary,
  data BLOB NOT NULL              -- zstd
) STRICT;
CREATE TABLE sums (               -- of complete deals
  entrant INTEGER NOT NULL REFERENCES entrant,
  opponent INTEGER NOT NULL,      -- 0: all opponents
  deals INTEGER NOT NULL,
  matches INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  draws INTEGER NOT NULL,
  losses INTEGER NOT NULL,
  points REAL NOT NULL,
  points_squares REAL NOT NULL,
  score REAL NOT NULL,
  score_squares REAL NOT NULL,
  margin REAL NOT NULL,
  margin_squares REAL NOT NULL,
  opponent_margin REAL NOT NULL,
  opponent_margin_squares REAL NOT NULL,
  forfeits INTEGER NOT NULL,
  PRIMARY KEY (entrant, opponent)
) STRICT, WITHOUT ROWID;
)sql";

constexpr const char* entrant_table = R"sql(
CREATE TABLE entrant (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,             -- of one that has not left no other one has it
  player TEXT NOT NULL,           -- how it is started, JSON
  files_hash TEXT NOT NULL,       -- SHA-256 over its files; '' for a built-in bot
  challenger INTEGER NOT NULL,
  seed_rating REAL NOT NULL,      -- where entrants are seeded by ratings
  at_start INTEGER NOT NULL       -- 1: the commitment covers it
) STRICT;
)sql";

constexpr const char* stay_table = R"sql(
CREATE TABLE stay (               -- at least one of each entrant
  entrant INTEGER NOT NULL REFERENCES entrant,
  since INTEGER NOT NULL,         -- the first batch that may include it
  until INTEGER,                  -- the first batch that does not
  PRIMARY KEY (entrant, since)
) STRICT, WITHOUT ROWID;
)sql";

constexpr const char* chain_table = R"sql(
CREATE TABLE chain (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  head TEXT NOT NULL              -- of all records, see docs/tournaments.md
) STRICT;
)sql";

/// Of version 2: an entrant had one stay.
constexpr const char* entrant_table_2 = R"sql(
CREATE TABLE entrant (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  player TEXT NOT NULL,
  files_hash TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER,
  challenger INTEGER NOT NULL,
  seed_rating REAL NOT NULL,
  at_start INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX entrant_name ON entrant (name) WHERE until IS NULL;
)sql";

int pragma(SQLite::Database& database, const char* name) {
  return database.execAndGet(fmt::format("PRAGMA {}", name)).getInt();
}

/// A line for each column of each table.
std::set<std::string> columns(SQLite::Database& database) {
  SQLite::Statement row(
      database,
      "SELECT t.name || ' ' || t.strict || t.wr || ' ' || c.name || ' ' || c.type || ' ' || "
      "c.\"notnull\" || ' ' || c.pk || ' ' || c.hidden FROM pragma_table_list t, "
      "pragma_table_xinfo(t.name) c WHERE t.schema = 'main' AND t.type = 'table'");
  std::set<std::string> lines;
  while (row.executeStep()) lines.insert(row.getColumn(0).getString());
  return lines;
}

}  // namespace

void make_tables(SQLite::Database& database, int version) {
  database.exec(version < version_with_stays ? entrant_table_2 : entrant_table);
  if (version >= version_with_stays) database.exec(stay_table);
  if (version >= version_with_chain) database.exec(chain_table);
  database.exec(tables);
  database.exec(fmt::format("PRAGMA application_id = {}", store_id));
  database.exec(fmt::format("PRAGMA user_version = {}", version));
}

bool has_our_tables(SQLite::Database& database, int version) {
  SQLite::Database fresh(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  make_tables(fresh, version);
  return std::ranges::includes(columns(database), columns(fresh)) &&
         database.execAndGet(
                     "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' OR "
                     "(type = 'index' AND sql LIKE '%(%(%')")
                 .getInt() == 0;
}

int version_of(SQLite::Database& database) {
  const std::string& path = database.getFilename();
  if (pragma(database, "application_id") != store_id)
    throw Error(fmt::format("\"{}\" is not a store of arena", path));
  const int version = pragma(database, "user_version");
  if (version >= 2 && version <= store_version) return version;
  throw Error(
      fmt::format("\"{}\" was written by {} arena (store version {}; this one knows {}): {}", path,
                  version > store_version ? "a newer" : "an unreleased", version, store_version,
                  version > store_version ? "update arena" : "play it again"));
}

void upgrade(SQLite::Database& database) {
  if (version_of(database) < version_with_stays) {
    database.exec(stay_table);
    database.exec("INSERT INTO stay SELECT id, since, until FROM entrant");
    database.exec(
        "DROP INDEX entrant_name; ALTER TABLE entrant DROP COLUMN since; "
        "ALTER TABLE entrant DROP COLUMN until");
  }
  database.exec(chain_table);
  database.exec(fmt::format("PRAGMA user_version = {}", store_version));
}

void see_upgraded(SQLite::Database& database) {
  if (version_of(database) < version_with_stays)
    database.exec("CREATE TEMP VIEW stay AS SELECT id AS entrant, since, until FROM main.entrant");
}

}  // namespace arena
