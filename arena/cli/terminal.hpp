// The terminal that shows what arena prints.
#pragma once

#include <cstddef>
#include <optional>

namespace arena::cli {

struct TerminalSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

/// None if the file descriptor is no terminal. A terminal that does not know its size has the
/// default.
std::optional<TerminalSize> terminal_size(int descriptor);

}  // namespace arena::cli
