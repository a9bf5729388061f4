// What the screens of all games have in common: their limits, and the entries that are no moves
// (the board again, help, leaving). A game's screen derives from it. The same screen shows a match
// to a spectator, with names and without a prompt. It fits 80 columns, and every text is readable
// without colour and symbols. Not for bots. The text of a refusal is the protocol's short reason,
// so that records replay the same. The screen shows an explanation instead.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/core/protocol.hpp"
#include "arena/util/text/text.hpp"
#include "protocols/terminal/ansi_writer.hpp"
#include "protocols/terminal/audience.hpp"

namespace arena {

/// `Derived` has `ask(view, out)`, which draws the board and then prompts, `prompt(view, out)`,
/// `watch(views, out)`, which draws the board for a spectator, and the text `help`.
template <class Derived, class G>
class CommonScreen {
 public:
  using Game = G;
  using View = typename G::View;
  static constexpr Terms terms = {
      .name = "screen", .move_time = std::chrono::hours(24), .max_refusals = 1000};

  explicit CommonScreen(Seat seat, ScreenStyle style = {}) : audience_(seat), style_(style) {}
  /// For a spectator. `names` are by seat.
  explicit CommonScreen(std::vector<std::string> names, ScreenStyle style = {})
      : audience_(std::move(names)), style_(style) {}

  /// Returns whether the person leaves the match with this entry.
  static bool leaves(std::string_view line) {
    std::string answer(trim(line));
    std::ranges::transform(answer, answer.begin(), lower);
    return answer == "q" || answer == "quit" || answer == "exit";
  }

  /// How the screen shows a move; a game's screen may replace it.
  std::string write(const typename G::Move& move) { return G::write(move); }

  /// Explains the answer that was read last.
  void refuse(const Refusal& refusal, std::string& out) const {
    out += explanation_.empty() ? ansi::wrapped(' ' + std::string(refusal.text()) + '\n')
                                : explanation_;
  }

 protected:
  [[nodiscard]] const Audience& audience() const { return audience_; }
  [[nodiscard]] ansi::AnsiWriter writer(std::string& out) const { return {style_, out}; }

  /// The current answer needs no explanation.
  void clear_explanation() { explanation_.clear(); }

  /// Sets what to show if the current answer is refused.
  void explain(const View& view, std::string_view text) {
    explanation_ = ansi::wrapped(text);
    derived().prompt(view, explanation_);
  }

  /// The same for an answer that is no move: shows what it asks for, or what is `wrong` with it.
  void explain(const View& view, std::string_view answer, std::string_view wrong) {
    if (answer.empty() || answer == "b" || answer == "board") {
      explanation_.clear();
      derived().ask(view, explanation_);
    } else if (answer == "?" || answer == "h" || answer == "help") {
      explain(view, Derived::help);
    } else {
      explain(view, wrong);
    }
  }

 private:
  Derived& derived() { return static_cast<Derived&>(*this); }

  Audience audience_;
  ScreenStyle style_;
  std::string explanation_;
};

}  // namespace arena
