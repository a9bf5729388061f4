// Workers of tests, and the processes that come of them.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/process/limits/process_table.hpp"
#include "arena/util/text/text.hpp"

namespace arena::test {

inline const std::vector<std::string> worker_command = {ARENA_TEST_BOTS "/test_worker"};

/// The processes of this name that this one, or one of its children, has started.
inline std::vector<pid_t> descendants(const std::string& name) {
  std::vector<pid_t> found;
  each_number_in("/proc", [&](pid_t pid) {
    const auto seen = process(pid);
    if (!seen || seen->dead() ||
        trim(small_file(fmt::format("/proc/{}/comm", pid).c_str())) != name)
      return;
    const auto parent = process(seen->parent);
    if (seen->parent == ::getpid() || (parent && parent->parent == ::getpid()))
      found.push_back(pid);
  });
  return found;
}

}  // namespace arena::test
