// What a simulation found, for who runs `./dev proof`.
#pragma once

#include <cstdlib>
#include <string>

#include <fmt/format.h>

namespace arena {

inline void report(const std::string& what, double percent) {
  if (std::getenv("ARENA_PROOF") != nullptr)  // NOLINT: nobody sets it meanwhile
    fmt::print("{}: {:.1f} %\n", what, percent);
}

}  // namespace arena
