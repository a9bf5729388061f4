// One table of a TOML file, read key by key. Each kind of value is checked, and at the end the keys
// that the caller has not read are refused. All errors name file, line and column.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <toml++/toml.h>

namespace arena {

class TomlTable {
 public:
  /// `title`: as messages name the table, such as "[limits]". REQUIRES: all outlive this.
  TomlTable(const toml::table& table, std::string title, const std::string& file)
      : table_(table), title_(std::move(title)), file_(file) {}

  /// These throw Error for another type or a value that is not allowed.
  std::optional<std::string> text(std::string_view key);
  std::optional<std::int64_t> whole(std::string_view key, std::int64_t least, std::int64_t most);
  std::optional<double> number(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  std::vector<std::string> texts(std::string_view key);
  const toml::table* table(std::string_view key);
  std::vector<const toml::table*> tables(std::string_view key);
  /// A date and time with its zone: 2026-11-30T18:00:00+01:00.
  std::optional<std::chrono::sys_seconds> moment(std::string_view key);
  /// What has a JSON form: texts, numbers, true, false and lists of these; null without the key.
  boost::json::value value(std::string_view key);
  [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }
  [[nodiscard]] bool is_text(std::string_view key) const {
    const toml::node* const node = table_.get(key);
    return node != nullptr && node->is_string();
  }

  /// Throws Error for the first key that was not asked for.
  void refuse_others() const;

  /// Where the value stands, or the table if the key is missing: "cup.toml:12:3".
  [[nodiscard]] std::string place(std::string_view key) const;
  [[noreturn]] void fail(std::string_view key, std::string_view message) const;
  /// The key is needed.
  [[noreturn]] void fail_missing(std::string_view key) const;

 private:
  const toml::node* find(std::string_view key);
  [[noreturn]] void fail_type(std::string_view key, std::string_view wanted) const;

  const toml::table& table_;
  std::string title_;
  const std::string& file_;
  std::vector<std::string> known_;
};

/// "cup.toml:12:3".
std::string place_of(const std::string& file, const toml::source_position& position);

}  // namespace arena
