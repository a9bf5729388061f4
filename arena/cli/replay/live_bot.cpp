#include "arena/cli/replay/live_bot.hpp"

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "arena/peer/task.hpp"
#include "arena/process/limits/process_tree.hpp"
#include "arena/util/error.hpp"

namespace arena::cli {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds between_looks{20};
constexpr std::chrono::milliseconds to_leave{300};

/// Reads what stdin has, up to a line end. Returns true at a line end or at the end of stdin.
bool line_came() {
  for (;;) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, 0) <= 0) return false;
    char c = 0;
    if (::read(STDIN_FILENO, &c, 1) <= 0 || c == '\n') return true;
  }
}

}  // namespace

void LiveBot::begin(int match) { run_task(loop_, fetch(match)); }

asio::awaitable<void> LiveBot::fetch(int match) {
  match_ = match;
  asked_ = false;
  is_kept_ = pool_.keeps(bot_);
  PeerMaker make = [this] { return start(); };
  const SeatInMatch seat{.match = match};
  peer_ = co_await pool_.take(bot_, seat, std::move(make));
}

asio::awaitable<std::unique_ptr<Peer>> LiveBot::start() {
  ProcessSettings settings = process_settings(bot_, settings_);
  if (patient_) settings.end_time = longest_time;
  auto started = co_await ProcessPeer::start(loop_, spawner_, std::move(settings));
  if (const auto* fault = std::get_if<Fault>(&started))
    throw Error(fmt::format("{} {}", bot_.name, fault->detail));
  auto& peer = std::get<std::unique_ptr<ProcessPeer>>(started);
  process_ = peer.get();
  co_return std::move(peer);
}

std::variant<std::string, Fault> LiveBot::ask(std::string_view text, Duration allowance) {
  peer_->outbox() += text;
  asked_ = true;
  std::variant<std::string, Fault> answer;
  run_task(loop_, put(answer, allowance));
  return answer;
}

asio::awaitable<void> LiveBot::put(std::variant<std::string, Fault>& answer, Duration allowance) {
  Reply reply = co_await peer_->ask(allowance);
  if (auto* fault = std::get_if<Fault>(&reply)) {
    answer = std::move(*fault);
  } else {
    answer = std::string(std::get<Line>(reply).text);
  }
}

void LiveBot::end(std::string_view news, Ending ending) {
  peer_->outbox() += news;
  run_task(loop_, peer_->end(ending));
  early_lines_ += peer_->report().early_lines;
  peer_.reset();
}

void LiveBot::leave() { run_task(loop_, pool_.close()); }

void LiveBot::renew() {
  if (may_leave()) run_task(loop_, renew_process());
  if (settings_.sandbox) run_task(loop_, await_program());
}

/// In a sandbox, the bot's process appears a moment after bubblewrap's.
asio::awaitable<void> LiveBot::await_program() {
  const TimePoint deadline = Clock::now() + to_leave;
  while (processes().front() == process_->pid() && Clock::now() < deadline) {
    co_await loop_.pause(between_looks);
  }
}

asio::awaitable<void> LiveBot::renew_process() {
  const TimePoint deadline = Clock::now() + to_leave;
  while (!process_->ended() && Clock::now() < deadline) {
    co_await loop_.pause(between_looks);
  }
  if (!process_->ended()) co_return;
  peer_.reset();
  co_await pool_.close();
  co_await fetch(match_);
}

std::optional<Fault> LiveBot::hold() {
  run_task(loop_, await_go());
  return process_->ended();
}

/// Polls stdin: it may be a file, and Asio cannot wait for files.
asio::awaitable<void> LiveBot::await_go() {
  while (!process_->ended() && !line_came()) {
    co_await loop_.pause(between_looks);
  }
}

/// In a sandbox the first two processes are bubblewrap's.
std::vector<pid_t> LiveBot::processes() const {
  std::vector<pid_t> all;
  if (!settings_.sandbox) all.push_back(process_->pid());
  for (const pid_t member : process_->processes()) {
    if (member == process_->pid()) continue;
    if (!settings_.sandbox || !makes_sandbox(process_name(member))) all.push_back(member);
  }
  if (all.empty()) all.push_back(process_->pid());
  return all;
}

}  // namespace arena::cli
