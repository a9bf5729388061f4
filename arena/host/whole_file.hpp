// Reads and writes whole files of the server's own folder.
#pragma once

#include <filesystem>
#include <string>

namespace arena::host {

/// Throws std::runtime_error if it cannot read the file.
std::string contents(const std::filesystem::path& path);
/// Throws std::runtime_error if it cannot write all of it, for instance because the disk is full.
void put(const std::filesystem::path& path, const std::string& bytes);

}  // namespace arena::host
