// The terminal screen of bridge: the auction as a grid, then the table with the hands that the
// person may see, the trick, and what has happened since the last question.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/core/protocol.hpp"
#include "arena/util/table_cache.hpp"
#include "games/bridge/bridge.hpp"
#include "protocols/terminal/screen.hpp"

namespace arena::bridge {

/// A card on the table, and from whose hand it comes.
struct Laid {
  Seat hand = 0;
  Card card;
};

/// Alerts by the number of their call, counted from 0; an alert may have no text.
using Alerts = std::map<std::size_t, std::string>;

/// Draws the auction from West to North, one round a line. Alerted calls have a star, and their
/// texts stand below.
void draw_auction(const Auction& auction, const Alerts& alerts, ansi::AnsiWriter writer);
/// Draws the table. `hands` are those that are shown; an empty one is not.
void draw_table(const View& view, const std::array<CardSet, seat_count>& hands,
                const Audience& audience, ansi::AnsiWriter writer);
/// "West HJ, North H9".
void draw_cards(std::span<const Laid> cards, ansi::AnsiWriter writer);

class Screen : public CommonScreen<Screen, Bridge> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;
  Screen(Seat seat, ScreenStyle style, TableCache* table_cache)
      : CommonScreen(seat, style), table_cache_(table_cache) {}

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<Bridge> read(const View& view, std::string_view line);

 private:
  void add_call(const Called& called, std::string& out);
  void describe_result(const Scored& scored, std::string& out);
  /// The tricks that each declarer could have won. Needs a second or less, once a deal.
  void describe_double_dummy(std::string& out);
  /// The seat in a sentence: "You", a player's name, or "North".
  [[nodiscard]] std::string subject(Seat seat) const;

  Auction auction_;
  Alerts alerts_;
  std::size_t calls_ = 0;
  std::array<CardSet, seat_count> played_{};  // in this deal, by hand
  std::vector<Laid> trick_;                   // on the table
  std::vector<Laid> last_trick_;
  Seat last_winner_ = 0;
  TableCache* table_cache_ = nullptr;  // has the solver that the bots use
};

}  // namespace arena::bridge
