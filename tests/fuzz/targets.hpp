// The fuzz targets in one program, for short.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace arena::fuzz {

using Target = int (*)(const std::uint8_t* data, std::size_t size);

/// Null if no target has this name.
Target target_of(std::string_view name);

}  // namespace arena::fuzz
