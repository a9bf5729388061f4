#include "arena/check/last_words.hpp"

#include <sys/ioctl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "arena/peer/loop.hpp"
#include "arena/peer/task.hpp"
#include "arena/process/limits/bot_processes.hpp"
#include "arena/process/stderr_log.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace asio = boost::asio;
using namespace asio::experimental::awaitable_operators;
using asio::redirect_error;
using asio::use_awaitable;

namespace {

constexpr std::chrono::seconds to_think{5};   // a late answer proves that the bot flushes
constexpr std::chrono::seconds to_finish{5};  // from the end of its input
constexpr std::chrono::milliseconds between_looks{2};
constexpr std::size_t most_words = 64 * 1024;

using Descriptor = asio::posix::basic_stream_descriptor<Loop::Executor>;

/// Ends a process's input, and collects what it writes before and after that.
class Listener {
 public:
  Listener(Loop& loop, Spawned& process, Duration start_time)
      : loop_(loop),
        in_(loop.executor(), process.in.release()),
        out_(loop.executor(), process.out.release()),
        err_(loop, std::move(process.err)),
        start_time_(start_time) {}

  asio::awaitable<void> listen(const std::string& question) { co_await (hear() || say(question)); }

  /// Leaves out a line that the process began before the end of its input.
  std::string take_words() && {
    if (!before_) return "";
    const std::size_t line = *before_ == 0 ? 0 : words_.find('\n', *before_ - 1) + 1;
    return *before_ > 0 && line == 0 ? "" : words_.substr(line);
  }

 private:
  asio::awaitable<void> hear() {
    boost::system::error_code error;
    std::array<char, 4096> buffer{};
    while (!error) {
      const std::size_t size =
          co_await out_.async_read_some(asio::buffer(buffer), redirect_error(use_awaitable, error));
      words_.append(buffer.data(), std::min(size, most_words - words_.size()));
    }
  }

  asio::awaitable<void> say(const std::string& question) {
    const TimePoint deadline = Clock::now() + start_time_;
    boost::system::error_code error;
    co_await (
        asio::async_write(in_, asio::buffer(question), redirect_error(use_awaitable, error)) ||
        loop_.pause(start_time_));
    while (unread() > 0 && Clock::now() < deadline) co_await loop_.pause(between_looks);
    co_await loop_.pause(to_think);
    before_ = words_.size();
    in_.close();
    co_await loop_.pause(to_finish);
  }

  int unread() {
    int bytes = 0;
    return ::ioctl(in_.native_handle(), FIONREAD, &bytes) == 0 ? bytes : 0;
  }

  Loop& loop_;
  Descriptor in_;
  Descriptor out_;
  StderrLog err_;
  Duration start_time_;
  std::string words_;
  std::optional<std::size_t> before_;  // the size of `words_` when the input ended
};

asio::awaitable<void> start_and_listen(Loop& loop, Spawner& spawner,
                                       const ProcessSettings& settings, const std::string& question,
                                       std::string& words) {
  SpawnRequest request = settings.request();
  auto spawned = co_await spawner.spawn(std::move(request));
  auto* process = std::get_if<Spawned>(&spawned);
  if (process == nullptr) co_return;
  const BotProcesses processes(process->pid, process->marker, spawner.leaders(),
                               std::move(process->group));
  Listener listener(loop, *process, settings.start_time);
  co_await listener.listen(question);
  words = std::move(listener).take_words();
}

}  // namespace

std::vector<std::string> last_words(Loop& loop, Spawner& spawner, const SeriesSettings& settings,
                                    const Entrant& bot, const std::string& question) {
  const ProcessSettings process = process_settings(bot, settings);
  std::string words;
  run_task(loop, start_and_listen(loop, spawner, process, question, words));
  std::vector<std::string> lines;
  for (const std::string_view line : lines_of(words)) {
    if (!trim(line).empty()) lines.emplace_back(trim(line));
  }
  return lines;
}

}  // namespace arena
