// The memory of processes, as the kernel counts it. A page that several processes share counts for
// each of them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace arena {

struct MemoryUse {
  std::uint64_t resident = 0;  // bytes, now
  std::uint64_t peak = 0;      // sum of each process's own peak
};

MemoryUse memory_use(const std::vector<pid_t>& processes);

}  // namespace arena
