// A match as a spectator sees it, frame by frame: seats by name, all cards, no questions. If a
// screen cannot show the match to spectators, the spectator sees what the seat that is due sees.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arena/core/protocol.hpp"
#include "arena/record/record.hpp"

namespace arena {

/// By seat: the players' names, short and printable; "seat 0" and so on if they are not all
/// different.
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

  /// `event` is complete, not as a seat views it.
  void tell(const typename G::Event& event) {
    if constexpr (sees_all) {
      screen_.tell(event, text_);
    } else if (const auto seen = G::view(event, 0)) {
      screen_.tell(*seen, text_);
    }
  }

  /// The events since the last frame, then the board unless the match is over.
  std::string frame(const typename G::State& now, Seats due) {
    std::string told = std::exchange(text_, {});
    return due.empty() ? told : told + board(now, due);
  }

  /// The table, and the seats that are due.
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
