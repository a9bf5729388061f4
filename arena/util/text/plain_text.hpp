// Makes untrusted text safe for terminals and messages: UTF-8 without control characters. JSON
// needs none of this, because it has its own escapes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "arena/util/time.hpp"

namespace arena {

/// `text` as UTF-8 without control characters and without characters that hide or reverse text:
/// "\r" becomes the two characters \r, an escape \x1b, U+202E the replacement character.
/// `keep_lines` keeps line ends and tabs.
std::string escaped(std::string_view text, bool keep_lines = false);

/// `text` as UTF-8 on one line: a blank for each control character, and none at its ends.
std::string on_one_line(std::string_view text);

/// A stand-in in ASCII for each other character of `text`, which is UTF-8: `-` for a dash, `S` for
/// a spade, `?` for most others.
std::string ascii_text(std::string_view text);

/// Escapes and quotes `text`, cut to `most` bytes with "..." after them.
std::string in_quotes(std::string_view text, std::size_t most = 200);

/// Each line of `text` on its own line, after `prefix`.
std::string indented(std::string_view text, std::string_view prefix);

/// Lines that show the end of a bot's stderr below a message; empty if `tail` is empty.
std::string stderr_text(std::string_view tail);

/// "500ms", "10s".
std::string duration_text(Duration duration);

/// Reads a length of time from 1 ms to `longest_time`, or 0: seconds, or a number with ms, s, m or
/// h. Throws Error, which names `what`.
Duration read_duration(std::string_view text, std::string_view what);

}  // namespace arena
