// Tables of text, for people.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace arena {

using TextRow = std::vector<std::string>;

/// `text`, or its beginning and … if it has more columns.
std::string shortened(const std::string& text, std::size_t columns);

/// The lines of a table, the titles first. Columns are as wide as their widest cell; those without
/// any value are left out. The second column has names: its cells begin at the left, the others end
/// at the right. `columns`: of the terminal, if it is one; names are shortened if the table is
/// wider. REQUIRES: all rows have as many cells.
std::vector<std::string> table_lines(const std::vector<TextRow>& rows,
                                     std::optional<std::size_t> columns = {});
/// The same as one text, each line ended.
std::string text_table(const std::vector<TextRow>& rows);

}  // namespace arena
