// A bot of arena at another program's table manager: the recorded sessions from the client's side,
// in several dialects, and servers that contradict themselves.
#include "protocols/bridge/table_guest.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/refinements/conversation.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"
#include "protocols/bridge/table_manager.hpp"
#include "tests/errors.hpp"
#include "tests/games/bridge_table.hpp"

using namespace arena;
using namespace arena::bridge;
using namespace arena::bridge::test;
using arena::test::error_of;

namespace {

static_assert(HasGuest<TableManagerLines>);

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string upper_case(std::string line) {
  std::ranges::transform(line, line.begin(), upper);
  return line;
}

/// Clubs first, tens as 10, no space before the colon.
std::string other_hands(const std::string& line) {
  const std::size_t colon = line.find(" : S ");
  if (colon == std::string::npos) return line;
  std::string suits;
  std::string rest = line.substr(colon + 3);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(". "), rest.size());
    suits = rest.substr(0, end) + (suits.empty() ? "" : ". ") + suits;
    rest.erase(0, std::min(end + 2, rest.size()));
  }
  return line.substr(0, colon) + ": " + replaced(suits, "T", "10");
}

using Dialect = std::function<std::string(const std::string&)>;

std::string as_written(const std::string& line) { return line; }

std::string lower_case(std::string line) {
  std::ranges::transform(line, line.begin(), lower);
  return line;
}

/// As WBridge5 and OpenSpiel's controller write: NORTH PASSES, NORTH bids 1NT, NORTH plays kd.
std::string as_wbridge5(const std::string& line) {
  std::string text = line;
  for (const std::string_view seat : seat_names)
    text = replaced(text, seat, upper_case(std::string(seat)));
  const std::size_t plays = text.find(" plays ");
  if (plays != std::string::npos) return text.substr(0, plays) + lower_case(text.substr(plays));
  return text.ends_with("passes") || text.ends_with("doubles") ? upper_case(text) : text;
}

/// The guest's lines so far that the recording does not have.
class GuestSession {
 public:
  GuestSession(WantedSeat seat, const std::string& team) : guest_(seat, team, Options()) {
    guest_.begin(out_);
  }

  /// Plays the recorded session. `server` changes the server's lines, and leaves out empty ones;
  /// `client` says how the client's have to be.
  void play(const std::vector<std::string>& lines, const Dialect& server,
            const Dialect& client = as_written) {
    for (const std::string& line : lines) {
      INFO(line);
      const std::string text = line.substr(3);
      if (line.starts_with("T: ")) {
        REQUIRE(out_.empty());
        if (const std::string sent = server(text); !sent.empty()) guest_.hear(sent, out_);
        continue;
      }
      if (const auto action = tm::read_action(text)) {
        const auto view = guest_.question();
        REQUIRE(view);
        REQUIRE_FALSE(Bridge::check(*view, *action->move));
        guest_.move(*action->move, out_);
      }
      const bool begins = text.starts_with("Connecting");
      const std::string wanted = (begins ? text : client(text)) + "\r\n";
      REQUIRE(out_.substr(0, wanted.size()) == wanted);
      out_.erase(0, wanted.size());
    }
    CHECK(out_.empty());
  }

  TableGuest guest_;
  std::string out_;
};

}  // namespace

TEST_CASE("a guest asks and plays as in the recorded sessions", "[table_guest]") {
  const Seat seat = GENERATE(0, 1, 2, 3);
  GuestSession session(seat, side_of(seat) == 0 ? "BEN-NS" : "BEN-EW");
  session.play(recorded(seat), as_written);
  CHECK(session.guest_.session_is_over());
  REQUIRE(session.guest_.outcome());
  CHECK(session.guest_.outcome()->scores[0] == -150);
  CHECK(session.guest_.names() == std::vector<std::string>{"BEN-NS", "BEN-EW", "BEN-NS", "BEN-EW"});
}

TEST_CASE("a guest understands the dialects of other table managers", "[table_guest]") {
  const Seat seat = GENERATE(0, 1, 2, 3);
  const auto dialect = GENERATE(
      as<Dialect>(), other_hands,
      [](const std::string& line) { return line.starts_with("Timing") ? "" : line; },
      [](const std::string& line) { return replaced(line, "Start of board", "Start of Board"); },
      [](const std::string& line) { return replaced(replaced(line, "(", ""), ")", ""); },
      [](const std::string& line) { return replaced(replaced(line, "(\"", ""), "\")", ""); },
      [](const std::string& line) { return replaced(line, "Dummy to lead", "NORTH to lead"); },
      [](const std::string& line) { return replaced(line, "passes", "passes."); },
      [](const std::string& line) { return replaced(line, "\" E/W", "\". E/W"); });
  GuestSession(seat, side_of(seat) == 0 ? "BEN-NS" : "BEN-EW").play(recorded(seat), dialect);
}

