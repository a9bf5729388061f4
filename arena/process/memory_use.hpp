// What processes have of the memory, as the kernel counts it. Pages that several of them share
// count for each.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace arena {

struct MemoryUse {
  std::uint64_t resident = 0;  // bytes, now
  std::uint64_t peak = 0;      // at most so far: of each process alone, added up
};

MemoryUse memory_use(const std::vector<pid_t>& processes);

}  // namespace arena
