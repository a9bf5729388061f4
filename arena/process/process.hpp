// A bot that is a process: started, asked, and removed with all the processes that it started.
// Arena sees its death by its pidfd, not by the end of its pipes, which a child may keep open.
// Output from before its death still counts. Its stderr is always read.
// The move time of the first question begins when the process has read the question. Until then the
// bot is starting, for at most `start_time`. To see the reading, arena sends the first byte alone,
// and what the bot wrote before it read that byte is not an answer. A bot that is idle and has not
// read the question loses its move time. Messages from before the first question, such as the bot's
// cards, are sent together with it. Not for: finding programs (spawn/program.hpp).
#pragma once

#include <sys/wait.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/peer/channel.hpp"
#include "arena/peer/peer.hpp"
#include "arena/process/limits/bot_processes.hpp"
#include "arena/process/limits/processor_clock.hpp"
#include "arena/process/limits/thinking.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/process/stderr_log.hpp"

namespace arena {

struct ProcessSettings {
  std::vector<std::string> command;   // as from `bot_command`
  std::vector<std::string> declared;  // variables of its environment (bot_environment.hpp)
  Duration start_time = std::chrono::seconds(10);
  Duration end_time = std::chrono::seconds(1);  // to exit by itself after the match
  /// The core of the loop's thread: a bot that answers at once is fastest there.
  std::optional<int> core;
  /// Whether a bot that thinks stays on that core. By default it may then use all cores.
  bool stays = false;
  bool paused = false;  // stopped between questions, after its first answer
  ClockKind clock = ClockKind::wall;
  std::string stderr_file;  // no file if empty
  ChannelSettings channel;
  std::shared_ptr<const Sandbox> sandbox;    // null without a sandbox
  std::shared_ptr<const CgroupRoot> groups;  // for `paused` and the cpu clock
  bool note_left_behind = false;  // fills `ProcessPeer::left_behind`, which takes a while

  [[nodiscard]] bool watched() const { return paused || clock == ClockKind::cpu; }
  /// REQUIRES: these settings outlive the process.
  [[nodiscard]] SpawnRequest request() const;
};

class ProcessPeer final : public Peer, private Talk {
 public:
  using Started = std::variant<std::unique_ptr<ProcessPeer>, Fault>;

  /// Starts the process. REQUIRES: called on the loop; the spawner outlives the peer. Throws
  /// std::runtime_error if arena has no room for the process.
  static boost::asio::awaitable<Started> start(Loop& loop, Spawner& spawner,
                                               ProcessSettings settings);

  std::string& outbox() override { return channel_.outbox(); }
  void flush_soon() override {
    if (started_) channel_.flush_soon();
  }
  boost::asio::awaitable<Reply> ask(Duration allowance) override;
  /// The process runs all the time, and is timed by the wall clock.
  Talk& talk() override { return *this; }
  void interrupt() override;
  boost::asio::awaitable<void> end(Ending ending) override;
  void record_transcript(Dialogue* dialogue) override { channel_.record_transcript(dialogue); }
  [[nodiscard]] PeerReport report() const override;
  Duration run_beside() override { return thinking_.run_beside(); }

  [[nodiscard]] pid_t pid() const { return processes_.leader(); }
  /// How many of its answers ended with CR LF.
  [[nodiscard]] int crlf_lines() const { return channel_.crlf_lines(); }
  /// After `end`: how long the bot took to exit after the end of its input. No value if it did not.
  [[nodiscard]] const std::optional<Duration>& left_after() const { return left_after_; }
  /// After `end`, with `note_left_behind`: the processes that the bot left when it exited by
  /// itself, such as "4711 (sleep)". Arena has killed them by then.
  [[nodiscard]] const std::vector<std::string>& left_behind() const { return left_behind_; }
  /// All live processes of the bot.
  [[nodiscard]] std::vector<pid_t> processes() const { return processes_.members(); }
  /// How the first process ended, if it has.
  [[nodiscard]] const std::optional<Fault>& ended() const { return exit_; }

 private:
  using Descriptor = boost::asio::posix::basic_stream_descriptor<Loop::Executor>;

  ProcessPeer(Loop& loop, Spawner& spawner, ProcessSettings settings, Spawned spawned);

  void hear(std::function<void(Reply)> heard) override {
    started_ = true;
    channel_.hear(std::move(heard));
  }
  void flush_now() override { channel_.flush_now(); }
  boost::asio::awaitable<Fault> explained(Fault fault) override;

  boost::asio::awaitable<std::optional<Fault>> offer_first_question(Duration allowance);
  boost::asio::awaitable<Reply> ask_by_processor_time(Duration allowance);
  void note_thinking(Duration waited);
  void watch_start(TimePoint deadline, TimePoint limit, Duration allowance);
  bool idle(TimePoint now);

  void await_exit();
  void note_exit();
  [[nodiscard]] Fault end_inside(const siginfo_t& info) const;
  boost::asio::awaitable<void> exit_or(TimePoint until);
  boost::asio::awaitable<void> say_goodbye();
  boost::asio::awaitable<void> note_left_behind();
  boost::asio::awaitable<void> remove_tree();

  Loop& loop_;
  Spawner& spawner_;
  ProcessSettings settings_;
  TimePoint spawned_;
  BotProcesses processes_;
  Thinking thinking_{processes_};
  Descriptor pidfd_;
  Channel channel_;
  StderrLog err_;
  FileDescriptor status_;  // of bubblewrap, for a bot in a sandbox
  std::optional<ProcessorClock> clock_;
  std::optional<Fault> exit_;  // cancelled by the exit, which wakes those who wait for it
  bool exit_is_good_ = false;  // its status was 0
  std::string failure_;
  std::optional<Duration> left_after_;
  std::vector<std::string> left_behind_;
  Loop::Timer exit_timer_;  // the exit cancels it, and so wakes whoever waits for it
  Loop::Timer start_timer_;
  bool started_ = false;
  bool broken_off_ = false;
  bool let_go_ = false;
  TimePoint use_seen_{};  // when `use_` was taken
  ProcessorUse use_;
  HandlerGuard guard_;
};

}  // namespace arena