TEST_CASE("a guest answers in the spelling that the server used", "[table_guest]") {
  const Seat seat = GENERATE(0, 1, 2, 3);
  const Dialect dialect = GENERATE(as<Dialect>(), upper_case, lower_case, as_wbridge5);
  GuestSession(seat, side_of(seat) == 0 ? "BEN-NS" : "BEN-EW")
      .play(recorded(seat), dialect, dialect);
}

TEST_CASE("a spelling is learned from calls and cards", "[table_guest]") {
  tm::Spelling spelling;
  const auto after = [&](std::string_view heard, std::string_view line) {
    spelling.learn(heard);
    return spelling.spelled(line);
  };
  CHECK(after("", "North plays KD") == "North plays KD");
  CHECK(after("NORTH (\"Us are passes\") seated", "North passes") == "NORTH PASSES");
  CHECK(spelling.spelled("North redoubles") == "NORTH REDOUBLES");
  CHECK(spelling.spelled("North bids 3NT Alert. To play") == "NORTH bids 3NT Alert. To play");
  CHECK(spelling.spelled("North ready for East's bid") == "NORTH ready for EAST's bid");
  CHECK(spelling.spelled("North ready for dummy's card to trick 1") ==
        "NORTH ready for dummy's card to trick 1");
  CHECK(after("EAST passes", "North doubles") == "NORTH doubles");
  CHECK(after("EAST bids 1n Alert. 15-17", "North bids 3NT") == "NORTH bids 3n");
  CHECK(after("EAST bids 2NT.", "North bids 3NT") == "NORTH bids 3NT");
  CHECK(after("EAST plays 7s", "North plays KD") == "NORTH plays kd");
  CHECK(after("EAST plays Kd", "North plays QD") == "NORTH plays Qd");
  CHECK(after("EAST plays 7s", "North plays QD") == "NORTH plays Qd");
  CHECK(after("EAST plays SA", "North plays QD") == "NORTH plays DQ");
  CHECK(after("EAST plays 10S", "North plays TD") == "NORTH plays 10D");
  CHECK(after("EAST plays kS", "North plays QD") == "NORTH plays qD");
  CHECK(after("EAST plays \u2660K", "North plays QD") == "NORTH plays qD");
  CHECK(after("EAST bids 1s", "North bids 3C") == "NORTH bids 3c");
  CHECK(spelling.spelled("North bids 3NT") == "NORTH bids 3NT");
  CHECK(after("EAST bids Pass", "North passes") == "NORTH bids Pass");
  CHECK(after("EAST bids X", "North doubles Alert. take-out") == "NORTH bids X Alert. take-out");
  CHECK(after("EAST pass.", "North passes") == "NORTH pass");
  CHECK(spelling.spelled("North redoubles") == "NORTH redoubles");
  CHECK(after("EAST bids 1 NT", "North bids 3NT") == "NORTH bids 3NT");
  CHECK(after("East to lead", "North ready for dummy") == "NORTH ready for dummy");
  CHECK(after("East doubles", "North ready for dummy") == "North ready for dummy");
  CHECK(after("NORTH (\"Us\") SEATED.", "North ready to start") == "NORTH READY TO START");
  CHECK(after("  NORTH (\"Us\") seated. ", "North ready to start") == "NORTH ready to start");
  CHECK(after("North (\"Us\") Seated", "North ready to start") == "North ready to start");
}

TEST_CASE("the server gives a guest its seat", "[table_guest]") {
  CHECK(TableGuest::wanted_seat("West") == Seat{3});
  CHECK(TableGuest::wanted_seat("ANY") == std::nullopt);
  CHECK(TableGuest::wanted_seat("anypl") == std::nullopt);
  CHECK(error_of([] { static_cast<void>(TableGuest::wanted_seat("up")); }) ==
        "there is no seat \"up\"; known: North, East, South, West, any");
  const auto begins = [](WantedSeat wanted, const std::string& answer) {
    GuestSession session(wanted, "Us");
    std::string first = session.out_;
    session.out_.clear();
    session.guest_.hear(answer, session.out_);
    return first + session.out_;
  };
  CHECK(begins({}, "West (\"Us\") seated") ==
        "Connecting \"Us\" as ANYPL using protocol version 18\r\nWest ready for teams\r\n");
  CHECK(begins(Seat{3}, "Us seated") ==
        "Connecting \"Us\" as West using protocol version 18\r\nWest ready for teams\r\n");
  CHECK(error_of([&] { begins({}, "Us seated"); }) ==
        "the table manager did not say which seat: \"Us seated\"");
  CHECK(error_of([&] { begins(Seat{0}, "West (\"Us\") seated"); }) ==
        "the table manager gave another seat: \"West (\"Us\") seated\"");
}

