#include "arena/cli/run/progress.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>

#include <fmt/format.h>

namespace arena::cli {

namespace {

constexpr int bar_width = 40;
constexpr Duration redraw = std::chrono::milliseconds(100);
constexpr Duration plain_line = std::chrono::seconds(10);

}  // namespace

Progress::Progress(int total, bool quiet)
    : total_(total),
      active_(!quiet && total > 1),
      terminal_(::isatty(STDERR_FILENO) != 0),
      next_(Clock::now() + (terminal_ ? redraw : plain_line)) {}

void Progress::show(int finished) {
  const TimePoint now = Clock::now();
  if (!active_ || now < next_) return;
  if (!terminal_) {
    next_ = now + plain_line;
    fmt::print(stderr, "{} of {} games played\n", finished, total_);
    return;
  }
  next_ = now + redraw;
  drawn_ = true;
  const int full = static_cast<int>(static_cast<long>(bar_width) * finished / total_);
  fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {} of {} games", "", full, "", bar_width - full, finished,
             total_);
  std::fflush(stderr);
}

void Progress::say(std::string_view line) {
  clear();
  fmt::print(stderr, "{}\n", line);
}

void Progress::clear() {
  if (!drawn_) return;
  drawn_ = false;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

}  // namespace arena::cli
