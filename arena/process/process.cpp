#include "arena/process/process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace asio = boost::asio;
using boost::asio::redirect_error;
using boost::asio::use_awaitable;
using boost::system::error_code;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds exit_shows_after{1000};  // after the end of its pipes, on a busy machine too
constexpr milliseconds start_look{5};
constexpr milliseconds idle_for{20};
constexpr milliseconds dying{5};
constexpr milliseconds leaving_too{200};       // children may end a little later than their parent
constexpr std::chrono::seconds unkillable{2};  // then it is stuck in the kernel
constexpr int default_pipe_size = 64 * 1024;

std::string killed_by(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return fmt::format("was killed by signal {}{}", signal,
                     name != nullptr ? fmt::format(" (SIG{})", name) : "");
}

std::string exited_with(int status) {
  return fmt::format("exited with status {}{}", status,
                     status == 0 ? " before the end of the game" : "");
}

/// Bubblewrap reports a signal as shells do: by a status above 128, which a bot may also use.
std::string end_words(int status) {
  constexpr int by_signal = 128;
  const char* name = status > by_signal ? ::sigabbrev_np(status - by_signal) : nullptr;
  if (name == nullptr) return exited_with(status);
  return fmt::format("{}, as one that was killed by SIG{}", exited_with(status), name);
}

std::string exit_words(const siginfo_t& info) {
  return info.si_code == CLD_EXITED ? exited_with(info.si_status) : killed_by(info.si_status);
}

}  // namespace

SpawnRequest ProcessSettings::request() const {
  SpawnRequest request(command, core);
  request.declared = declared;
  request.sandbox = sandbox.get();
  if (watched()) request.watching = groups.get();
  return request;
}

asio::awaitable<ProcessPeer::Started> ProcessPeer::start(Loop& loop, Spawner& spawner,
                                                         ProcessSettings settings) {
  SpawnRequest request = settings.request();
  SpawnResult result = co_await spawner.spawn(std::move(request));
  if (const auto* full = std::get_if<NoRoom>(&result)) {
    throw std::runtime_error(
        fmt::format("no room to start {}: {}", settings.command.front(), full->reason));
  }
  if (auto* fault = std::get_if<Fault>(&result)) co_return std::move(*fault);
  const std::string program = settings.command.front();
  try {
    // make_unique cannot call a private constructor
    co_return std::unique_ptr<ProcessPeer>(
        new ProcessPeer(loop, spawner, std::move(settings), std::get<Spawned>(std::move(result))));
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error(
        fmt::format("no room to wait for {}: {}", program, error.code().message()));
  }
}

ProcessPeer::ProcessPeer(Loop& loop, Spawner& spawner, ProcessSettings settings, Spawned spawned)
    : loop_(loop),
      spawner_(spawner),
      settings_(std::move(settings)),
      spawned_(loop.now()),
      processes_(spawned.pid, std::move(spawned.marker), spawner.leaders(),
                 std::move(spawned.group)),
      pidfd_(loop.executor(), spawned.pidfd.release()),
      channel_(loop, std::move(spawned.out), std::move(spawned.in), settings_.channel),
      err_(loop, std::move(spawned.err), settings_.stderr_file),
      status_(std::move(spawned.status)),
      exit_timer_(loop.executor()),
      start_timer_(loop.executor()) {
  // With a pipe of one page, arena sees when the bot has read it: only then is the pipe writable.
  ::fcntl(channel_.output(), F_SETPIPE_SZ, static_cast<int>(::sysconf(_SC_PAGESIZE)));
  if (settings_.clock == ClockKind::cpu) {
    clock_.emplace(loop, processes_, [this](Fault late) { channel_.interrupt(std::move(late)); });
  }
  await_exit();
}

void ProcessPeer::await_exit() {
  pidfd_.async_wait(Descriptor::wait_read, guard_([this](const error_code& error) {
                      if (!error) note_exit();
                    }));
}

