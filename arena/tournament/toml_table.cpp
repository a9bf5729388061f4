#include "arena/tournament/toml_table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text.hpp"

namespace arena {

std::string place_of(const std::string& file, const toml::source_position& position) {
  return fmt::format("{}:{}:{}", file, position.line, position.column);
}

const toml::node* TomlTable::find(std::string_view key) {
  known_.emplace_back(key);
  return table_.get(key);
}

std::optional<std::string> TomlTable::text(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_string()) fail_type(key, "a text in quotation marks");
  std::string text = node->as_string()->get();
  if (text.empty()) fail(key, fmt::format("{} is empty", key));
  return text;
}

std::optional<std::int64_t> TomlTable::whole(std::string_view key, std::int64_t least,
                                             std::int64_t most) {
  const toml::node* const node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_integer()) fail_type(key, "a whole number");
  const std::int64_t value = node->as_integer()->get();
  if (value < least || value > most)
    fail(key, fmt::format("{} must be from {} to {}, not {}", key, least, most, value));
  return value;
}

std::optional<double> TomlTable::number(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return std::nullopt;
  const std::optional<double> value = node->is_number() ? node->value<double>() : std::nullopt;
  if (!value || !std::isfinite(*value)) fail_type(key, "a number");
  return value;
}

std::optional<bool> TomlTable::flag(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_boolean()) fail_type(key, "true or false");
  return node->as_boolean()->get();
}

std::vector<std::string> TomlTable::texts(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return {};
  const toml::array* const array = node->as_array();
  if (array == nullptr || array->empty() || !array->is_homogeneous<std::string>())
    fail_type(key, "a list of texts");
  std::vector<std::string> texts;
  for (const toml::node& item : *array) texts.push_back(item.as_string()->get());
  return texts;
}

const toml::table* TomlTable::table(std::string_view key) {
  const toml::node* const node = find(key);
  if (node != nullptr && !node->is_table()) fail_type(key, fmt::format("a table, [{}]", key));
  return node == nullptr ? nullptr : node->as_table();
}

std::vector<const toml::table*> TomlTable::tables(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return {};
  if (!node->is_array_of_tables()) fail_type(key, fmt::format("tables, each [[{}]]", key));
  std::vector<const toml::table*> tables;
  for (const toml::node& item : *node->as_array()) tables.push_back(item.as_table());
  return tables;
}

std::optional<std::chrono::sys_seconds> TomlTable::moment(std::string_view key) {
  namespace chrono = std::chrono;
  const toml::node* const node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto* const value = node->as_date_time();
  if (value == nullptr || !value->get().offset)
    fail_type(key, "a date and time with its zone, such as 2026-11-30T18:00:00+01:00");
  const toml::date_time& given = value->get();
  const chrono::year_month_day day{chrono::year(given.date.year), chrono::month(given.date.month),
                                   chrono::day(given.date.day)};
  return chrono::sys_days(day) + chrono::hours(given.time.hour) +
         chrono::minutes(given.time.minute) + chrono::seconds(given.time.second) -
         chrono::minutes(given.offset->minutes);
}

namespace {

/// Null for what has no JSON form.
boost::json::value value_of(const toml::node& node) {
  if (const auto* const text = node.as_string()) return boost::json::value(text->get());
  if (const auto* const whole = node.as_integer()) return whole->get();
  if (const auto* const number = node.as_floating_point()) return number->get();
  if (const auto* const flag = node.as_boolean()) return flag->get();
  const toml::array* const list = node.as_array();
  if (list == nullptr) return nullptr;
  boost::json::array items;
  for (const toml::node& item : *list) items.push_back(value_of(item));
  return items;
}

}  // namespace

boost::json::value TomlTable::value(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return nullptr;
  boost::json::value value = value_of(*node);
  if (value.is_null()) fail_type(key, "a text, a number, true, false or a list");
  return value;
}

void TomlTable::refuse_others() const {
  for (const auto& [key, node] : table_) {
    if (std::ranges::find(known_, key.str()) != known_.end()) continue;
    throw Error(fmt::format("{}: unknown key \"{}\" in {}; known keys: {}",
                            place_of(file_, key.source().begin), key.str(), title_,
                            known_.empty() ? "none" : joined(known_, ", ")));
  }
}

std::string TomlTable::place(std::string_view key) const {
  const toml::node* const node = table_.get(key);
  return place_of(file_, (node == nullptr ? table_ : *node).source().begin);
}

void TomlTable::fail(std::string_view key, std::string_view message) const {
  throw Error(fmt::format("{}: {}", place(key), message));
}

void TomlTable::fail_missing(std::string_view key) const {
  fail(key, fmt::format("{} needs a {}", title_, key));
}

void TomlTable::fail_type(std::string_view key, std::string_view wanted) const {
  fail(key, fmt::format("{} must be {}", key, wanted));
}

}  // namespace arena
