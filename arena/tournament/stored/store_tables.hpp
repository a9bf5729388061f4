// A store as a few wide tables, for spreadsheets and statistics programs. docs/tournaments.md
// explains the columns.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/store/store.hpp"
#include "arena/tournament/extent.hpp"

namespace arena {

/// A value for each column.
using TableRow = json::array;

struct StoreTable {
  std::string_view name;
  std::vector<std::string_view> columns;
  std::function<void(const Store&, const std::function<void(const TableRow&)>&)> for_each_row;
};

/// Entrants, their stays, pairings and matches.
std::vector<StoreTable> store_tables();

/// A cell of a CSV file. Texts are always quoted, so that a name such as 007 stays a text.
std::string csv_cell(const json::value& value);

/// The row of the table `tournament`.
json::object tournament_row(const Store& store, const Extent& extent);

}  // namespace arena
