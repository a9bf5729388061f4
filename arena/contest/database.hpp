// The connection to host.db, which one mutex guards. Statements are prepared once, and every value
// is bound. What is committed survives a crash and a loss of power (WAL, synchronous = FULL).
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

namespace arena::contest {

class Database {
 public:
  /// Opens the file, or makes it, readable only by its owner. Throws Error as `prepare_tables`
  /// does, or if the file cannot be used.
  explicit Database(const std::string& path);

  /// The connection while its lock is held.
  class Use {
   public:
    /// The statement with these values, ready for executeStep.
    template <class... Values>
    SQLite::Statement& query(const char* text, const Values&... values) {
      SQLite::Statement& statement = database_.statement(text);
      if constexpr (sizeof...(values) > 0) SQLite::bind(statement, values...);
      return statement;
    }
    /// Runs it, and returns how many rows changed.
    template <class... Values>
    int run(const char* text, const Values&... values) {
      return query(text, values...).exec();
    }
    [[nodiscard]] std::int64_t last_id() const {
      return database_.connection_.getLastInsertRowid();
    }
    [[nodiscard]] SQLite::Database& connection() { return database_.connection_; }

   private:
    friend class Database;
    explicit Use(Database& database) : database_(database) {}
    Database& database_;
  };

  /// What `write` does becomes one transaction; an exception undoes it. Returns what it returns.
  /// Throws Error if the host is read-only. REQUIRES: `write` calls nothing that uses this
  /// database otherwise.
  template <class Write>
  auto write(Write write) {
    const std::lock_guard lock(mutex_);
    refuse_if_read_only();
    return transact(write);
  }
  /// The same for what the host itself notes, in read-only mode too.
  template <class Write>
  auto note(Write write) {
    const std::lock_guard lock(mutex_);
    return transact(write);
  }
  template <class Read>
  auto read(Read read) {
    const std::lock_guard lock(mutex_);
    Use use(*this);
    const Reset reset(*this);
    return read(use);
  }

  /// While read-only, `write` throws Error.
  void set_read_only(bool is_read_only);
  [[nodiscard]] bool is_read_only();

  /// A copy that is whole, while others go on. Throws Error if the file is there.
  void back_up(const std::string& path);

 private:
  /// Ends the reading of all statements, so that none holds a snapshot open.
  struct Reset {
    explicit Reset(Database& owner) : database(owner) {}
    Reset(const Reset&) = delete;
    Reset& operator=(const Reset&) = delete;
    ~Reset() { database.reset_all(); }
    Database& database;
  };

  template <class Write>
  auto transact(Write& write) {
    SQLite::Transaction transaction(connection_, SQLite::TransactionBehavior::IMMEDIATE);
    const Reset reset(*this);  // before the transaction ends
    Use use(*this);
    if constexpr (std::is_void_v<decltype(write(use))>) {
      write(use);
      reset_all();
      transaction.commit();
    } else {
      auto result = write(use);
      reset_all();
      transaction.commit();
      return result;
    }
  }

  SQLite::Statement& statement(const char* text);
  void reset_all();
  void refuse_if_read_only() const;

  std::mutex mutex_;
  SQLite::Database connection_;
  std::map<std::string, SQLite::Statement, std::less<>> statements_;  // by their text
  std::vector<SQLite::Statement*> used_;                              // since the last reset
  bool is_read_only_ = false;
};

}  // namespace arena::contest
