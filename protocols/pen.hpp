// What the games' screens have in common: text in colours, for a person at a terminal.
// Colour only decorates: without it the same text is there.
#pragma once

#include <string>
#include <string_view>

#include "arena/core/protocol.hpp"

namespace arena::pen {

/// How text looks: the parameters of an ANSI sequence.
using Look = std::string_view;
inline constexpr Look usual;
inline constexpr Look bold = "1";
inline constexpr Look faint = "2";

/// Appends text in a look, where the style has colours.
class Pen {
 public:
  Pen(ScreenStyle style, std::string& out) : style_(style), out_(out) {}

  void write(std::string_view text, Look look = usual) const {
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

/// `1 card`, `2 cards`.
inline std::string counted(int number, std::string_view noun) {
  return std::to_string(number) + ' ' + std::string(noun) + (number == 1 ? "" : "s");
}

}  // namespace arena::pen
