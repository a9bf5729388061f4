// The tables of host.db, and their version.
#pragma once

namespace SQLite {
class Database;
}

namespace arena::contest {

/// SQLite's application_id of a host's database: "arnh".
inline constexpr int host_id = 0x61726e68;
/// The version of the tables, kept in SQLite's user_version.
inline constexpr int host_version = 4;

/// Makes the tables of an empty database, or brings earlier tables to this version, in one
/// transaction. Throws Error if the database belongs to another program, or to a newer arena.
void prepare_tables(SQLite::Database& database);

}  // namespace arena::contest
