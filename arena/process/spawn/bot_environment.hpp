// The environment of a bot process: a few variables that programs need, and those that its user
// declares. Arena's own environment may contain tokens and sockets of agents, which a bot must not
// see.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// PATH, LANG, HOME and TMPDIR from arena's environment if they are set, then the declared
/// variables ("NAME=VALUE"). A declared variable replaces one of the same name.
std::vector<std::string> bot_environment(const std::vector<std::string>& declared);

/// Returns "NAME=VALUE" from arena's environment, if it is set.
std::optional<std::string> own_variable(std::string_view name);

/// 16 random hexadecimal digits, for names that nothing else uses.
std::string random_word();

/// Makes the variable that identifies the processes of one bot. It begins with arena's own word and
/// ends with a random number. A counter would show a bot how many bots came before it.
std::string new_mark(std::string_view word);

/// Reads a user's declaration: NAME=VALUE, or NAME to copy arena's value. Returns "NAME=VALUE".
/// Throws Error if the name is not valid, or if arena has no such variable.
std::string read_variable(std::string_view text);

}  // namespace arena
