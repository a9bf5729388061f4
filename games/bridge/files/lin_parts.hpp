// The parts of a LIN file as they are written: tags with values. What they mean is lin_read.cpp's
// part.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/bridge/files/board_file.hpp"

namespace arena::bridge {

struct LinPart {
  std::string name;        // in lower case
  std::string_view value;  // of the file
  std::size_t line = 0;
};

/// Gives the parts of a text, one after the other. Where a bar is missing or stands in a comment,
/// it goes on at the next name. A name at the start of a line is always one.
class LinParts {
 public:
  LinParts(std::string_view text, std::vector<FileProblem>& problems)
      : text_(text), problems_(problems) {}

  /// Adds what is no part to the problems, and stops when these are too many.
  std::optional<LinPart> next();

 private:
  void go_to(std::size_t place);
  void skip_comments();
  std::string name_before(std::size_t bar);
  [[nodiscard]] std::string_view value_at(std::size_t begin) const;

  std::string_view text_;
  std::vector<FileProblem>& problems_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

/// The LIN of a text: its links to a viewer, on the same lines, or the text itself.
std::string without_links(std::string_view text);

}  // namespace arena::bridge
