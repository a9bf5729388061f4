// Tables of text, for people.
#pragma once

#include <string>
#include <vector>

namespace arena {

using TextRow = std::vector<std::string>;

/// Complete lines. Columns are as wide as their widest cell. The second one is aligned left, the
/// others right. REQUIRES: all rows have as many cells.
std::string text_table(const std::vector<TextRow>& rows);

}  // namespace arena
