// What a person at the terminal sees and types in Lost Cities: the board, the words, the help.
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arena/core/protocol.hpp"
#include "protocols/lost_cities_screen.hpp"

namespace {

using namespace arena;
using namespace arena::lost_cities;
using Person = arena::lost_cities::Screen;

static_assert(arena::Screen<Person>);

constexpr std::size_t terminal_width = 80;
constexpr std::size_t terminal_height = 24;

/// Seat 0 holds InvD InvD 2D 5D 10D 3O 9M 7V, seat 1 InvJ 2J 3J 4J 10J 4O 8V 9V; the deck's first
/// cards are 6D 6O 6M.
Setup<LostCities> fixed_deal() {
  constexpr std::string_view deck =
      "InvD InvJ InvD 2J 2D 3J 5D 4J 10D 10J 3O 4O 9M 8V 7V 9V 6D 6O 6M "
      "InvD 3D 4D 7D 8D 9D InvO InvO InvO 2O 5O 7O 8O 9O 10O InvM InvM InvM 2M 3M 4M 5M 7M 8M 10M "
      "InvJ InvJ 5J 6J 7J 8J 9J InvV InvV InvV 2V 3V 4V 5V 6V 10V";
  Setup<LostCities> setup;
  std::istringstream words{std::string(deck)};
  for (std::string word; words >> word;) setup.deal.deck.push_back(*read_card(word));
  REQUIRE_FALSE(LostCities::check(setup));
  return setup;
}

/// A match as the person at seat 0 sees it.
class Table {
 public:
  explicit Table(ScreenStyle style = {}) : person_(0, style) { tell(); }

  /// Canonical moves of both seats.
  void play(std::initializer_list<std::string_view> moves) {
    for (std::string_view text : moves) {
      const Seat seat = LostCities::actors(state_).front();
      const Move move = *LostCities::read(text);
      REQUIRE_FALSE(LostCities::check(LostCities::view(state_, seat), move));
      LostCities::apply(state_, seat, move, Events<Event>(happened_));
      tell();
    }
  }
  void forfeit(Seat seat) {
    LostCities::forfeit(state_, seat, Events<Event>(happened_));
    tell();
  }
  /// All that was told since the last call.
  std::string told() { return std::exchange(told_, {}); }

  std::string board() {
    std::string out;
    person_.ask(view(), out);
    return out;
  }
  Reading<LostCities> read(std::string_view line) { return person_.read(view(), line); }
  /// What is shown for a line that is refused.
  std::string refused(std::string_view line) {
    const auto reading = read(line);
    const Move* const move = std::get_if<Move>(&reading);
    const Refusal refusal =
        move != nullptr ? LostCities::check(view(), *move) : std::get<Refusal>(reading);
    REQUIRE(refusal);
    std::string out;
    person_.refuse(refusal, out);
    return out;
  }
  [[nodiscard]] View view() const { return LostCities::view(state_, 0); }

 private:
  void tell() {
    for (const Event& event : happened_) person_.tell(*LostCities::view(event, 0), told_);
    happened_.clear();
  }

  std::vector<Event> happened_;
  State state_ = LostCities::start(fixed_deal(), Events<Event>(happened_));
  Person person_;
  std::string told_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string without_escapes(const std::string& text) {
  std::string plain;
  bool escaped = false;
  for (char c : text) {
    if (c == '\x1b') escaped = true;
    if (!escaped) plain += c;
    if (c == 'm') escaped = false;
  }
  return plain;
}

std::string board_of(const View& view, ScreenStyle style = {}) {
  std::string out;
  Person(0, style).ask(view, out);
  return out;
}

/// Bars stand under bars, and all of it fits a terminal beside the news of a turn.
void require_aligned(const std::string& board) {
  const auto lines = lines_of(board);
  CHECK(lines.size() + 5 <= terminal_height);
  for (const std::string& line : lines) {
    INFO(line);
    CHECK(line.size() < terminal_width);
    if (line.find('|') == std::string::npos) continue;
    std::vector<std::size_t> bars;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '|') bars.push_back(i);
    }
    CHECK(bars == std::vector<std::size_t>{15, 31, 47, 63});
  }
}

Cards whole_pack() {
  Cards all;
  for (int land = 0; land < land_count; ++land) {
    for (int copy = 0; copy < investments_per_land; ++copy) all.add(Card::investment(land));
    for (int number = 2; number <= 10; ++number) all.add(Card::numbered(land, number));
  }
  return all;
}

}  // namespace

TEST_CASE("a person sees the board of a fixed deal", "[lost_cities][screen]") {
  Table table;
  table.play({"InvD", "n", "d4O", "n", "2D", "o", "10J", "n"});
  CHECK(table.board() == R"(== Turn 5 ============================================= 41 cards in the deck ==
 Deserts (D)   | Oceans (O)    | Mountains (M) | Jungles (J)   | Volcanoes (V)
-- Opponent: -10 points -------+---------------+---------------+---------------
               |               |               |               |
               |               |               | 10            |
               |               |               | -10 points    |
-- Discards, [top card] -------+---------------+---------------+---------------
               |               |               |               |
               |               |               |               |
               |               |               |               |
-- You: -36 points ------------+---------------+---------------+---------------
               |               |               |               |
 i 2           |               |               |               |
 -36 points    |               |               |               |
-- Your hand, * can be played -+---------------+---------------+---------------
               |               |               |               |
 i 5* 6* 10*   | 3* 4*         | 9*            |               | 7*
---------------+---------------+---------------+---------------+---------------
 Your play? 5d plays, d5d discards; ? for help, q to quit
)");
}

TEST_CASE("the board before a draw names what can be drawn", "[lost_cities][screen]") {
  Table table;
  table.play({"d3O", "n", "d8V", "n", "dInvD"});
  const std::string board = table.board();
  CHECK(board.find("-- Discards, [top card], (just discarded) --") != std::string::npos);
  CHECK(board.find("\n (i)           | [3]           |               |               | [8]\n") !=
        std::string::npos);
  CHECK(lines_of(board).back() == " Your draw? n: deck, o: 3, v: 8; ? for help, q to quit");
}

TEST_CASE("events are told in words, one line each", "[lost_cities][screen]") {
  Table table;
  CHECK(table.told() == "The cards are dealt. You begin.\n");
  table.play({"InvD", "n", "d4O", "n", "d9M", "o", "8V", "m"});
  CHECK(table.told() ==
        "You play the investment of Deserts.\n"
        "From the deck you draw the 6 of Deserts.\n"
        "Your opponent discards the 4 of Oceans.\n"
        "Your opponent draws a card from the deck.\n"
        "You discard the 9 of Mountains.\n"
        "You pick up the 4 of Oceans.\n"
        "Your opponent plays the 8 of Volcanoes.\n"
        "Your opponent picks up the 9 of Mountains.\n");
}

TEST_CASE("the end shows the expeditions, both scores and the winner", "[lost_cities][screen]") {
  Table table;
  table.play({"10D", "n", "9V", "n"});
  table.told();
  SECTION("after the opponent's forfeit") {
    table.play({"2D", "n"});
    table.told();
  }
}

TEST_CASE("a forfeit names the winner, whatever the scores", "[lost_cities][screen]") {
  Table table;
  table.play({"InvD", "n"});
  table.told();
  table.forfeit(1);
  const auto lines = lines_of(table.told());
  CHECK(lines.front() ==
        "== Game over =================================================== Lost Cities ==");
  CHECK(lines.back() ==
        "Your opponent forfeits: you win, whatever the scores. You have -40 points, your opponent 0.");
}
