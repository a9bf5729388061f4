// A table for people to read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "protocols/terminal/ansi_writer.hpp"

namespace arena::cli {

/// `text`, or its beginning and … if it has more columns.
std::string shortened(const std::string& text, std::size_t columns);

/// Columns are as wide as their widest cell. The second one has names: its cells begin at the left,
/// and are shortened if the table is wider than the terminal. A column without any value is left
/// out.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> head) : rows_{std::move(head)} {}

  /// REQUIRES: as many cells as the head has.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// `columns`: of the terminal, if it is one.
  void write(ansi::AnsiWriter writer, std::optional<std::size_t> columns) const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const;

  std::vector<std::vector<std::string>> rows_;  // the head first
};

}  // namespace arena::cli
