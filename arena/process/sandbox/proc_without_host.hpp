// The bytes of the library proc_without_host.cpp.
#pragma once

#include <cstddef>

namespace arena {

extern const unsigned char proc_without_host[];
extern const std::size_t proc_without_host_size;

}  // namespace arena
