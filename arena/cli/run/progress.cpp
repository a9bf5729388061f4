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

bool Progress::is_due() {
  const TimePoint now = Clock::now();
  if (!active_ || now < next_) return false;
  next_ = now + (terminal_ ? redraw : plain_line);
  return true;
}

void Progress::draw(std::string_view line) {
  drawn_ = terminal_;
  const std::string_view begin = terminal_ ? "\r" : "";
  const std::string_view end = terminal_ ? "\x1b[K" : "\n";
  fmt::print(stderr, "{}{}{}", begin, line, end);
  std::fflush(stderr);
}

void Progress::show(int finished) {
  if (!is_due()) return;
  if (!terminal_) return draw(fmt::format("{} of {} games played", finished, total_));
  const int full = static_cast<int>(static_cast<long>(bar_width) * finished / total_);
  draw(fmt::format("[{:#<{}}{:.<{}}] {} of {} games", "", full, "", bar_width - full, finished,
                   total_));
}

void Progress::show(const std::function<std::string()>& text) {
  if (is_due()) draw(text());
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
