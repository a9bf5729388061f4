// Reads and writes a whole descriptor, despite signals and partial transfers. Not for non-blocking
// descriptors, nor for kernel files that need a single call.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace arena {

/// Returns false, with the error in errno, if it could not write everything.
bool write_all(int file, std::string_view bytes);

/// Fills `room`, and returns the number of bytes. That is less than the size of `room` only at the
/// end of the file. Returns nullopt, with the error in errno, if reading fails.
std::optional<std::size_t> read_into(int file, std::span<std::byte> room);

/// Reads to the end. Returns nullopt, with the error in errno, if reading fails.
std::optional<std::string> read_all(int file);
/// The same for a file.
std::optional<std::string> contents(const std::string& path);

/// The text of a file that a user names. Throws Error if it cannot be read, or is no file.
std::string read_text_file(const std::string& path);

}  // namespace arena
