#include "arena/cli/interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

#include <csignal>

#include "arena/cli/shell.hpp"
#include "arena/process/limits/process_tree.hpp"

namespace arena::cli {

namespace {

constexpr int over = SIGUSR1;  // the destructor sends it to the waiting thread only

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
  return set;
}

sigset_t all_signals() {
  sigset_t set = ending_signals();
  sigaddset(&set, over);
  return set;
}

/// Ends arena at the next signal, whatever arena is doing.
void wait_for_second() {
  const sigset_t set = all_signals();
  int signal = 0;
  if (sigwait(&set, &signal) == 0 && signal != over) end_at_once();
}

}  // namespace

void end_at_once() {
  // Keeps other threads from printing about their bots' sudden end. Does not wait for the lock: a
  // thread may hold it while it writes to a reader that has stopped.
  for (FILE* stream : {stdout, stderr}) static_cast<void>(::ftrylockfile(stream));
  remove_descendants();
  ::_exit(interrupted);
}

Interrupt::Interrupt() {
  const sigset_t set = all_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  waiter_ = std::thread([this] { wait(); });
}

Interrupt::~Interrupt() {
  pthread_kill(waiter_.native_handle(), over);
  waiter_.join();
}

void Interrupt::on_first(std::function<void()> action) {
  const std::lock_guard lock(mutex_);
  action_ = std::move(action);
  if (came_ && action_) action_();
}

void Interrupt::wait() {
  const sigset_t set = all_signals();
  int signal = 0;
  if (sigwait(&set, &signal) != 0 || signal == over) return;
  std::thread second(wait_for_second);
  {
    const std::lock_guard lock(mutex_);
    came_ = true;
    if (action_) action_();  // may wait for a writer that its reader blocks
  }
  sigset_t last;
  sigemptyset(&last);
  sigaddset(&last, over);
  sigwait(&last, &signal);
  pthread_kill(second.native_handle(), over);
  second.join();
}

}  // namespace arena::cli
