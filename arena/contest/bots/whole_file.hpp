// Reads and writes whole files of the server's own folder.
#pragma once

#include <cstddef>
#include <exception>
#include <filesystem>
#include <string>

namespace arena::contest {

/// Throws std::runtime_error if it cannot read the file.
std::string contents(const std::filesystem::path& path);
/// Of a file that another process made. Throws std::runtime_error if it is a link or no file, or is
/// longer than `most` bytes.
std::string made_file(const std::filesystem::path& path, std::size_t most);
/// Throws std::system_error if it cannot write all of it, for instance because the disk is full.
void put(const std::filesystem::path& path, const std::string& bytes);

/// Whether it is a std::system_error of a disk that is full, damaged or cannot be written.
bool is_disk_failure(const std::exception& error);

}  // namespace arena::contest
