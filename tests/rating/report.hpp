// What a simulation found, for who runs `./dev proof`.
#pragma once

#include <string>

#include <fmt/format.h>

#include "tests/proof.hpp"

namespace arena {

inline void report(const std::string& what, double percent) {
  if (proof::is_on()) fmt::print("{}: {:.1f} %\n", what, percent);
}

}  // namespace arena
