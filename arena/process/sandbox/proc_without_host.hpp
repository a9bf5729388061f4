// The library proc_without_host.cpp, whole, as arena carries it with itself.
#pragma once

#include <cstddef>

namespace arena {

extern const unsigned char proc_without_host[];
extern const std::size_t proc_without_host_size;

}  // namespace arena
