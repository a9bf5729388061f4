// Making foreign text safe: for protocols (UTF-8), for terminals and messages (no control bytes).
// Not for: JSON, which has escapes of its own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "arena/util/time.hpp"

namespace arena {

/// True if `text` is ASCII, which is nearly always so; then it needs no repair.
bool is_ascii(std::string_view text);

/// `text` as UTF-8: each byte or cut-off sequence that is none becomes U+FFFD.
std::string repaired_utf8(std::string_view text);

/// `text` as UTF-8 without control characters and without those that hide or turn text around:
/// "\r" becomes the two characters \r, an escape \x1b, U+202E the replacement character.
/// Line ends and tabs are kept if `keep_lines`.
std::string escaped(std::string_view text, bool keep_lines = false);

/// `text` escaped and in quotation marks, cut to `most` bytes with "..." after them.
std::string in_quotes(std::string_view text, std::size_t most = 200);

/// Each line of `text` on a line of its own, behind `prefix`.
std::string indented(std::string_view text, std::string_view prefix);

/// Lines that show how a bot's stderr ends, below a message; nothing if `tail` is empty.
std::string stderr_text(std::string_view tail);

/// "500ms", "10s".
std::string duration_text(Duration duration);

}  // namespace arena