/// The process stays a zombie until its tree is removed, so that no other process gets its number.
void ProcessPeer::note_exit() {
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(processes_.leader()), &info, WEXITED | WNOHANG | WNOWAIT);
  const bool inside = settings_.sandbox != nullptr;
  err_.drain();
  exit_ = inside ? end_inside(info) : Fault{FaultKind::exit, exit_words(info)};
  exit_is_good_ = info.si_code == CLD_EXITED && info.si_status == 0;
  exit_timer_.cancel();
  channel_.peer_gone();
}

/// `info`: how bubblewrap itself ended.
Fault ProcessPeer::end_inside(const siginfo_t& info) const {
  if (processes_.ran_out_of_memory()) {
    return {FaultKind::limit,
            fmt::format("ran out of memory: its processes may take {} MiB together",
                        settings_.sandbox->limits().memory >> 20U)};
  }
  const InsideEnd end = read_status(status_.number());
  if (end.was_started && !ended_before_program(end, err_.tail()))
    return {FaultKind::exit, end_words(end.status)};
  const bool by_itself = info.si_code == CLD_EXITED;
  return {FaultKind::exit, by_itself ? std::string(not_started_inside)
                                     : fmt::format("its sandbox {}", killed_by(info.si_status))};
}

asio::awaitable<void> ProcessPeer::exit_or(TimePoint until) {
  if (exit_) co_return;
  exit_timer_.expires_at(until);
  error_code ignored;
  co_await exit_timer_.async_wait(redirect_error(use_awaitable, ignored));
}

asio::awaitable<Reply> ProcessPeer::ask(Duration allowance) {
  if (settings_.paused) processes_.resume();
  std::optional<Fault> not_read;
  if (!started_) not_read = co_await offer_first_question(allowance);
  Reply reply;
  if (not_read) {
    reply = std::move(*not_read);
  } else if (clock_) {
    reply = co_await ask_by_processor_time(allowance);
  } else {
    reply = co_await channel_.ask(allowance);
  }
  auto* fault = std::get_if<Fault>(&reply);
  if (fault == nullptr || fault->kind == FaultKind::time) note_thinking(channel_.waited());
  if (fault == nullptr && settings_.paused) processes_.pause();
  if (fault != nullptr) reply = co_await explained(std::move(*fault));
  co_return reply;
}

/// Returns when the process has read the question. Returns a fault if it did not.
asio::awaitable<std::optional<Fault>> ProcessPeer::offer_first_question(Duration allowance) {
  started_ = true;
  const TimePoint now = loop_.now();
  // A bot that is first asked late in a match has long started, but still needs time to read.
  const TimePoint limit =
      std::max(spawned_ + settings_.start_time, now + std::min(settings_.start_time, allowance));
  watch_start(now + allowance, limit, allowance);
  auto fault = co_await channel_.offer();
  start_timer_.cancel();
  ::fcntl(channel_.output(), F_SETPIPE_SZ, default_pipe_size);
  co_return fault;
}

/// A retry without a new question continues on the remaining time.
asio::awaitable<Reply> ProcessPeer::ask_by_processor_time(Duration allowance) {
  const bool is_told =
      !channel_.outbox().empty();  // a question, or the news that its answer was refused
  if (is_told) clock_->start(allowance);
  if (auto late = clock_->run()) co_return std::move(*late);
  Reply reply = co_await channel_.ask(longest_time);
  clock_->stop();
  auto* line = std::get_if<Line>(&reply);
  if (line == nullptr) co_return reply;
  line->thought = clock_->used();
  if (auto late = clock_->verdict(line->thought)) co_return std::move(*late);
  co_return reply;
}

/// If the exit follows the end of the pipes within a moment, the exit explains more.
asio::awaitable<Fault> ProcessPeer::explained(Fault ended) {
  if (ended.kind != FaultKind::exit || broken_off_) co_return ended;
  co_await exit_or(Clock::now() + exit_shows_after);
  err_.drain();
  co_return exit_ ? *exit_ : ended;
}

