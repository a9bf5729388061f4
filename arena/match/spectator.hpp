// A match as a spectator sees it, frame by frame: all seats by their names, all cards, and nobody
// is asked anything. A screen that shows nothing to spectators shows what the seat that is due is
// sent.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arena/core/protocol.hpp"
#include "arena/record/record.hpp"

namespace arena {

/// By seat: the players' names, short and printable; "seat 0" and so on if they would not differ.
std::vector<std::string> spectator_names(const std::vector<RecordedPlayer>& players);

template <class GameModule>
class Spectator {
  using G = typename GameModule::Game;
  using Screen = typename GameModule::Screen;
  static constexpr bool sees_all = ShowsSpectators<Screen>;

 public:
  Spectator(std::vector<std::string> names, ScreenStyle style)
      : names_(std::move(names)), screen_(screen_for(names_, style)) {}

  [[nodiscard]] const std::string& name(Seat seat) const {
    return names_[static_cast<std::size_t>(seat)];
  }

  /// `event` is not viewed by any seat.
  void tell(const typename G::Event& event) {
    if constexpr (sees_all) {
      screen_.tell(event, text_);
    } else if (const auto seen = G::view(event, 0)) {
      screen_.tell(*seen, text_);
    }
  }

  /// What was told since the last frame, then the board unless the match is over.
  std::string frame(const typename G::State& now, Seats due) {
    std::string told = std::exchange(text_, {});
    return due.empty() ? told : told + board(now, due);
  }

  /// The table, and who is to move.
  std::string board(const typename G::State& now, Seats due) {
    std::string board;
    if constexpr (sees_all) {
      std::vector<typename G::View> views;
      for (std::size_t seat = 0; seat < names_.size(); ++seat)
        views.push_back(G::view(now, static_cast<Seat>(seat)));
      screen_.watch(views, board);
    } else if (!due.empty()) {
      screen_.ask(G::view(now, due.front()), board);
    }
    return due.empty() ? board : board + to_move(due);
  }

 private:
  static Screen screen_for(const std::vector<std::string>& names, ScreenStyle style) {
    if constexpr (sees_all) {
      return Screen(names, style);
    } else {
      return Screen(0, style);
    }
  }
  [[nodiscard]] std::string to_move(Seats due) const {
    std::string text;
    for (const Seat seat : due) text += (text.empty() ? "To move: " : ", ") + name(seat);
    return text + '\n';
  }

  std::vector<std::string> names_;
  Screen screen_;
  std::string text_;
};

}  // namespace arena
