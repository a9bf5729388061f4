// What users write for a built-in bot: "search iterations=2000", "greedy random=30%", "level=7".
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace arena {

struct BuiltinText {
  std::string name;
  std::string settings;    // the bot's own
  int random_percent = 0;  // of its moves, how many in a hundred are random ones: random=30%
};

/// Reads the text; "level=7" at its beginning stands for the seventh text of `levels`. Throws Error
/// that names what is wrong, but does not know the names of bots.
BuiltinText read_builtin_text(std::string_view text, std::span<const std::string_view> levels);
/// The reverse, without levels.
std::string text_of(const BuiltinText& builtin);

}  // namespace arena
