// The folders that arena needs at run time beside its program: Python's part, the starters of
// `arena new`. Found from the program where that is installed, else in the sources.
#pragma once

#include <filesystem>
#include <string_view>

namespace arena {

/// The folder `installed` of share/arena beside the program, or the folder `in_sources` of the
/// sources that it was built from. Throws Error, naming both places, if neither is there.
std::filesystem::path data_folder(std::string_view installed, std::string_view in_sources);

}  // namespace arena
