// The file of a store: made, opened, and checked before anything is read from it.
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "arena/record/record.hpp"
#include "arena/store/schema.hpp"
#include "arena/store/store_parts.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace fs = std::filesystem;

namespace {

/// How long a writer waits for another process that writes, such as `arena entrants add`.
constexpr int busy_milliseconds = 10'000;

/// Of a value, in bytes. The longest that arena writes is a dictionary, or the text of a file.
constexpr int longest_value = 64'000'000;

/// SQLite takes names that begin with "file:" for URIs.
std::string file_name(const std::string& path) { return fs::absolute(path).lexically_normal(); }

/// A store that no process writes, in a folder where SQLite cannot make the files that it shares
/// among processes: so a teacher's store can be read by students.
std::string unchanging(const std::string& path) {
  std::string uri = "file:";
  for (const char c : file_name(path)) {
    if (c == '?' || c == '#' || c == '%')
      uri += fmt::format("%{:02x}", c);
    else
      uri += c;
  }
  return uri + "?immutable=1";
}

bool is_unchanging(const std::string& path) {
  const fs::path folder = fs::path(file_name(path)).parent_path();
  return ::access(folder.c_str(), W_OK) != 0 && !fs::exists(path + "-wal");
}

SQLite::Database open(const std::string& path, int flags) {
  try {
    std::error_code missing;
    const fs::file_status status = fs::status(path, missing);
    if (fs::exists(status) && !fs::is_regular_file(status))
      throw Error(fmt::format("\"{}\" is no file", path));
    const bool only_reads = (flags & SQLite::OPEN_READONLY) != 0;
    SQLite::Database database = only_reads && is_unchanging(path)
                                    ? SQLite::Database(unchanging(path), flags | SQLite::OPEN_URI)
                                    : SQLite::Database(file_name(path), flags, busy_milliseconds);
    // The file may be hostile: it is not always from this computer.
    database.exec("PRAGMA trusted_schema = OFF");
    sqlite3_limit(database.getHandle(), SQLITE_LIMIT_LENGTH, longest_value);
    database.exec("PRAGMA foreign_keys = ON");
    return database;
  } catch (const SQLite::Exception& error) {
    throw Error(fmt::format("cannot open \"{}\": {}", path, error.what()));
  }
}

/// In WAL mode SQLite writes a transaction to the file without waiting for the disk: after a loss
/// of power the last matches may be missing, and are played again.
void set_up_writing(SQLite::Database& database) {
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = NORMAL");
  database.exec("PRAGMA wal_autocheckpoint = 4000");  // pages: each time it waits for the disk
}

/// What a process leaves beside a database when it is killed.
void remove_companions(const std::string& path) {
  std::error_code none;
  for (const char* const end : {"-wal", "-shm", "-journal"}) fs::remove(path + end, none);
}

/// A store under another name until it is whole: a kill leaves no half-made store.
class Draft {
 public:
  explicit Draft(const std::string& path) : path_(fmt::format("{}.new-{}", path, ::getpid())) {}
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    std::error_code none;
    fs::remove(path_, none);
    remove_companions(path_);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Gives the file its name, if no other file has it.
  void publish(const std::string& name) const {
    remove_companions(name);  // of a store that has been deleted since
    if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, name.c_str(), RENAME_NOREPLACE) != 0)
      throw Error(
          fmt::format("cannot make \"{}\": {}", name, std::generic_category().message(errno)));
  }

 private:
  std::string path_;
};

}  // namespace

void Store::Parts::transact(const std::function<void()>& write) {
  try {
    SQLite::Transaction transaction(sql.connection(), SQLite::TransactionBehavior::IMMEDIATE);
    int has_moved = 0;
    sqlite3_file_control(sql.connection().getHandle(), "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
    if (has_moved != 0)
      throw Error(fmt::format("\"{}\" was deleted or moved while it was written", path));
    write();
    transaction.commit();
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() == SQLITE_FULL || error.getErrorCode() == SQLITE_IOERR) {
      throw StoreFull(fmt::format(
          "cannot write \"{}\" ({}): nothing stored is lost. Free some space, then start the "
          "same command again",
          path, error.what()));
    }
    throw;
  }
}

void Store::Parts::read(const std::function<void()>& reading) const {
  try {
    reading();
  } catch (const SQLite::Exception& error) {
    must(false, error.what());
  }
}

json::object Store::Parts::object(const std::string& text) const {
  boost::system::error_code wrong;
  const json::value value = json::parse(text, wrong);
  must(!wrong && value.is_object(), fmt::format("{} is no JSON object", in_quotes(text)));
  return value.get_object();
}

