// The Table Manager protocol of bridge programs, for one seat: when each line is due. The client
// asks, and every request is answered as soon as the fact exists, in whatever order the client
// asks. The client never receives a call or card that it did not ask for. No I/O and no clock.
// table_manager_lines.hpp has the words. Reference: docs/table_manager.md.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "arena/core/refinements/conversation.hpp"
#include "games/bridge/bridge.hpp"
#include "protocols/bridge/table_guest.hpp"
#include "protocols/bridge/table_manager_lines.hpp"

namespace arena::bridge {

/// A talk with the client at one seat, over any number of boards.
class TableManager {
 public:
  static constexpr std::string_view farewell = "End of session\r\n";

  explicit TableManager(Seat seat, Compatibility compatibility = {})
      : seat_(seat), compatibility_(compatibility) {}

  static std::variant<Introduction, Refusal> introduction(std::string_view line);

  void begin(const Opening& opening, std::string& out);
  void see(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  Heard<Bridge> hear(std::string_view line, std::string& out);
  void refuse(const Refusal& refusal, std::string& out);
  [[nodiscard]] bool is_up_to_date() const;
  void end(const Closing& closing, std::string& out);

 private:
  /// A line that is sent once, when the client has asked for it.
  struct Answer {
    std::string line;
    bool wanted = false;
    bool given = false;

    void give(std::string& out);
  };
  /// The calls or the cards of a board in their order. The client receives what it asks for, of
  /// each hand as many lines as it asks for.
  class Sequence {
   public:
    void add(Seat hand, std::string line) { lines_.push_back({hand, std::move(line)}); }
    /// A request that came before counts once: one with a number not greater than the last one for
    /// this hand, or, without a hand or a number, while the last one is not yet answered. Without a
    /// hand, it is for the next line.
    void ask(std::optional<Seat> hand, std::optional<int> number);
    void give(std::string& out);
    void forget_requests();
    [[nodiscard]] bool is_given() const { return given_ == lines_.size(); }
    [[nodiscard]] bool awaits() const;

   private:
    struct Line {
      Seat hand;
      std::string text;
    };
    struct Requests {
      int open = 0;     // not yet answered
      int number = -1;  // of the last one
    };
    static constexpr std::size_t any_hand = seat_count;

    std::vector<Line> lines_;
    std::size_t given_ = 0;
    std::array<Requests, seat_count + 1> requests_{};  // by hand
  };
  struct Board {
    bool started = false;
    Answer deal;
    Answer hand;
    Answer dummy;
    Sequence calls;
    Sequence cards;
    std::optional<Seat> dummys_seat{};
    int cards_played = 0;
    std::string prompt;  // who leads, for the seat that has to lead
    std::string timing;  // empty if it is not sent
    bool over = false;

    /// Whether the client knows all calls and cards so far.
    [[nodiscard]] bool is_known() const {
      return started && hand.given && calls.is_given() && cards.is_given();
    }
    /// Including the one that has begun or comes next.
    [[nodiscard]] int tricks_seen() const { return cards_played / seat_count + 1; }
    void forget_requests();
    [[nodiscard]] bool awaits() const;
  };
  enum class Phase { unknown, seated, has_teams, playing };

  void see(const Dealt& deal);
  void see(const Called& called);
  void see(const Played& played);
  void see(const Exposed& exposed);
  void see(const Won& /*won*/) {}
  void see(const Scored& /*scored*/) {}

  std::optional<Fault> hear(const tm::Connecting& connecting, std::string& out);
  void hear(const tm::Request& request);
  void ask_board(Board& board, const tm::Request& request);
  Heard<Bridge> hear(const tm::Action& action, std::string& out);
  void settle(std::string& out);
  void settle(Board& board, std::string& out);

  Seat seat_;
  Compatibility compatibility_;
  Phase phase_ = Phase::unknown;
  bool wants_teams_ = false;
  std::string teams_;
  int own_calls_ = 0;         // in the session
  std::deque<Board> boards_;  // the client is at the first one
  /// The client owes a request before it may learn that a board begins: the last one broke off.
  bool broken_off_ = false;
  bool is_due_ = false;              // the seat is to move:
  Seat turn_ = 0;                    // from this hand
  bool plays_card_ = false;          // a card, and not a call
  std::array<Duration, 2> total_{};  // time used in the session, by side
};

/// The protocol as a game's module lists it: what a client that asks for everything receives.
class TableManagerLines {
 public:
  using Game = Bridge;
  using Conversation = TableManager;
  using Guest = TableGuest;

  static constexpr Terms terms = {.name = "tm",
                                  .title = "the Table Manager protocol",
                                  .max_refusals = 3,
                                  .lifetime = Lifetime::seat,
                                  .seats_by_choice = true};

  explicit TableManagerLines(Seat seat) : seat_(seat) {}

  void tell(const Event& event, std::string& out) const;
  void ask(const View& view, std::string& out);
  void refuse(const Refusal& refusal, std::string& out) const;
  static Reading<Bridge> read(const View& view, std::string_view line);
  [[nodiscard]] std::string write(const Move& move) const;

 private:
  Seat seat_;
  bool plays_card_ = false;
};

}  // namespace arena::bridge
