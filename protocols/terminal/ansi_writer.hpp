// What the games' screens have in common: coloured text for a person at a terminal. Every text is
// readable without colour.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "arena/core/protocol.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::ansi {

/// The parameters of an ANSI sequence.
using TextStyle = std::string_view;
inline constexpr TextStyle plain;
inline constexpr TextStyle bold = "1";
inline constexpr TextStyle faint = "2";

/// Appends text, coloured if the style has colours.
class AnsiWriter {
 public:
  AnsiWriter(ScreenStyle style, std::string& out) : style_(style), out_(out) {}

  void write(std::string_view text, TextStyle look = plain) const {
    const bool coloured = style_.colour && !look.empty();
    if (coloured) ((out_ += "\x1b[") += look) += 'm';
    out_ += text;
    if (coloured) out_ += "\x1b[0m";
  }
  [[nodiscard]] ScreenStyle style() const { return style_; }

 private:
  ScreenStyle style_;
  std::string& out_;
};

/// A line between two parts of a board, with a word at each end.
inline void rule(AnsiWriter writer, const std::string& left, const std::string& right,
                 std::size_t columns) {
  const std::size_t filled = left.size() + right.size() + std::string_view("==    ==").size();
  writer.write("== ", faint);
  writer.write(left, bold);
  writer.write(' ' + std::string(columns - filled, '=') + ' ', faint);
  writer.write(right, bold);
  writer.write(" ==\n", faint);
}

/// Pads a text with blanks to a width.
inline std::string padded(const std::string& text, std::size_t columns) {
  return text + std::string(columns - std::min(columns, columns_of(text)), ' ');
}

/// Breaks lines of more than 80 columns at blanks; continuation lines keep the indent.
inline std::string wrapped(std::string_view text) {
  constexpr std::size_t columns = 80;
  std::string result;
  std::size_t column = 0;
  std::size_t indent = 0;
  bool in_sequence = false;  // of ANSI, which needs no column
  std::size_t blank = std::string::npos;
  std::size_t column_of_blank = 0;
  for (const char c : text) {
    result += c;
    if (c == '\n') {
      column = indent = 0;
      blank = std::string::npos;
      continue;
    }
    if (c == '\x1b') in_sequence = true;
    if (!in_sequence && !continues_character(c)) ++column;
    if (in_sequence && c == 'm') in_sequence = false;
    if (c == ' ' && column == indent + 1) {
      ++indent;
    } else if (c == ' ') {
      blank = result.size() - 1;
      column_of_blank = column;
    }
    if (column > columns && blank != std::string::npos) {
      result.replace(blank, 1, '\n' + std::string(indent, ' '));
      column += indent - column_of_blank;
      blank = std::string::npos;
    }
  }
  return result;
}

}  // namespace arena::ansi
