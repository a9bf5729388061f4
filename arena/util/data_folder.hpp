// The folders that arena needs at run time: its Python part, and the starters of `arena new`. They
// are beside the program if it is installed, else in the sources.
#pragma once

#include <filesystem>
#include <string_view>

namespace arena {

/// Returns the folder `installed` in share/arena beside the program, or else the folder
/// `in_sources` of the sources. Throws Error that names both places if neither exists.
std::filesystem::path data_folder(std::string_view installed, std::string_view in_sources);

}  // namespace arena
