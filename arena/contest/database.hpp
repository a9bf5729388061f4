// The connection to host.db, which one mutex guards. Statements are prepared once, and every value
// is bound. What is committed survives a crash and a loss of power (WAL, synchronous = FULL).
#pragma once

#include <mutex>
#include <string>
#include <type_traits>

#include <boost/core/noncopyable.hpp>

#include "arena/util/statements.hpp"

namespace arena::contest {

class Database {
 public:
  /// Opens the file, or makes it, readable only by its owner. Throws Error as `prepare_tables`
  /// does, or if the file cannot be used.
  explicit Database(const std::string& path);

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
    const Reset reset(sql_);
    return read(sql_);
  }

  /// While read-only, `write` throws Error.
  void set_read_only(bool is_read_only);
  [[nodiscard]] bool is_read_only();

  /// A copy that is whole, while others go on. Throws Error if the file is there.
  void back_up(const std::string& path);

 private:
  /// Ends the reading of all statements, so that none holds a snapshot open.
  struct Reset : boost::noncopyable {
    explicit Reset(Statements& used) : sql(used) {}
    ~Reset() { sql.reset(); }
    Statements& sql;
  };

  template <class Write>
  auto transact(Write& write) {
    SQLite::Transaction transaction(sql_.connection(), SQLite::TransactionBehavior::IMMEDIATE);
    const Reset reset(sql_);  // before the transaction ends
    if constexpr (std::is_void_v<decltype(write(sql_))>) {
      write(sql_);
      sql_.reset();
      transaction.commit();
    } else {
      auto result = write(sql_);
      sql_.reset();
      transaction.commit();
      return result;
    }
  }

  void refuse_if_read_only() const;

  std::mutex mutex_;
  Statements sql_;
  bool is_read_only_ = false;
};

}  // namespace arena::contest
