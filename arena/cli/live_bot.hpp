// A bot's process that plain code talks to, question by question, on a loop of its own: for
// replays, where nobody else is at the table. It can be held between two questions for a debugger.
// Not for: matches (tournament/table.hpp).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arena/players/loop.hpp"
#include "arena/players/process.hpp"
#include "arena/players/spawner.hpp"
#include "arena/tournament/entrant.hpp"
#include "arena/tournament/stable.hpp"

namespace arena::cli {

class LiveBot {
 public:
  /// `bot` is a process. `patient`: it may take any time to leave when its input has ended.
  LiveBot(const Entrant& bot, bool patient) : bot_(bot), patient_(patient) {}

  /// A match begins: the process is started, unless it plays a whole series and is there already.
  /// Throws Error if it cannot be started.
  void begin(int match);
  /// Sends a text that ends in a question; with an empty text it goes on waiting for the answer to
  /// the last one.
  std::variant<std::string, Fault> ask(std::string_view text, TimePoint deadline);
  /// The match is over, and `news` are the last to be sent.
  void end(std::string_view news, Ending ending);
  /// No match follows. Nothing of the bot is left.
  void leave();

  /// Waits until a line comes on stdin, stdin ends, or the process does.
  void hold();
  /// The processes as a person may name them to a debugger: "1234 (python3)".
  [[nodiscard]] std::vector<std::string> processes() const;
  [[nodiscard]] pid_t pid() const { return process_->pid(); }

  /// Of the match in hand.
  [[nodiscard]] std::string stderr_tail() const { return peer_->stderr_tail(); }
  /// Lines so far that answered nothing.
  [[nodiscard]] int early_lines() const { return early_lines_; }
  /// How it failed by itself after a match's end.
  [[nodiscard]] std::vector<LateFault> take_late_faults() { return stable_.take_late_faults(); }

 private:
  boost::asio::awaitable<void> fetch(int match);
  boost::asio::awaitable<std::unique_ptr<Peer>> start();
  boost::asio::awaitable<void> put(std::variant<std::string, Fault>& answer, TimePoint deadline);
  boost::asio::awaitable<void> await_go();

  const Entrant& bot_;
  bool patient_;
  Spawner spawner_;
  Loop loop_;
  Stable stable_;
  std::unique_ptr<Peer> peer_;
  const ProcessPeer* process_ = nullptr;  // behind the peer
  int early_lines_ = 0;
};

}  // namespace arena::cli
