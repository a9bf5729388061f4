#include "arena/contest/checks/sandboxed_run.hpp"

#include <sys/wait.h>

#include <array>
#include <optional>
#include <regex>
#include <stdexcept>
#include <utility>
#include <variant>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include "arena/peer/loop.hpp"
#include "arena/process/limits/bot_processes.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::contest {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t most_head = 16 * 1024;  // bytes of stderr that are kept of its beginning
constexpr std::size_t most_tail = 16 * 1024;  // ... and of its end
/// After the program's end, for what is still in its pipes; a child may keep them open.
constexpr auto last_output = std::chrono::milliseconds(500);
constexpr auto dying = std::chrono::seconds(10);

/// Keeps the two ends of a long text.
class Ends {
 public:
  void add(std::string_view bytes) {
    const std::string_view first = bytes.substr(0, most_head - head_.size());
    head_ += first;
    tail_ += bytes.substr(first.size());
    if (tail_.size() <= 2 * most_tail) return;
    is_cut_ = true;
    tail_.erase(0, tail_.size() - most_tail);
  }
  [[nodiscard]] std::string text() const {
    if (!is_cut_ && tail_.size() <= most_tail) return head_ + tail_;
    return head_ + "\n... a part is left out ...\n" +
           tail_.substr(tail_.size() - std::min(tail_.size(), most_tail));
  }

 private:
  std::string head_;
  std::string tail_;
  bool is_cut_ = false;
};

class Run {
 public:
  Run(Spawner& spawner, const RunRequest& request) : spawner_(spawner), request_(request) {}

  RunResult run() {
    std::exception_ptr failure;
    asio::co_spawn(loop_.context(), work(),
                   [&failure](const std::exception_ptr& error) { failure = error; });
    loop_.run();
    if (failure) std::rethrow_exception(failure);
    result_.log = escaped(log_.text(), true);
    return std::move(result_);
  }

 private:
  using Descriptor = asio::posix::basic_stream_descriptor<Loop::Executor>;

  asio::awaitable<void> work() {
    SpawnRequest spawn(request_.command);
    spawn.declared = request_.declared;
    spawn.sandbox = request_.sandbox.get();
    SpawnResult started = co_await spawner_.spawn(std::move(spawn));
    if (const auto* full = std::get_if<NoRoom>(&started))
      throw std::runtime_error("no room to start a program: " + full->reason);
    if (const auto* fault = std::get_if<Fault>(&started)) {
      result_.failure = fault->detail;
      co_return;
    }
    Spawned spawned = std::get<Spawned>(std::move(started));
    spawned.in.reset();
    processes_.emplace(spawned.pid, std::move(spawned.marker), spawner_.leaders(),
                       std::move(spawned.group));
    status_ = std::move(spawned.status);
    out_.emplace(loop_.executor(), spawned.out.release());
    err_.emplace(loop_.executor(), spawned.err.release());
    pidfd_.emplace(loop_.executor(), spawned.pidfd.release());
    asio::co_spawn(loop_.context(), read_output(), [](const std::exception_ptr&) {});
    asio::co_spawn(loop_.context(), read_log(), [](const std::exception_ptr&) {});
    co_await await_end();
    co_await remove();
    out_->cancel();
    err_->cancel();
    pidfd_->cancel();
  }