/// Checks every few milliseconds whether a process that has not read its first question is late.
/// All times are on the loop's clock.
void ProcessPeer::watch_start(TimePoint deadline, TimePoint limit, Duration allowance) {
  const TimePoint now = loop_.now();
  if (now >= limit) {
    return channel_.interrupt(
        {FaultKind::time, fmt::format("did not read its first question within {} of its start",
                                      duration_text(now - spawned_))});
  }
  if (now >= deadline - idle_for && idle(now) && now >= deadline) {
    return channel_.interrupt(
        {FaultKind::time,
         fmt::format("no answer within {}; it has not read the question, and does nothing",
                     duration_text(allowance))});
  }
  start_timer_.expires_at(
      loop_.wall(std::max(now + start_look, std::min(deadline, limit) - idle_for)));
  start_timer_.async_wait(guard_([=, this](const error_code& error) {
    if (!error) watch_start(deadline, limit, allowance);
  }));
}

/// Whether no process of the bot has run, or waited to run, for `idle_for`.
bool ProcessPeer::idle(TimePoint now) {
  constexpr auto negligible = std::chrono::microseconds(200);  // a runtime's own timers
  if (use_seen_ != TimePoint{} && now < use_seen_ + idle_for) return false;
  const ProcessorUse use = processor_use(processes_.members());
  const bool idle = use_seen_ != TimePoint{} && use.known && !use.busy &&
                    use.run + use.waited - use_.run - use_.waited < negligible;
  use_ = use;
  use_seen_ = now;
  return idle;
}

void ProcessPeer::note_thinking(Duration waited) {
  thinking_.took(waited);
  if (let_go_ || !settings_.core || settings_.stays || !thinking_.thinks()) return;
  let_go_ = true;
  allow_processors(processes_.members(), spawner_.processors());
}

void ProcessPeer::interrupt() {
  broken_off_ = true;
  channel_.break_off();
  exit_timer_.cancel();
}

PeerReport ProcessPeer::report() const {
  return {channel_.early_lines(), thinking_.pace(), err_.tail(), settings_.stderr_file,
          err_.trouble(),         exit_is_good_,    failure_};
}

asio::awaitable<void> ProcessPeer::end(Ending ending) {
  if (ending == Ending::kept) {
    co_await channel_.deliver();
    co_return;
  }
  start_timer_.cancel();
  processes_.resume();
  if (ending == Ending::finished && !broken_off_) {
    if (exit_) left_after_ = Duration(0);
    if (!exit_) co_await say_goodbye();
  }
  if (ending == Ending::leaving) co_await exit_or(Clock::now() + settings_.end_time);
  if (exit_ && !exit_is_good_) failure_ = exit_->detail;
  if (settings_.note_left_behind && left_after_) co_await note_left_behind();
  co_await remove_tree();
  err_.drain();
  channel_.close_output();
}

asio::awaitable<void> ProcessPeer::say_goodbye() {
  const TimePoint now = Clock::now();
  const TimePoint until = now + settings_.end_time;
  co_await channel_.send_all(until);
  channel_.close_output();
  co_await channel_.read_to_end(until);  // if its output pipe is full, it cannot exit
  if (!broken_off_) co_await exit_or(until);
  if (exit_) left_after_ = Clock::now() - now;
}

asio::awaitable<void> ProcessPeer::note_left_behind() {
  const TimePoint until = Clock::now() + leaving_too;
  std::vector<pid_t> left = processes_.members();
  while (!left.empty() && Clock::now() < until) {
    co_await loop_.pause(milliseconds(2));
    left = processes_.members();
  }
  for (const pid_t pid : left) left_behind_.push_back(process_name(pid));
}

asio::awaitable<void> ProcessPeer::remove_tree() {
  const TimePoint until = Clock::now() + unkillable;
  processes_.kill_leader();
  co_await exit_or(Clock::now() + dying);
  while (!processes_.remove() && Clock::now() < until) {
    co_await loop_.pause(std::chrono::microseconds(200));
  }
}

}  // namespace arena
