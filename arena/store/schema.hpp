// The tables of a store, and their version.
#pragma once

namespace SQLite {
class Database;
}

namespace arena {

/// SQLite's application_id of a store: "aren".
inline constexpr int store_id = 0x6172656e;
/// The version of the tables, kept in SQLite's user_version.
inline constexpr int store_version = 4;

inline constexpr int version_with_stays = 3;
inline constexpr int version_with_chain = 4;

/// Makes the tables of an empty database. REQUIRES: a transaction is open.
void make_tables(SQLite::Database& database, int version = store_version);

/// The version of a store that can be read. Throws Error if the database is no store, or one whose
/// tables this arena does not know: those of a newer arena, or of version 1, which no release
/// wrote.
int version_of(SQLite::Database& database);

/// Whether it has the tables that `make_tables` makes, and nothing that changes what is written
/// into them, or that computes something whenever they are read or checked. It may have more
/// tables, views, and indexes of columns, for questions of the user's own.
bool has_our_tables(SQLite::Database& database, int version);

/// Gives a store of version 2 or 3, of which the last were written in November 2026, the tables of
/// today. The chain has no head yet. REQUIRES: a transaction is open.
void upgrade(SQLite::Database& database);
/// The same without a chain, only as this connection sees it.
void see_upgraded(SQLite::Database& database);

}  // namespace arena
