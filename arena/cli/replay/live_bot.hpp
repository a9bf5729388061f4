// A bot process that ordinary functions can ask, one question at a time, on its own loop. For
// replays, which have no other players. It can be held between two questions for a debugger. Not
// for: matches (series/play/table.hpp).
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
#include "arena/process/spawn/spawner.hpp"
#include "arena/series/entrants/bot_pool.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/entrants/series_settings.hpp"

namespace arena::cli {

class LiveBot {
 public:
  /// REQUIRES: `bot` is a process. `patient`: it may take any time to exit after the end of its
  /// input. `sandbox`: may be null.
  LiveBot(const Entrant& bot, bool patient, std::shared_ptr<const Sandbox> sandbox)
      : bot_(bot), patient_(patient) {
    settings_.sandbox = std::move(sandbox);
    prove(settings_.sandbox, spawner_);
  }

  /// Starts a match, and the process unless it is already running. Throws Error if it cannot start.
  void begin(int match);
  /// Sends a text that ends with a question. With an empty text, waits on for the last answer.
  std::variant<std::string, Fault> ask(std::string_view text, Duration allowance);
  /// Ends the match after sending `news`.
  void end(std::string_view news, Ending ending);
  /// Call it after the last match. Removes all processes of the bot.
  void leave();

  /// Call it before `hold`. A kept process that has not been asked in this match may be exiting
  /// after the last match. If it exits now, starts a new one.
  void renew();
  /// Waits for a line on stdin or its end, or for the end of the process, which is a fault.
  std::optional<Fault> hold();
  /// Whether the process may exit without a fault, because `renew` starts another.
  [[nodiscard]] bool may_leave() const { return is_kept_ && !asked_; }
  /// The processes that a debugger can attach to, the bot's main one first. Not empty.
  [[nodiscard]] std::vector<pid_t> processes() const;

  /// Of the current match.
  [[nodiscard]] std::string stderr_tail() const { return peer_->report().stderr_tail; }
  /// The number of lines so far that answered no question.
  [[nodiscard]] int early_lines() const { return early_lines_; }
  /// Its failures after the end of a match.
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
  const ProcessPeer* process_ = nullptr;  // wrapped by the peer
  int match_ = 0;
  bool is_kept_ = false;  // from an earlier match
  bool asked_ = false;    // in this match
  int early_lines_ = 0;
};

}  // namespace arena::cli