  asio::awaitable<void> read_output() {
    std::array<char, 64 * 1024> bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init): 64 KiB
    for (error_code error; !error;) {
      const std::size_t size = co_await out_->async_read_some(
          asio::buffer(bytes), asio::redirect_error(asio::use_awaitable, error));
      result_.output.append(bytes.data(), size);
      if (result_.output.size() <= request_.most_output) continue;
      stop(fmt::format("wrote more than {} bytes", request_.most_output));
      co_return;
    }
    is_output_read_ = true;
    timer_.cancel();
  }

  asio::awaitable<void> read_log() {
    std::array<char, 64 * 1024> bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init): 64 KiB
    for (error_code error; !error;) {
      const std::size_t size = co_await err_->async_read_some(
          asio::buffer(bytes), asio::redirect_error(asio::use_awaitable, error));
      log_.add({bytes.data(), size});
    }
    is_log_read_ = true;
    timer_.cancel();
  }

  void stop(std::string why) {
    if (result_.failure.empty()) result_.failure = std::move(why);
    processes_->kill_leader();
  }

  asio::awaitable<void> await_end() {
    limit_.expires_after(request_.time);
    limit_.async_wait([this](const error_code& error) {
      if (!error && !has_ended_) stop("took more than " + duration_text(request_.time));
    });
    error_code ignored;
    co_await pidfd_->async_wait(Descriptor::wait_read,
                                asio::redirect_error(asio::use_awaitable, ignored));
    has_ended_ = true;
    limit_.cancel();
    judge();
    const TimePoint until = Clock::now() + last_output;
    while (!(is_output_read_ && is_log_read_) && result_.failure.empty() && Clock::now() < until) {
      timer_.expires_at(until);
      co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
  }

  void judge() {
    if (!result_.failure.empty()) return;
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(processes_->leader()), &info, WEXITED | WNOHANG | WNOWAIT);
    int status = info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
    if (processes_->ran_out_of_memory()) {
      result_.failure =
          fmt::format("took more than {} MiB of memory", request_.sandbox->limits().memory >> 20U);
      return;
    }
    if (request_.sandbox) {
      const InsideEnd end = read_status(status_.number());
      if (!end.was_started) {
        result_.failure = not_started_inside;
        return;
      }
      status = end.status;
    }
    result_.is_good = status == 0;
    if (status > 128)
      result_.failure = fmt::format("was killed by signal {}", status - 128);
    else if (status != 0)
      result_.failure = fmt::format("ended with status {}", status);
  }

  asio::awaitable<void> remove() {
    processes_->kill_leader();
    const TimePoint until = Clock::now() + dying;
    while (!processes_->remove() && Clock::now() < until) {
      timer_.expires_after(std::chrono::milliseconds(1));
      error_code ignored;
      co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
  }

  Spawner& spawner_;
  const RunRequest& request_;
  RunResult result_;
  Ends log_;
  Loop loop_;
  std::optional<BotProcesses> processes_;
  FileDescriptor status_;
  std::optional<Descriptor> out_;
  std::optional<Descriptor> err_;
  std::optional<Descriptor> pidfd_;
  Loop::Timer limit_{loop_.executor()};
  Loop::Timer timer_{loop_.executor()};  // the end of an output cancels it
  bool has_ended_ = false;
  bool is_output_read_ = false;
  bool is_log_read_ = false;
};

}  // namespace

RunResult run_program(Spawner& spawner, const RunRequest& request) {
  return Run(spawner, request).run();
}

namespace {

/// A place in a program: an indented line, or "bot.js:3". C++ indents what an exception says, too.
bool is_place(std::string_view line) {
  static const std::regex place(R"(\S+:\d+(:\d+)?:?)");
  if (line.empty()) return true;
  if (line.front() == ' ' || line.front() == '\t') return !trim(line).starts_with("what():");
  return std::regex_match(line.begin(), line.end(), place);
}

/// What languages write after the mistake: their versions, hints, threads, calls ("main.main()").
bool is_about_the_language(std::string_view line) {
  static const std::regex words(
      R"((Node\.js v|note: |goroutine \d|\[signal |exit status |Aborted|\}|\^|[\w./*()]+\(.*\)$).*)");
  return std::regex_match(line.begin(), line.end(), words);
}

}  // namespace

std::string headline_of(const std::vector<std::string_view>& lines) {
  std::string_view found;
  for (const std::string_view line : lines) {
    if (!is_place(line) && !is_about_the_language(line)) found = line;
  }
  if (found.empty() && !lines.empty()) found = lines.back();
  return std::string(trim(found));
}

}  // namespace arena::contest
