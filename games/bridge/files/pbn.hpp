// Portable Bridge Notation, version 2.1: boards as text that other bridge programs read.
// Writing is strict: the export format, but in UTF-8. Reading is lenient: tags in any order,
// the spellings of many programs, unfinished auctions and plays.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "games/bridge/files/board_file.hpp"

namespace arena::bridge {

/// True if a text has a line that begins with a tag of PBN, or begins as PBN's files do.
bool is_pbn(std::string_view text);
/// Reads the text of a file, which is UTF-8, as `read_boards` does.
BoardFile read_pbn(std::string_view file, std::uint64_t seed = 0);

/// The note of an alert without a text.
inline constexpr std::string_view bare_alert = "alert";

/// The first lines of a file.
inline constexpr std::string_view pbn_head = "% PBN 2.1\n% EXPORT\n";
/// One board. An empty line separates boards. House rule: the text is UTF-8, as
/// programs of today read it, where the standard of 2001 has ISO 8859-1.
std::string write_pbn(const PlayedBoard& board);

}  // namespace arena::bridge
