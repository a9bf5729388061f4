#include "arena/process/limits/bot_processes.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

namespace arena {

BotProcesses::~BotProcesses() {
  for (int looks = 0; looks < 50'000 && !remove(); ++looks)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
}

std::vector<pid_t> BotProcesses::members() const {
  return group_ ? group_->members() : tree_.members();
}

Duration BotProcesses::time() const {
  if (group_ && group_->counts_time()) return group_->time();
  const std::vector<pid_t> alive = members();
  return time_run(alive) + time_of_children(alive);
}

Duration BotProcesses::time_at_start() const {
  if (group_ && group_->counts_time()) return group_->time();
  return time_run({leader()}) + time_of_children({leader()});
}

/// A process may start others before it is stopped, so one look is not enough.
void BotProcesses::pause() {
  if (group_ && group_->freezes()) return group_->set_frozen(true);
  constexpr int most_looks = 8;
  for (int look = 0; look < most_looks; ++look) {
    std::vector<pid_t> running = members();
    std::erase_if(running,
                  [this](pid_t pid) { return std::ranges::find(paused_, pid) != paused_.end(); });
    if (running.empty()) return;
    for (const pid_t pid : running) {
      ::kill(pid, SIGSTOP);
      paused_.push_back(pid);
    }
  }
}

void BotProcesses::resume() {
  if (group_ && group_->freezes()) return group_->set_frozen(false);
  for (const pid_t pid : paused_) ::kill(pid, SIGCONT);
  paused_.clear();
}

bool BotProcesses::remove() {
  const bool tree = tree_.remove();
  const bool group = !group_ || group_->kill();
  return tree && group;
}

}  // namespace arena
