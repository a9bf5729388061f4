// What the screens of all games have in common: their limits, and the entries of a person that are
// no move (the board again, help, how to leave). A game's screen derives from it.
// A refusal's own text is the wire's short reason, so that records replay; what is shown explains
// it. Not for bots.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "arena/core/protocol.hpp"
#include "protocols/pen.hpp"

namespace arena {

/// `Derived` has `ask(view, out)`, which draws the board and then prompts, `prompt(view, out)`, and
/// the text `help`.
template <class Derived, class G>
class CommonScreen {
 public:
  using Game = G;
  using View = typename G::View;
  static constexpr Terms terms = {
      .name = "screen", .move_time = std::chrono::hours(24), .max_refusals = 1000};

  CommonScreen(Seat seat, ScreenStyle style) : seat_(seat), style_(style) {}

  /// Explains the answer that was read last.
  void refuse(const Refusal& refusal, std::string& out) const {
    out += explanation_.empty() ? pen::wrapped(' ' + std::string(refusal.text()) + '\n')
                                : explanation_;
  }

 protected:
  [[nodiscard]] Seat seat() const { return seat_; }
  [[nodiscard]] pen::Pen pen(std::string& out) const { return {style_, out}; }

  /// The answer that is read now needs no words.
  void clear_explanation() { explanation_.clear(); }

  /// What to show if the answer that is read now is refused.
  void explain(const View& view, std::string_view text) {
    explanation_ = pen::wrapped(text);
    derived().prompt(view, explanation_);
  }

  /// The same for an answer that is no move: what it asks for, or what is wrong with it.
  void explain(const View& view, std::string_view answer, std::string_view wrong) {
    if (answer.empty() || answer == "b" || answer == "board") {
      explanation_.clear();
      derived().ask(view, explanation_);
    } else if (answer == "?" || answer == "h" || answer == "help") {
      explain(view, Derived::help);
    } else if (answer == "q" || answer == "quit" || answer == "exit") {
      explain(view, farewell);
    } else {
      explain(view, wrong);
    }
  }

 private:
  static constexpr std::string_view farewell =
      " Ctrl-D forfeits this game. Ctrl-C ends arena, and this game does not count.\n";

  Derived& derived() { return static_cast<Derived&>(*this); }

  Seat seat_;
  ScreenStyle style_;
  std::string explanation_;
};

}  // namespace arena
