// How a program flushes its output after a line, in the language that it seems to be written in.
#pragma once

#include <string>
#include <vector>

namespace arena {

/// One line a language: the one that the command's interpreter, its script's ending or first line
/// names, else the usual ones. `command`: the program, as a path, and its arguments.
std::vector<std::string> flush_remedy(const std::vector<std::string>& command);

}  // namespace arena
