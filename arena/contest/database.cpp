#include "arena/contest/database.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <SQLiteCpp/Backup.h>
#include <fmt/format.h>

#include "arena/contest/schema.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"

namespace arena::contest {

namespace {

/// For a back-up or a person with the sqlite3 program.
constexpr int busy_milliseconds = 10'000;

/// SQLite takes names that begin with "file:" for URIs. The files that it makes beside the database
/// have the permissions of the database.
SQLite::Database open(const std::string& path) {
  const std::string name = std::filesystem::absolute(path).lexically_normal();
  const FileDescriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file)
    throw Error(
        fmt::format("cannot open \"{}\": {}", path, std::generic_category().message(errno)));
  try {
    SQLite::Database database(name, SQLite::OPEN_READWRITE, busy_milliseconds);
    database.exec("PRAGMA trusted_schema = OFF");
    database.exec("PRAGMA foreign_keys = ON");
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    prepare_tables(database);
    return database;
  } catch (const SQLite::Exception& error) {
    throw Error(fmt::format("cannot use \"{}\": {}", path, error.what()));
  }
}

}  // namespace

Database::Database(const std::string& path) : sql_(open(path)) {}

void Database::refuse_if_read_only() const {
  if (is_read_only_)
    throw Error("the server is in read-only mode: nothing can be changed now, try again later");
}

void Database::set_read_only(bool is_read_only) {
  const std::lock_guard lock(mutex_);
  is_read_only_ = is_read_only;
}

bool Database::is_read_only() {
  const std::lock_guard lock(mutex_);
  return is_read_only_;
}

/// VACUUM INTO copies the state of one moment, and leaves no half-made file behind an error.
void Database::back_up(const std::string& path) {
  if (std::filesystem::exists(path)) throw Error(fmt::format("\"{}\" is there already", path));
  try {
    SQLite::Database reader(sql_.connection().getFilename(), SQLite::OPEN_READONLY,
                            busy_milliseconds);
    SQLite::Statement copy(reader, "VACUUM INTO ?");
    copy.bind(1, path);
    copy.exec();
  } catch (const SQLite::Exception& error) {
    throw Error(fmt::format("cannot back up to \"{}\": {}", path, error.what()));
  }
  ::chmod(path.c_str(), 0600);
}

}  // namespace arena::contest
