// A folder as an archive that can be handed in.
#pragma once

#include <filesystem>
#include <string>

namespace arena {

/// A tar, compressed by gzip, of the files in the folder and below it, with paths from the folder.
/// Leaves out hidden files and __pycache__. Throws Error if a file cannot be read, is no ordinary
/// file, or if the folder has no files.
std::string packed_folder(const std::filesystem::path& folder);

}  // namespace arena