TEST_CASE("what a guest sees of the board is what a player at arena's table sees",
          "[table_guest]") {
  const Seat seat = GENERATE(0, 1, 2, 3);
  GuestSession session(seat, side_of(seat) == 0 ? "BEN-NS" : "BEN-EW");
  session.play(recorded(seat), as_written);
  std::string seen;
  for (const Event& event : session.guest_.take_events()) TableManagerLines(seat).tell(event, seen);
  std::string wanted;
  for (const std::string& line : recorded(seat)) {
    const std::string text = line.substr(3);
    const bool is_event = line.starts_with("T: ") && !text.ends_with("lead") &&
                          !text.starts_with("Timing") && !text.starts_with("Teams") &&
                          !text.ends_with("seated") && text != "End of session";
    if (is_event) wanted += text + "\r\n";
  }
  CHECK(seen == wanted);
}

TEST_CASE("a board may begin again", "[table_guest]") {
  const auto lines = recorded(1);
  GuestSession session(1, "BEN-EW");
  const auto dummy = std::ranges::find(lines, "C: East ready for dummy");
  REQUIRE(dummy != lines.end());
  session.play({lines.begin(), dummy + 1}, as_written);
  session.out_.clear();
  session.guest_.hear("Start of board", session.out_);
  CHECK(session.out_ == "East ready for deal\r\n");
  session.out_.clear();
  const auto deal = std::ranges::find(lines, "C: East ready for deal");
  session.out_ = "East ready for deal\r\n";
  session.play({deal, lines.end()}, as_written);
  CHECK(session.guest_.matches() == 2);
}

TEST_CASE("a server lets dummy follow suit", "[table_guest]") {
  const auto lines = recorded(1);
  const auto at = std::ranges::find(lines, "T: North plays 9H");
  REQUIRE(at != lines.end());
  GuestSession session(1, "BEN-EW");
  session.play({lines.begin(), at}, as_written);
  session.out_.clear();
  CHECK(error_of([&] { session.guest_.hear("North plays 5S", session.out_); }) ==
        "the table manager relayed a card of dummy's that does not follow suit: "
        "\"North plays 5S\"");
}

TEST_CASE("a server that contradicts itself ends the session", "[table_guest]") {
  const auto lines = recorded(2);
  const auto fails = [&](std::string_view after, const std::string& line, const std::string& why) {
    GuestSession session(2, "BEN-NS");
    const auto at = std::ranges::find(lines, after);
    REQUIRE(at != lines.end());
    session.play({lines.begin(), at}, as_written);
    session.out_.clear();
    CHECK(error_of([&] { session.guest_.hear(line, session.out_); }) == "the table manager " + why);
  };
  fails("T: North bids 1D", "East bids 1D", "sent an action out of turn: \"East bids 1D\"");
  fails("T: North bids 1D", "North plays 3C", "sent a card in the auction: \"North plays 3C\"");
  fails("T: North bids 1D", "North bids 8C", "relayed an impossible bid: \"North bids 8C\"");
  fails("T: East passes", "East redoubles", "relayed an illegal call: \"East redoubles\"");
  fails("T: West plays JH", "West passes", "sent a call in the play: \"West passes\"");
  fails("T: West plays JH", "West plays 1H", "relayed an impossible card: \"West plays 1H\"");
  fails("T: West plays JH", "West plays AS",  // South's own
        "relayed a card that this hand cannot have: \"SA\"");
  fails("T: South (\"BEN-NS\") seated", "Start of board",
        "began a board before it gave a seat: \"Start of board\"");
  fails("T: South (\"BEN-NS\") seated", "ERROR: This seat is taken",
        "refused: \"ERROR: This seat is taken\"");
  fails("T: East plays 7H", "East plays 2C",  // dummy's
        "relayed a card that this hand cannot have: \"C2\"");
  fails("T: South's cards : S A 9 8 7 6. H A 4 3. D T 5 3. C J 8.", "South's cards : S A K.",
        "did not show 13 cards: \"South's cards : S A K.\"");
}