void Store::Parts::check_tables() {
  must(has_our_tables(sql.connection(), version_of(sql.connection())),
       "its tables are not those of a store");
}

std::set<int> Store::Parts::ids() {
  std::set<int> all;
  SQLite::Statement row(
      sql.connection(),
      "SELECT id FROM entrant WHERE id IN (SELECT entrant FROM stay WHERE since <= ?)");
  row.bind(1, last_batch);
  while (row.executeStep()) all.insert(row.getColumn(0).getInt());
  return all;
}

void Store::Parts::must(bool holds, std::string_view what) const {
  if (!holds) throw Error(fmt::format("\"{}\" is damaged: {}", path, what));
}

Store::Store(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() = default;

Store::Store(const std::string& path, Access access)
    : Store(path, access,
            access == Access::play ? std::optional<Holder>(std::in_place, path) : std::nullopt) {}

Store::Store(const std::string& path, Access access, std::optional<Holder> holder) {
  const bool writes = access == Access::write || access == Access::play;
  parts_ = std::make_unique<Parts>(
      Parts{path, Statements(open(path, writes ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY)),
            std::move(holder)});
  try {
    SQLite::Database& database = parts_->sql.connection();
    if (writes && version_of(database) < store_version) {
      SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
      parts_->check_tables();
      if (version_of(database) < store_version) {  // or another process was first
        upgrade(database);
        parts_->begin_chain();
      }
      transaction.commit();
    }
    database.exec("BEGIN");
    parts_->check_tables();
    if (version_of(database) < store_version) see_upgraded(database);
    if (access != Access::snapshot) database.exec("COMMIT");
    if (writes) set_up_writing(database);
    parts_->read_ends();
  } catch (const SQLite::Exception& error) {
    throw Error(fmt::format("cannot read \"{}\" as a store: {}", path, error.what()));
  }
}

Store Store::create(const std::string& path, const StoredTournament& tournament,
                    const std::string& secret_seed, const std::vector<StoredEntrant>& entrants) {
  if (path.empty()) throw Error("a store needs a name");
  Holder holder(path);
  if (fs::exists(path)) throw Error(fmt::format("\"{}\" is there already", path));
  const Draft draft(path);
  {
    Store store(std::make_unique<Parts>(
        Parts{path, Statements(open(draft.path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE))}));
    Parts& parts = *store.parts_;
    set_up_writing(parts.sql.connection());
    parts.transact([&] {
      make_tables(parts.sql.connection());
      parts.sql.run("INSERT INTO tournament VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)",
                    tournament.game, json::serialize(tournament.options), tournament.seats,
                    tournament.format, json::serialize(tournament.settings), tournament.file,
                    tournament.commitment, tournament.version);
      if (tournament.seed_from)
        parts.sql.run("UPDATE tournament SET seed_from = ?", *tournament.seed_from);
      if (!tournament.is_run()) parts.sql.run("INSERT INTO secret VALUES (1, ?)", secret_seed);
      for (const StoredEntrant& entrant : entrants) parts.add_entrant(entrant, 0);
      parts.begin_chain();
    });
  }
  draft.publish(path);
  return {path, Access::play, std::move(holder)};
}

// A copy of a store that everybody may have.

namespace {

/// What the record says of a seat's fault.
std::string recorded_detail(const Record& record, int seat) {
  if (std::string left_out = left_out_text(record); !left_out.empty()) return left_out;
  const auto found =
      std::ranges::find(record.forfeits, static_cast<Seat>(seat), &RecordedForfeit::seat);
  return found == record.forfeits.end() ? "" : found->detail;
}

void cut_details(SQLite::Database& copy, const Store& records) {
  SQLite::Transaction transaction(copy);
  SQLite::Statement change(copy, "UPDATE result SET detail = ? WHERE match = ? AND seat = ?");
  SQLite::Statement row(copy, "SELECT match, seat FROM result WHERE detail <> ''");
  while (row.executeStep()) {
    const int match = row.getColumn(0).getInt();
    const int seat = row.getColumn(1).getInt();
    SQLite::bind(change, recorded_detail(read_record(records.record(match)), seat), match, seat);
    change.exec();
    change.reset();
  }
  transaction.commit();
}

}  // namespace

void Store::share(const std::string& path) const {
  back_up(path);
  try {
    SQLite::Database copy(path, SQLite::OPEN_READWRITE);
    copy.exec("PRAGMA journal_mode = DELETE");  // so that it is one file
    cut_details(copy, *this);
    copy.exec("VACUUM");  // pages that are free now still have what was cut
  } catch (const SQLite::Exception& error) {
    throw Error(fmt::format("cannot write \"{}\": {}", path, error.what()));
  }
}

}  // namespace arena
