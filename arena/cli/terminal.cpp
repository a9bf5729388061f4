#include "arena/cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace arena::cli {

std::optional<TerminalSize> terminal_size(int descriptor) {
  if (::isatty(descriptor) == 0) return std::nullopt;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
    return TerminalSize{};
  return TerminalSize{size.ws_row, size.ws_col};
}

}  // namespace arena::cli
