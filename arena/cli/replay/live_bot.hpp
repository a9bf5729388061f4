// A bot's process that plain code talks to, question by question, on a loop of its own: for
// replays, where nobody else is at the table. It can be held between two questions for a debugger.
// Not for: matches (series/table.hpp).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "arena/peer/loop.hpp"
#include "arena/process/process.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/process/spawner.hpp"
#include "arena/series/bot_pool.hpp"
#include "arena/series/entrant.hpp"
#include "arena/series/series_settings.hpp"

namespace arena::cli {

class LiveBot {
 public:
  /// `bot` is a process. `patient`: it may take any time to leave when its input has ended.
  /// `sandbox`: null, or the sandbox that it runs in.
  LiveBot(const Entrant& bot, bool patient, std::shared_ptr<const Sandbox> sandbox)
      : bot_(bot), patient_(patient) {
    settings_.sandbox = std::move(sandbox);
    prove(settings_.sandbox, spawner_);
  }

  /// A match begins: the process is started, unless it plays a whole series and is there already.
  /// Throws Error if it cannot be started.
  void begin(int match);
  /// Sends a text that ends in a question; with an empty text it goes on waiting for the answer to
  /// the last one.
  std::variant<std::string, Fault> ask(std::string_view text, Duration allowance);
  /// The match is over, and `news` are the last to be sent.
  void end(std::string_view news, Ending ending);
  /// No match follows. Nothing of the bot is left.
  void leave();

  /// Before a hold. A kept process that has not been asked in this match may be leaving since the
  /// last one was over: if it is gone, or goes in a moment, a new one takes its place.
  void renew();
  /// Waits until a line comes on stdin, stdin ends, or the process does: that end, then.
  std::optional<Fault> hold();
  /// Whether the end of the process would be no fault: `renew` starts another.
  [[nodiscard]] bool may_leave() const { return is_kept_ && !asked_; }
  /// The processes that a person may attach a debugger to, the bot's own first. Not empty.
  [[nodiscard]] std::vector<pid_t> processes() const;

  /// Of the match in hand.
  [[nodiscard]] std::string stderr_tail() const { return peer_->report().stderr_tail; }
  /// Lines so far that answered nothing.
  [[nodiscard]] int early_lines() const { return early_lines_; }
  /// How it failed by itself after a match's end.
  [[nodiscard]] std::vector<LateFault> take_late_faults() { return pool_.take_late_faults(); }

 private:
  boost::asio::awaitable<void> fetch(int match);
  boost::asio::awaitable<std::unique_ptr<Peer>> start();
  boost::asio::awaitable<void> put(std::variant<std::string, Fault>& answer, Duration allowance);
  boost::asio::awaitable<void> renew_process();
  boost::asio::awaitable<void> await_program();
  boost::asio::awaitable<void> await_go();

  const Entrant& bot_;
  bool patient_;
  SeriesSettings settings_;
  Spawner spawner_;
  Loop loop_;
  BotPool pool_;
  std::unique_ptr<Peer> peer_;
  const ProcessPeer* process_ = nullptr;  // behind the peer
  int match_ = 0;
  bool is_kept_ = false;  // from a match before
  bool asked_ = false;    // in this match
  int early_lines_ = 0;
};

}  // namespace arena::cli
