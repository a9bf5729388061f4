// How to flush output after each line, in the language in which a bot seems to be written.
#pragma once

#include <string>
#include <vector>

namespace arena {

/// One line per language: that of the command's interpreter, its script's extension or its first
/// line, else the most common ones. `command`: the program as a path, and its arguments.
std::vector<std::string> flush_remedy(const std::vector<std::string>& command);

}  // namespace arena
