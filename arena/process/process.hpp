// A bot that is a process of ours: started, asked, and removed with all that it started itself.
// Its death is seen by its pidfd, not by the end of its pipes, which a child of its may hold open;
// what it wrote before it died still counts. Its stderr is always drained.
// House rule: the move time for the first question begins when the process has read it; until then
// it is starting up, for which it has `start_time` from its start. To see when, the first byte of
// what it is sent goes alone: what comes before that is read is no answer. A process that leaves
// the question unread until its move time is over, and does nothing, is not starting: it is late.
// News from before its first question, such as its cards, come with that: while it starts it has
// nothing to think about. Not for: finding programs (command_line.hpp).
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
#include "arena/process/bot_processes.hpp"
#include "arena/process/processor_clock.hpp"
#include "arena/process/spawner.hpp"
#include "arena/process/stderr_log.hpp"
#include "arena/process/thinking.hpp"

namespace arena {

struct ProcessSettings {
  std::vector<std::string> command;   // as from `bot_command`
  std::vector<std::string> declared;  // variables of its environment (bot_environment.hpp)
  Duration start_time = std::chrono::seconds(10);
  Duration end_time = std::chrono::seconds(1);  // for leaving by itself when the match is over
  /// The core of the loop's thread, where a bot that answers at once is fastest.
  std::optional<int> core;
  /// Whether a bot that turns out to think stays there, rather than being let go to all cores.
  bool stays = false;
  bool paused = false;  // while it is not asked, from its first answer on
  ClockKind clock = ClockKind::wall;
  StderrSettings err;
  ChannelSettings channel;
  std::shared_ptr<const Sandbox> sandbox;    // null: the bot runs as arena does
  std::shared_ptr<const CgroupRoot> groups;  // for one that is paused, or under the cpu clock
  bool note_left_behind = false;             // see `ProcessPeer::left_behind`; it takes a while

  [[nodiscard]] bool watched() const { return paused || clock == ClockKind::cpu; }
  /// How it is started. The settings outlive the process.
  [[nodiscard]] SpawnRequest request() const;
};

class ProcessPeer final : public Peer {
 public:
  using Started = std::variant<std::unique_ptr<ProcessPeer>, Fault>;

  /// Starts the process. Called on the loop; the spawner must outlive the peer. Throws
  /// std::runtime_error if arena has no room for it.
  static boost::asio::awaitable<Started> start(Loop& loop, Spawner& spawner,
                                               ProcessSettings settings);
  ProcessPeer(const ProcessPeer&) = delete;
  ProcessPeer& operator=(const ProcessPeer&) = delete;
  ~ProcessPeer() override = default;

  std::string& outbox() override { return channel_.outbox(); }
  void flush_soon() override {
    if (started_) channel_.flush_soon();
  }
  boost::asio::awaitable<Reply> ask(Duration allowance) override;
  void interrupt() override;
  boost::asio::awaitable<void> end(Ending ending) override;
  void record_transcript(Dialogue* dialogue) override { channel_.record_transcript(dialogue); }
  [[nodiscard]] PeerReport report() const override;
  Duration run_beside() override { return thinking_.run_beside(); }

  [[nodiscard]] pid_t pid() const { return processes_.leader(); }
  /// How many of its answers ended in CR LF.
  [[nodiscard]] int crlf_lines() const { return channel_.crlf_lines(); }
  /// After `end`: how long it took to leave by itself when its input had ended; nothing if it did
  /// not.
  [[nodiscard]] const std::optional<Duration>& left_after() const { return left_after_; }
  /// After `end`, where that was asked for: processes that it left behind when it left by itself,
  /// such as "4711 (sleep)". They are gone by now.
  [[nodiscard]] const std::vector<std::string>& left_behind() const { return left_behind_; }
  /// All processes of the bot that are alive.
  [[nodiscard]] std::vector<pid_t> processes() const { return processes_.members(); }
  /// How its first process ended, if it has.
  [[nodiscard]] const std::optional<Fault>& ended() const { return exit_; }

 private:
  using Descriptor = boost::asio::posix::basic_stream_descriptor<Loop::Executor>;

  ProcessPeer(Loop& loop, Spawner& spawner, ProcessSettings settings, Spawned spawned);

  boost::asio::awaitable<std::optional<Fault>> offer_first_question(Duration allowance);
  boost::asio::awaitable<Reply> ask_by_processor_time(Duration allowance);
  boost::asio::awaitable<Fault> explain(Fault ended);
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
  FileDescriptor status_;  // of a bot in a sandbox
  std::optional<ProcessorClock> clock_;
  std::optional<Fault> exit_;  // how it ended
  bool exit_is_good_ = false;  // with status 0
  std::string failure_;
  std::optional<Duration> left_after_;
  std::vector<std::string> left_behind_;
  Loop::Timer exit_timer_;  // whoever waits for the exit is woken by its end
  Loop::Timer start_timer_;
  bool started_ = false;
  bool broken_off_ = false;
  bool let_go_ = false;
  TimePoint use_seen_{};  // when `use_` was taken
  ProcessorUse use_;
  HandlerGuard guard_;
};

}  // namespace arena
