// `arena replay FILE --html OUT`: a game as a web page.
#pragma once

#include <optional>
#include <string>

#include <boost/json.hpp>

#include "arena/game/games.hpp"
#include "arena/record/record.hpp"

namespace arena::cli {

/// Throws Error if it cannot write the file.
void write_file(const std::string& text, const std::string& out);

/// Writes a game as a page to `out`, or to stdout if that is "-". Returns its steps. Throws Error
/// if it cannot write the page, or if this program has no scripts.
json::object write_page(const AnyGame& game, const Record& record, const std::string& out);

/// Writes one game (default: the first) as a page to `out`, or to stdout if that is "-". Returns
/// the exit status. Throws Error if it cannot read the file or write the page.
int write_html(const Games& games, const std::string& file, std::optional<int> game,
               const std::string& out);

}  // namespace arena::cli
