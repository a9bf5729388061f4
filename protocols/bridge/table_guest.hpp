// A bot of arena at another program's table manager: it sends the requests of a client, and keeps
// the board as far as it is shown. Table managers differ, so lines are read leniently. No I/O and
// no clock. Reference: docs/table_manager.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/core/outcome.hpp"
#include "arena/core/refinements/conversation.hpp"
#include "games/bridge/bridge.hpp"
#include "protocols/bridge/table_manager_lines.hpp"
#include "protocols/bridge/table_manager_spelling.hpp"

namespace arena::bridge {

class TableGuest {
 public:
  TableGuest(WantedSeat wanted, std::string_view team, const Options& options)
      : wanted_(wanted), team_(tm::quotable(team)) {
    setup_.seats = seat_count;
    setup_.options = options;
  }

  static WantedSeat wanted_seat(std::string_view name);

  void begin(std::string& out);
  void hear(std::string_view line, std::string& out);
  [[nodiscard]] Seat seat() const { return seat_; }
  std::vector<Event> take_events() { return std::exchange(events_, {}); }
  [[nodiscard]] int matches() const { return matches_; }
  [[nodiscard]] std::optional<View> question() const;
  void move(const Move& move, std::string& out);
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::optional<Outcome> outcome() const;
  [[nodiscard]] bool session_is_over() const { return phase_ == Phase::over; }

 private:
  enum class Phase { seat, teams, start, deal, cards, board, over };

  void hear_seated(std::string_view line, const std::vector<std::string>& words, std::string& out);
  bool hear_anywhere(std::string_view line, const std::vector<std::string>& words,
                     std::string& out);
  void hear_board(std::string_view line, const std::vector<std::string>& words, std::string& out);
  void hear_action(const tm::Action& action, std::string_view line, std::string& out);
  void start_deal(CardSet own);
  void apply(const Move& move);
  void show_dummy(CardSet cards);
  void put_card(Seat hand, Card card);
  void ask_for_next(std::string& out);
  void ask(Phase next, std::string_view what, std::string& out);
  void say(std::string_view line, std::string& out) { tm::put(spelling_.spelled(line), out); }
  /// True if this seat decides next.
  [[nodiscard]] bool is_due() const;
  [[nodiscard]] bool leads() const;

  WantedSeat wanted_;
  Seat seat_ = 0;  // as the server says
  std::string team_;
  tm::Spelling spelling_;
  std::array<std::string, 2> teams_{};  // by side, as the server names them
  Phase phase_ = Phase::seat;
  Setup<Bridge> setup_;  // with the board as announced
  Seat dealer_ = 0;
  State state_;
  bool dealt_ = false;
  bool prompted_ = false;     // the server said who leads
  std::optional<Move> lead_;  // the opening lead, until dummy's cards are known
  int matches_ = 0;
  std::vector<Event> events_;
};

}  // namespace arena::bridge
