#include "protocols/lost_cities/board.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/util/text/utf8.hpp"

namespace arena::lost_cities {

namespace {

using ansi::AnsiWriter;
using ansi::bold;
using ansi::faint;
using ansi::plain;
using ansi::TextStyle;

constexpr std::size_t column_width = 13;  // fits the longest heading, and twelve cards in two rows
constexpr std::size_t column_step = column_width + 3;  // a blank on both sides, and a bar
constexpr std::size_t board_width = land_count * column_step - 1;

constexpr std::array<TextStyle, land_count> strong_look = {"1;33", "1;36", "1;35", "1;32", "1;31"};

constexpr std::size_t index_of(int land) { return static_cast<std::size_t>(land); }

struct Word {
  std::string text;
  TextStyle look = plain;
};
using Columns = std::array<std::vector<Word>, land_count>;

/// The board's rows and lines: one column for each land.
class Grid {
 public:
  explicit Grid(AnsiWriter writer) : writer_(writer) {}

  /// REQUIRES: the words of a column fit into it.
  void row(const Columns& columns) const {
    for (std::size_t land = 0; land < columns.size(); ++land) {
      std::size_t width = 0;
      for (const Word& word : columns[land]) {
        writer_.write(" ");
        writer_.write(word.text, word.look);
        width += 1 + word.text.size();
      }
      if (land + 1 == columns.size()) break;
      writer_.write(std::string(column_step - 1 - width, ' '));
      writer_.write("|", faint);
    }
    writer_.write("\n");
  }

  /// Words that fit into one row go to the lower one.
  void two_rows(const Columns& columns) const {
    Columns upper;
    Columns lower;
    for (std::size_t land = 0; land < columns.size(); ++land) {
      std::size_t width = 0;
      for (const Word& word : columns[land]) {
        width += word.text.size();
        (width <= column_width ? upper : lower)[land].push_back(word);
        ++width;
      }
      if (lower[land].empty()) std::swap(upper[land], lower[land]);
    }
    row(upper);
    row(lower);
  }

  void title(const std::string& left, const std::string& right) const {
    ansi::rule(writer_, left, right, board_width);
  }

  void rule() const { writer_.write(line_below(0) + '\n', faint); }
  void rule(const std::string& name, const std::string& remark) const {
    writer_.write("-- ", faint);
    writer_.write(name, bold);
    writer_.write(remark);
    const std::size_t written = columns_of(name) + remark.size();
    writer_.write(' ' + line_below(written + std::string_view("--  ").size()), faint);
    writer_.write("\n");
  }

 private:
  static std::string line_below(std::size_t from) {
    std::string line(board_width, '-');
    for (std::size_t bar = column_step - 1; bar < line.size(); bar += column_step) line[bar] = '+';
    return line.substr(from);
  }

  AnsiWriter writer_;
};

class Board {
 public:
  Board(const View& view, const Audience& audience, AnsiWriter writer)
      : view_(view), audience_(audience), grid_(writer) {}

  void draw() const {
    title();
    table();
    const bool plays = view_.phase == Phase::play;
    hand("Your hand", plays ? ", * can be played" : "", view_.hand,
         plays ? view_.own_open : std::uint64_t{0});
    grid_.rule();
  }
  void draw(const Cards& opponents_hand) const {
    title();
    hand(owner(1 - view_.seat) + "'s hand", "", opponents_hand, 0);
    table();
    hand(owner(view_.seat) + "'s hand", "", view_.hand, 0);
    grid_.rule();
  }
  void draw_result() const {
    grid_.title("Game over", "Lost Cities");
    headings();
    expeditions(1 - view_.seat, view_.opponent);
    expeditions(view_.seat, view_.own);
    grid_.rule();
  }

 private:
  [[nodiscard]] std::string owner(Seat seat) const {
    return audience_.is_you(seat) ? "You" : audience_.name(seat, "Opponent");
  }

  void title() const {
    grid_.title("Turn " + std::to_string(view_.turn),
                counted(view_.deck_left, "card") + " in the deck");
    headings();
  }

  void table() const {
    expeditions(1 - view_.seat, view_.opponent);
    piles();
    expeditions(view_.seat, view_.own);
  }

  void headings() const {
    Columns names;
    for (int land = 0; land < land_count; ++land) {
      const std::string name = name_of(land) + " (" + land_letter(land) + ')';
      names[index_of(land)] = {{name, strong_look[index_of(land)]}};
    }
    grid_.row(names);
  }

  void expeditions(Seat seat, const Cards& laid) const {
    Columns cards;
    laid.for_each([&cards](Card card) {
      const std::size_t land = index_of(card.land());
      cards[land].push_back({short_value(card), land_look[land]});
    });
    Columns scores;
    for (int land = 0; land < land_count; ++land) {
      if (!laid.has_land(land)) continue;
      scores[index_of(land)] = {{counted(expedition_score(laid, land), "point")}};
    }
    grid_.rule(owner(seat), ": " + counted(score(laid), "point"));
    grid_.two_rows(cards);
    grid_.row(scores);
  }

  void piles() const {
    Columns cards;
    Columns counts;
    for (std::size_t land = 0; land < view_.discards.size(); ++land) {
      const Pile& pile = view_.discards[land];
      if (pile.empty()) continue;
      for (Card card : pile) cards[land].push_back({short_value(card), land_look[land]});
      const bool closed = static_cast<int>(land) == view_.closed_pile;
      Word& top = cards[land].back();
      top = closed ? Word{'(' + top.text + ')', land_look[land]}
                   : Word{'[' + top.text + ']', strong_look[land]};
      counts[land] = {{counted(static_cast<int>(pile.size()), "card")}};
    }
    const bool any_closed = view_.closed_pile != Move::deck;
    grid_.rule("Discards", any_closed ? ", [top card], (just discarded)" : ", [top card]");
    grid_.two_rows(cards);
    grid_.row(counts);
  }

  /// Marks the cards whose bits are set in `playable`.
  void hand(const std::string& name, const std::string& remark, const Cards& held,
            std::uint64_t playable) const {
    Columns cards;
    held.for_each([playable, &cards](Card card) {
      const bool marked = ((playable >> card.bit) & 1U) != 0;
      const std::size_t land = index_of(card.land());
      cards[land].push_back(marked ? Word{short_value(card) + '*', strong_look[land]}
                                   : Word{short_value(card), land_look[land]});
    });
    grid_.rule(name, remark);
    grid_.two_rows(cards);
  }

  const View& view_;
  const Audience& audience_;
  Grid grid_;
};

}  // namespace

std::string short_value(Card card) {
  return card.is_investment() ? "i" : std::to_string(card.number());
}

std::string name_of(int land) { return std::string(land_names[index_of(land)]); }

void draw_board(const View& view, const Audience& audience, AnsiWriter writer) {
  Board(view, audience, writer).draw();
}

void draw_board(std::span<const View> views, const Audience& audience, AnsiWriter writer) {
  Board(views[0], audience, writer).draw(views[1].hand);
}

void draw_result(const View& view, const Audience& audience, AnsiWriter writer) {
  Board(view, audience, writer).draw_result();
}

}  // namespace arena::lost_cities
