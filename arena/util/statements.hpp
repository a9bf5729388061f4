// A connection to an SQLite database with its statements: each is prepared once, and every value is
// bound. Not for: opening the file and its transactions, which those do who know what it holds.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

namespace arena {

class Statements {
 public:
  explicit Statements(SQLite::Database connection) : connection_(std::move(connection)) {}

  [[nodiscard]] SQLite::Database& connection() { return connection_; }

  /// The statement with these values, ready for executeStep; all that are not given are null. A row
  /// that is left keeps a transaction open until `reset`. REQUIRES: no one reads this statement.
  template <class... Values>
  SQLite::Statement& query(std::string_view text, const Values&... values) {
    SQLite::Statement& statement = prepared(text);
    if constexpr (sizeof...(values) > 0) SQLite::bind(statement, values...);
    return statement;
  }
  /// Runs it, and returns how many rows changed.
  template <class... Values>
  int run(std::string_view text, const Values&... values) {
    return query(text, values...).exec();
  }
  /// The first value of its first row. REQUIRES: it has a row.
  template <class T, class... Values>
  T first(std::string_view text, const Values&... values) {
    SQLite::Statement& statement = query(text, values...);
    statement.executeStep();
    const SQLite::Column column = statement.getColumn(0);
    T value{};
    if constexpr (std::is_same_v<T, std::string>)
      value = column.getString();
    else
      value = static_cast<T>(column.getInt64());
    statement.reset();
    return value;
  }
  /// The number of the row that was added last.
  [[nodiscard]] std::int64_t last_id() const { return connection_.getLastInsertRowid(); }
  /// Ends the reading of all statements.
  void reset() {
    for (auto& [text, statement] : statements_) statement.tryReset();
  }

 private:
  SQLite::Statement& prepared(std::string_view text) {
    auto found = statements_.find(text);
    if (found == statements_.end())
      found = statements_.try_emplace(std::string(text), connection_, std::string(text)).first;
    found->second.tryReset();  // an error of its last run has been thrown then
    found->second.clearBindings();
    return found->second;
  }

  SQLite::Database connection_;
  std::map<std::string, SQLite::Statement, std::less<>> statements_;  // by their text
};

}  // namespace arena
