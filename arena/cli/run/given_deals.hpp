// The file of --deals: deals that another program wrote.
#pragma once

#include <string>
#include <vector>

#include "arena/game/any_game.hpp"

namespace arena::cli {

/// The deals of the file, for matches with these options. Throws Error that names the wrong lines,
/// or says why the game has no use for such a file.
std::vector<json::object> read_given_deals(const std::string& file, const AnyGame& game,
                                           const json::object& options);

}  // namespace arena::cli
