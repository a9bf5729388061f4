#include "arena/contest/schema.hpp"

#include <array>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena::contest {

namespace {

// Moments are ISO 8601 texts, UTC. Tokens are stored as their hashes only.
constexpr const char* first_tables = R"sql(
CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  password TEXT NOT NULL,         -- as crypto_pwhash_str gives it: argon2id
  role TEXT NOT NULL,             -- author or admin
  disabled INTEGER NOT NULL DEFAULT 0,
  made_at TEXT NOT NULL
) STRICT;
CREATE TABLE session (
  hash TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account,
  made_at TEXT NOT NULL,
  used_at TEXT NOT NULL,
  agent TEXT NOT NULL             -- what the browser calls itself
) STRICT, WITHOUT ROWID;
CREATE INDEX session_account ON session (account);
CREATE TABLE api_token (
  id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  made_at TEXT NOT NULL,
  used_at TEXT,
  UNIQUE (account, name)
) STRICT;
CREATE TABLE invitation (
  hash TEXT PRIMARY KEY,
  name TEXT COLLATE NOCASE,       -- the only name that it is for; NULL: any name
  role TEXT NOT NULL,
  made_at TEXT NOT NULL,
  account INTEGER REFERENCES account  -- whoever used it
) STRICT, WITHOUT ROWID;
CREATE TABLE file (
  hash TEXT PRIMARY KEY,          -- SHA-256
  bytes BLOB NOT NULL,
  made_at TEXT NOT NULL
) STRICT;
CREATE TABLE bot (
  id INTEGER PRIMARY KEY,
  contest TEXT NOT NULL,
  account INTEGER NOT NULL REFERENCES account,
  name TEXT NOT NULL COLLATE NOCASE,
  active INTEGER REFERENCES version,
  is_open INTEGER NOT NULL DEFAULT 0,  -- anybody may play against it in the browser
  made_at TEXT NOT NULL,
  UNIQUE (contest, name)
) STRICT;
CREATE INDEX bot_account ON bot (account);
CREATE TABLE version (
  id INTEGER PRIMARY KEY,
  bot INTEGER NOT NULL REFERENCES bot,
  number INTEGER NOT NULL,        -- of the bot, from 1
  file TEXT NOT NULL REFERENCES file,  -- as it came
  file_name TEXT NOT NULL,
  language TEXT NOT NULL,         -- as given; then as recognised
  protocol TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,           -- why it is refused or disqualified
  build_log TEXT NOT NULL,
  report TEXT NOT NULL,           -- of the check, JSON
  built TEXT REFERENCES file,     -- a tar of what plays
  command TEXT NOT NULL,          -- how it is started in its folder, a JSON list of words
  handed_in_at TEXT NOT NULL,
  checked_at TEXT,
  UNIQUE (bot, number)
) STRICT;
CREATE INDEX version_waiting ON version (id) WHERE state IN ('waiting', 'checking');
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  account INTEGER REFERENCES account,  -- none: the server itself
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE TABLE rating_point (
  contest TEXT NOT NULL,
  phase TEXT NOT NULL,
  at TEXT NOT NULL,
  entrant TEXT NOT NULL,
  rating REAL NOT NULL,
  reach REAL NOT NULL,            -- half the width of the 95 % interval
  PRIMARY KEY (contest, phase, at, entrant)
) STRICT, WITHOUT ROWID;
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

// The store of a phase is for everybody, so it names an author's version only by a token: a copied
// bot must not be recognised.
constexpr const char* entry_table = R"sql(
CREATE TABLE entry (
  token TEXT PRIMARY KEY,
  version INTEGER NOT NULL REFERENCES version,
  contest TEXT NOT NULL,
  phase TEXT NOT NULL,
  name TEXT NOT NULL,             -- as the phase shows it
  entered_at TEXT NOT NULL,       -- the last time
  UNIQUE (version, contest, phase, name)
) STRICT, WITHOUT ROWID;
)sql";

constexpr const char* table_game_tables = R"sql(
CREATE TABLE table_game (
  number INTEGER PRIMARY KEY,
  contest TEXT NOT NULL,
  id TEXT NOT NULL UNIQUE,        -- of the table
  record TEXT NOT NULL,
  played_at TEXT NOT NULL,
  is_of_guests INTEGER NOT NULL   -- no player has an account
) STRICT;
CREATE INDEX table_game_of_guests ON table_game (number) WHERE is_of_guests = 1;
CREATE TABLE table_player (
  account INTEGER NOT NULL REFERENCES account,
  game INTEGER NOT NULL REFERENCES table_game,
  PRIMARY KEY (account, game)
) STRICT, WITHOUT ROWID;
)sql";

// Of versions that their authors made active again: a quota counts them.
constexpr const char* activation_table = R"sql(
CREATE TABLE activation (
  bot INTEGER NOT NULL REFERENCES bot,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX activation_bot ON activation (bot, at);
)sql";

/// What brings the tables from version n to version n + 1, by n. A migration never changes once it
/// is released.
constexpr std::array<const char*, host_version> migrations = {first_tables, entry_table,
                                                              table_game_tables, activation_table};

int pragma(SQLite::Database& database, const char* name) {
  return database.execAndGet(fmt::format("PRAGMA {}", name)).getInt();
}

}  // namespace

void prepare_tables(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  const std::string& path = database.getFilename();
  const bool is_empty = database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
  if (!is_empty && pragma(database, "application_id") != host_id)
    throw Error(fmt::format("\"{}\" is not a database of arena serve", path));
  const int version = pragma(database, "user_version");
  if (version > host_version) {
    throw Error(fmt::format(
        "\"{}\" was written by a newer arena (version {} of its tables; this one knows {}): update "
        "arena",
        path, version, host_version));
  }
  for (int step = version; step < host_version; ++step)
    database.exec(migrations[static_cast<std::size_t>(step)]);
  database.exec(fmt::format("PRAGMA application_id = {}", host_id));
  database.exec(fmt::format("PRAGMA user_version = {}", host_version));
  transaction.commit();
}

}  // namespace arena::contest
