// The tables of a store, and how an older store becomes one of this version.
#pragma once

namespace SQLite {
class Database;
}

namespace arena {

/// SQLite's application_id of a store: "aren".
inline constexpr int store_id = 0x6172656e;
/// The version of the tables, kept in SQLite's user_version.
inline constexpr int store_version = 1;

/// Makes the tables of an empty database. REQUIRES: a transaction is open.
void make_tables(SQLite::Database& database);

/// Brings an older store up to date. Throws Error, and changes nothing, if the database is no store
/// or one of a newer arena.
void migrate(SQLite::Database& database);

/// Whether it has the tables that `make_tables` makes, and nothing that changes what is written
/// into them. It may have more tables and views, for questions of the user's own.
bool has_our_tables(SQLite::Database& database);

}  // namespace arena
