// The variables that a bot process starts with: the few that programs need, and those that its user
// declares. Tokens, sockets of agents and the like, which arena's own environment may hold, are no
// bot's business.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// "PATH=...", "LANG=...", "HOME=..." and "TMPDIR=..." as arena has them, those that it has not
/// left out, then what is declared ("NAME=VALUE"), which goes before a variable of the same name.
std::vector<std::string> bot_environment(const std::vector<std::string>& declared);

/// "NAME=VALUE" of arena's own environment, if it has that variable.
std::optional<std::string> own_variable(std::string_view name);

/// A variable by which arena knows the processes of one bot. It begins with arena's own word, and
/// ends in a random number, as a count would show a bot how many others there have been.
std::string new_mark(std::string_view word);

/// A declaration as users write it: NAME=VALUE, or NAME for arena's own value of it. Returns
/// "NAME=VALUE". Throws Error if that is no name, or arena has no such variable.
std::string read_variable(std::string_view text);

}  // namespace arena
