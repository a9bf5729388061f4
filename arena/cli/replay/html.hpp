// `arena replay FILE --html OUT`: a game as a web page.
#pragma once

#include <optional>
#include <string>

#include "arena/game/games.hpp"

namespace arena::cli {

/// Writes one game (default: the first) as a page to `out`, or to stdout if that is "-". Returns
/// the exit status. Throws Error if it cannot read the file or write the page.
int write_html(const Games& games, const std::string& file, std::optional<int> game,
               const std::string& out);

}  // namespace arena::cli
