// The terminal screen of Streams.
#include <algorithm>
#include <array>

#include "arena/util/text/text.hpp"
#include "protocols/streams/streams.hpp"
#include "protocols/terminal/ansi_writer.hpp"

namespace arena::streams {

namespace {

using ansi::AnsiWriter;
using ansi::bold;
using ansi::faint;
using ansi::TextStyle;

constexpr std::array<TextStyle, 3> run_looks = {"36", "33", "35"};
constexpr std::size_t cell_width = 4;
constexpr int left_in_a_row = 20;

std::string cell(const std::string& text) {
  return std::string(cell_width - std::min(cell_width, text.size()), ' ') + text;
}

std::string name_of(Card card) { return card == wild ? "*" : std::to_string(card); }

/// Draws the numbers of the slots.
void draw_slots(AnsiWriter writer) {
  for (int slot = 0; slot < slot_count; ++slot) writer.write(cell(std::to_string(slot)), faint);
  writer.write("\n");
}

/// Draws the cards of each rising run in one colour.
void draw_cards(const Stream& stream, AnsiWriter writer) {
  std::size_t run = 0;
  int before = -1;
  for (int slot = 0; slot < slot_count; ++slot) {
    if (stream.is_free(slot)) {
      writer.write(cell("."));
      continue;
    }
    if (stream[slot] != wild && stream[slot] < before) ++run;
    if (stream[slot] != wild) before = stream[slot];
    writer.write(cell(name_of(stream[slot])), run_looks[run % run_looks.size()]);
  }
  writer.write("\n");
}

/// Draws all streams for a spectator, or a person's own stream, below the numbers of the slots.
void draw_streams(std::span<const Stream> streams, const Audience& audience, AnsiWriter writer) {
  draw_slots(writer);
  if (!audience.watches())
    return draw_cards(streams[static_cast<std::size_t>(audience.viewpoint())], writer);
  for (std::size_t seat = 0; seat < streams.size(); ++seat) {
    writer.write(audience.name(static_cast<Seat>(seat), "") + '\n', bold);
    draw_cards(streams[seat], writer);
  }
}

void draw_left(const Cards& left, AnsiWriter writer) {
  writer.write(" Left:", faint);
  int written = 0;
  left.for_each([&](Card card) {
    if (written++ == left_in_a_row) writer.write("\n      ", faint);
    writer.write(' ' + name_of(card), faint);
  });
  writer.write("\n");
}

void draw_card(const View& view, AnsiWriter writer) {
  writer.write(" Turn " + std::to_string(view.turn) + " of 20, the card is ");
  writer.write(name_of(view.card), bold);
}

/// Describes each event to the audience.
struct EventWriter {
  const Audience& audience;
  std::span<const Stream> streams;  // by seat
  AnsiWriter writer;

  void operator()(const Shown& /*event*/) const {}
  void operator()(const Placed& /*event*/) const {}
  void operator()(const Ended& event) const {
    draw_streams(streams.first(event.scores.size()), audience, writer);
    const Seat first = audience.viewpoint();
    const int points = event.scores[static_cast<std::size_t>(first)];
    std::string text = audience.watches() ? audience.name(first, "") + " has " : "You have ";
    text += counted(points, "point");
    for (Seat seat = 0; seat < static_cast<Seat>(event.scores.size()); ++seat) {
      if (seat == first) continue;
      text += ", " + audience.name(seat, "seat " + std::to_string(seat)) + " has " +
              std::to_string(event.scores[static_cast<std::size_t>(seat)]);
    }
    writer.write(ansi::wrapped(text + ".\n"), bold);
  }
};

}  // namespace

const std::string_view Screen::help =
    " Every turn a card is shown; put it into one of the free slots, 0 to 19.\n"
    " After 20 cards the stream is cut wherever a card is lower than the one before.\n"
    " Each part that is left is worth, by its length:\n"
    "   1: 0   2: 1   3: 3   4: 5   5: 7   6: 9   7: 11  8: 15  9: 20  10: 25\n"
    "  11: 30 12: 35 13: 40 14: 50 15: 60 16: 70 17: 85 18: 100 19: 150 20: 300\n"
    " Also: Enter shows the stream, ? this help; q quits the game.\n";

void Screen::tell(const Event& event, std::string& out) {
  if (const auto* shown = std::get_if<Shown>(&event)) {
    if (shown->turn == 1) streams_ = {};
    card_ = shown->card;
  } else if (const auto* placed = std::get_if<Placed>(&event)) {
    streams_[static_cast<std::size_t>(placed->seat)].put(placed->slot, card_);
  }
  std::visit(EventWriter{audience(), streams_, writer(out)}, event);
}

void Screen::ask(const View& view, std::string& out) {
  const AnsiWriter writer = this->writer(out);
  writer.write("\n");
  draw_slots(writer);
  draw_cards(view.stream, writer);
  draw_left(view.left, writer);
  prompt(view, out);
}

void Screen::watch(std::span<const View> views, std::string& out) {
  const AnsiWriter writer = this->writer(out);
  std::array<Stream, most_seats> streams;
  std::ranges::transform(views, streams.begin(), &View::stream);
  draw_streams(std::span(streams).first(views.size()), audience(), writer);
  draw_left(views.front().left, writer);
  draw_card(views.front(), writer);
  writer.write(".\n");
}

void Screen::prompt(const View& view, std::string& out) {
  const AnsiWriter writer = this->writer(out);
  draw_card(view, writer);
  writer.write(". Which slot? (? for help)\n");
}

Reading<Streams> Screen::read(const View& view, std::string_view line) {
  const std::string_view answer = trim(line);
  const auto move = Streams::read(answer);
  if (!move) {
    explain(view, answer, " A slot is a number from 0 to 19.\n");
    return Refusal("Invalid slot.");
  }
  explain(view, " Slot " + Streams::write(*move) + " holds a card already.\n");
  return *move;
}

}  // namespace arena::streams
