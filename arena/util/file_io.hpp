// Reading and writing a descriptor to the end, whatever comes between: signals, half of it at once.
// Not for descriptors that do not wait, nor for files of the kernel that want one call.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace arena {

/// False, with the error in errno, if not all was written.
bool write_all(int file, std::string_view bytes);

/// Fills `room` with what comes, and returns how much that was: less than there is room for only at
/// the end. Nothing, with the error in errno, if reading fails.
std::optional<std::size_t> read_into(int file, std::span<std::byte> room);

/// What comes until the end; nothing, with the error in errno, if reading fails.
std::optional<std::string> read_all(int file);

}  // namespace arena
