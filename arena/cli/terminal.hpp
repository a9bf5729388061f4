// The terminal that shows what arena prints.
#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstddef>
#include <optional>

namespace arena::cli {

struct TerminalSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

/// None if the file descriptor is no terminal. A terminal that does not know its size has the
/// default.
inline std::optional<TerminalSize> terminal_size(int descriptor) {
  if (::isatty(descriptor) == 0) return std::nullopt;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
    return TerminalSize{};
  return TerminalSize{size.ws_row, size.ws_col};
}

}  // namespace arena::cli
