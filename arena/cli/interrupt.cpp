#include "arena/cli/interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

#include <csignal>

#include "arena/cli/shell.hpp"

namespace arena::cli {

namespace {

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  return set;
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t set = ending_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  waiter_ = std::thread([this] { wait(); });
}

Interrupt::~Interrupt() {
  over_ = true;
  pthread_kill(waiter_.native_handle(), SIGTERM);
  waiter_.join();
}

void Interrupt::on_first(std::function<void()> action) {
  const std::lock_guard lock(mutex_);
  action_ = std::move(action);
  if (came_ && action_) action_();
}

void Interrupt::wait() {
  const sigset_t set = ending_signals();
  for (int signal = 0; sigwait(&set, &signal) == 0;) {
    if (over_) return;
    const std::lock_guard lock(mutex_);
    if (came_.exchange(true)) ::_exit(interrupted);  // bots die with the thread that started them
    if (action_) action_();
  }
}

}  // namespace arena::cli
