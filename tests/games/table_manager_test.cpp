// The Table Manager protocol of bridge, for one seat: recorded transcripts line by line, requests
// in other orders, what is lenient, and what may not leak.
#include "protocols/bridge/table_manager.hpp"

#include <chrono>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/util/text/text.hpp"
#include "protocols/bridge/bridge.hpp"
#include "tests/games/bridge_table.hpp"

using namespace arena;
using namespace arena::bridge;
using namespace arena::bridge::test;

namespace {

static_assert(Converses<TableManagerLines>);

const std::string recorded_deal =
    "N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976";
const std::string recorded_moves =
    "1D pass 2C pass pass pass "
    "HJ H9 H7 H3 DJ D2 D8 D3 HQ H2 HK H4 D6 D5 D7 D4 SJ S3 ST S7 C7 C4 HT CJ C8 C6 C2 H8 "
    "HA H5 S5 H6 S9 S4 CK SQ DK DA DT CA C9 C5 S2 S6 SK CT DQ SA C3 D9 S8 CQ";

/// The client at one seat. The other seats play their recorded moves as soon as they can.
class Client {
 public:
  explicit Client(Seat seat, const std::string& moves = recorded_moves,
                  const std::string& deal = recorded_deal)
      : seat_(seat), table_(setup(Scoring::total, {deal})), moves_(words(moves)), manager_(seat) {
    Closing earlier;
    earlier.used = {std::chrono::seconds(28), std::chrono::seconds(21)};
    manager_.end(earlier, out_);
    begin();
  }

  void begin() {
    manager_.begin({seat_, {"BEN-NS", "BEN-EW", "BEN-NS-2", "BEN-EW-2"}, "{}", {}}, out_);
    show();
    play_on();
  }

  /// The lines that answer this one.
  std::vector<std::string> say(const std::string& line) {
    out_.clear();
    auto heard = manager_.hear(line, out_);
    if (const auto* move = std::get_if<Move>(&heard)) {
      const Refusal refusal = Bridge::check(table_.now.view(seat_), *move);
      if (refusal) {
        manager_.refuse(refusal, out_);
      } else {
        table_.now.apply(seat_, *move, Events<Event>(table_.news));
        ++next_;
        show();
        play_on();
      }
    } else if (const auto* refusal = std::get_if<Refusal>(&heard)) {
      manager_.refuse(*refusal, out_);
    }
    fault_ = std::holds_alternative<Fault>(heard);
    return take();
  }
  std::vector<std::string> say_all(const std::vector<std::string>& lines) {
    std::vector<std::string> heard;
    for (const std::string& line : lines) heard = say(line);
    return heard;
  }
  /// Introduces itself, up to its cards.
  Client& sit_down() {
    const std::string name(seat_names[index_of(seat_)]);
    say_all({"Connecting \"X\" as ANYPL using protocol version 18", name + " ready for teams",
             name + " ready to start", name + " ready for deal", name + " ready for cards"});
    return *this;
  }
  void break_off() {
    Closing closing;
    closing.forfeits.push_back({});
    manager_.end(closing, out_);
    table_ = CardTable(setup(Scoring::total, {recorded_deal}));
    next_ = shown_ = 0;
    out_.clear();
  }
  std::vector<std::string> take() {
    std::vector<std::string> lines;
    for (const std::string_view line : lines_of(out_)) {
      REQUIRE(line.ends_with('\r'));
      lines.emplace_back(line.substr(0, line.size() - 1));
    }
    out_.clear();
    return lines;
  }
  [[nodiscard]] bool faulted() const { return fault_; }
  [[nodiscard]] bool is_up_to_date() const { return manager_.is_up_to_date(); }

 private:
  void play_on() {
    while (!table_.now.over() && table_.actor() != seat_ && next_ < moves_.size()) {
      table_.moves(moves_[next_++]);
      show();
    }
    if (table_.now.over()) {
      Closing closing;
      closing.used = {std::chrono::seconds(2), std::chrono::seconds(8), std::chrono::seconds(3),
                      std::chrono::milliseconds(400)};
      manager_.end(closing, out_);
    } else if (table_.actor() == seat_) {
      manager_.ask(table_.now.view(seat_), out_);
    }
  }
  void show() {
    for (; shown_ < table_.news.size(); ++shown_) {
      if (const auto seen = Bridge::view(table_.news[shown_], seat_)) manager_.see(*seen, out_);
    }
  }

  Seat seat_;
  CardTable table_;
  std::vector<std::string> moves_;
  std::size_t next_ = 0;
  std::size_t shown_ = 0;
  TableManager manager_;
  std::string out_;
  bool fault_ = false;
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a recorded board replays line by line at each seat", "[table_manager]") {
  const Seat seat = GENERATE(0, 1, 2, 3);
  Client client(seat);
  Lines heard;
  std::size_t next = 0;
  for (const std::string& line : recorded(seat)) {
    INFO(line);
    if (line.starts_with("C: ")) {
      REQUIRE(next == heard.size());  // nothing came that was not asked for
      heard = client.say(line.substr(3));
      next = 0;
    } else if (line == "T: End of session") {
      CHECK(std::string(TableManager::farewell) == "End of session\r\n");
      REQUIRE(next == heard.size());
    } else {
      REQUIRE(next < heard.size());
      REQUIRE("T: " + heard[next++] == line);
    }
  }
}

TEST_CASE("a request is answered when the fact exists, in any order", "[table_manager]") {
  Client client(1);
  client.sit_down();
  CHECK(client.say("East ready for North's bid") == Lines{"North bids 1D"});
  CHECK(client.say("East passes").empty());
  CHECK(client.say_all({"East ready for South's bid", "East ready for West's bid",
                        "East ready for North's bid"}) == Lines{"North passes"});
  CHECK(client.say("East passes").empty());
  // Dummy before the lead, and both before they exist for a slow table.
  CHECK(client.say("East ready for dummy") ==
        Lines{"Dummy's cards : S 5 3. H 9 2. D K 4 2. C K T 5 4 3 2."});
  CHECK(client.say("East ready for West's card to trick 1") == Lines{"West plays JH"});
  CHECK(client.say("East ready for dummy's card to trick 1") == Lines{"North plays 9H"});
}

TEST_CASE("a client reads and writes as it likes", "[table_manager]") {
  Client client(1);
  CHECK(client.say("CONNECTING \"X\" AS ANYPL USING PROTOCOL VERSION 18") ==
        Lines{"East (\"X\") seated"});
  CHECK(client.say("X ready for teams") == Lines{"Teams : N/S : \"BEN-NS\" E/W : \"BEN-EW\""});
  CHECK(client.say("  east  READY to start. ") == Lines{"Start of board"});
  CHECK(client.say("EAST READY FOR DEAL").size() == 1);
  CHECK(client.say("EAST ready for cards") ==
        Lines{"East's cards : S Q T 2. H K T 8 7 6. D A Q 9 8 6. C -."});
  CHECK(client.say("EAST ready for  NORTH's bid") == Lines{"North bids 1D"});
  CHECK(client.say("East received dummy").empty());
  CHECK(client.say("").empty());
  CHECK(client.say("EAST PASSES.").empty());
  client.say_all({"East ready for South", "East ready for West's bid", "East ready for North's bid",
                  "East passes", "East ready for West's card to trick 1"});
  client.say_all({"East ready for dummy", "East ready for dummy's card to trick 1"});
  CHECK(client.say("east plays h7. trick one").empty());
}

TEST_CASE("requests are read without the small words", "[table_manager]") {
  Client client(1);
  client.sit_down();
  CHECK(client.say("East ready for North bid") == Lines{"North bids 1D"});
  client.say_all({"East passes", "East ready for S", "East ready for West bid",
                  "ready for North\u2019s bid", "East passes"});
  CHECK(client.say("East ready for West card to trick 1") == Lines{"West plays JH"});
  CHECK(client.say("East ready for dummy's cards").at(0).starts_with("Dummy's cards : "));
  CHECK(client.say("East ready for dummy card to trick 1") == Lines{"North plays 9H"});
}

TEST_CASE("each request twice is answered once", "[table_manager]") {
  const Seat seat = GENERATE(0, 1, 2, 3);
  Client client(seat);
  Lines heard;
  for (const std::string& line : recorded(seat)) {
    INFO(line);
    if (line.starts_with("C: ")) {
      const std::string text = line.substr(3);
      heard = client.say(text);
      if (text.find(" ready ") != std::string::npos) REQUIRE(client.say(text).empty());
    } else if (line != "T: End of session") {
      REQUIRE("T: " + heard.at(0) == line);
      heard.erase(heard.begin());
    }
  }
}

TEST_CASE("a copy of a request may come later, and in other words", "[table_manager]") {
  Client client(1);
  client.say_all({"East ready for deal", "Connecting \"X\" as ANYPL using protocol version 18",
                  "East ready for teams", "East ready to start", "East ready for West's bid",
                  "East ready for deal", "East ready for cards"});
  CHECK(client
            .say_all({"East ready for teams", "East ready for deal", "East ready for cards",
                      "East ready for South's card to trick 13"})
            .empty());
  CHECK(client.say("East ready for North's bid") == Lines{"North bids 1D"});
  CHECK(client.say("East ready for N").empty());
  client.say("East passes");
  CHECK(client.say("East ready for South's bid") == Lines{"South bids 2C"});
  CHECK(client.say("East ready for West's bid") == Lines{"West passes"});
  CHECK(client.say("East ready for South's bid").empty());
  CHECK(client.say("East ready for West's bid").empty());
  CHECK(client.say("East ready for North's bid") == Lines{"North passes"});
  client.say("East passes");
  CHECK(client.say("East ready for West's card to trick 1") == Lines{"West plays JH"});
  CHECK(client.say("East ready for dummy").size() == 1);
  CHECK(client.say_all({"East ready for West's card to trick 1", "East ready for dummy"}).empty());
  CHECK(client.say("East ready for dummy's card to trick 1") == Lines{"North plays 9H"});
  CHECK(client.say("East ready for North's card to trick 1").empty());
}

TEST_CASE("requests that name nothing are each answered", "[table_manager]") {
  Client client(1);
  client.sit_down();
  client.say_all({"East ready for bid", "East passes", "East ready for bid"});
  CHECK(client.say("East ready for bid") == Lines{"West passes"});
  CHECK(client.say("East ready for bid") == Lines{"North passes"});
}

TEST_CASE("the line that seats a client can be without parentheses", "[table_manager]") {
  TableManager manager(1, {.plain_seated = true});
  std::string out;
  manager.hear("Connecting \"X\" as East using protocol version 18", out);
  CHECK(out == "East \"X\" seated\r\n");
}

TEST_CASE("the texts of calls and cards are read in many forms", "[table_manager]") {
  const auto move = [](const std::string& line) {
    const auto action = tm::read_action(line);
    return action && action->move ? text_of(*action->move) : action ? "?" : "none";
  };
  CHECK(move("North bids 3N") == "3NT");
  CHECK(move("NORTH BIDS 3nt.") == "3NT");
  CHECK(move("North bids 2H Alert. Asks for a fit") == "2H alert: Asks for a fit");
  CHECK(move("North bids 2H Alert.") == "2H alert");
  CHECK(move("North bids 2H.Infos.5+ H") == "2H");
  CHECK(move("North bids 2H Infos. no alert. at all") == "2H");
  CHECK(move("North passes Alert. weak") == "pass alert: weak");
  CHECK(move("South doubles") == "X");
  CHECK(move("South redoubles.") == "XX");
  CHECK(move("South bids 8C") == "?");
  CHECK(move("South bids") == "?");
  CHECK(move("South bids pass") == "pass");
  CHECK(move("South bids X Alert. take-out") == "X alert: take-out");
  CHECK(move("South bids 1 NT") == "1NT");
  CHECK(move("South bids 1 \u2660. Alert. five") == "1S alert: five");
  CHECK(move("South bids 1\u2660\ufe0f") == "1S");
  CHECK(move("South bids 1 no trump") == "1NT");
  CHECK(move("South bid 1NT") == "1NT");
  CHECK(move("South XX") == "XX");
  CHECK(move("S bids 1\u2660") == "1S");
  CHECK(move("South bids 1") == "?");
  CHECK(move("South bids 1. NT") == "?");
  CHECK(move("South plays K C") == "CK");
  CHECK(move("South plays 10 C") == "CT");
  CHECK(move("South plays \u2660K") == "SK");
  CHECK(move("South plays tc") == "CT");
  CHECK(move("South plays 10C") == "CT");
  CHECK(move("South plays C3") == "C3");
  CHECK(move("South plays 3C. good") == "C3");
  CHECK(move("Dummy plays AS") == "SA");
  CHECK(move("South plays 1C") == "?");
  CHECK(move("South says 1C") == "none");
  CHECK(move("Someone bids 1C") == "none");
}

TEST_CASE("introductions", "[table_manager]") {
  const auto of = [](const std::string& line) {
    const auto read = TableManager::introduction(line);
    if (const auto* refusal = std::get_if<Refusal>(&read)) return std::string(refusal->text());
    const auto& known = std::get<Introduction>(read);
    return known.team + " at " + std::to_string(known.seat.value_or(-1));
  };
  CHECK(of("Connecting \"A b\" as South using protocol version 18") == "A b at 2");
  CHECK(of("connecting \"A\" as anypl using protocol version 19 and more.") == "A at -1");
  CHECK(of("Connecting \"A\" as West using protocol version 18.") == "A at 3");
  CHECK(of("Connecting \"A\" as West using protocol version 17").find("version 18") !=
        std::string::npos);
  CHECK(of("Connecting \"A\" as Nord using protocol version 18").find("Unknown seat") !=
        std::string::npos);
  CHECK(of("Connecting A b as South using protocol version 18") == "A b at 2");
  CHECK(of("Connecting \"\x1b[31mA\" as South using protocol version 18") == "[31mA at 2");
  CHECK(of("Connecting \"\" as South using protocol version 18").starts_with("ERROR: "));
  CHECK(of("GET / HTTP/1.1").starts_with("ERROR: "));
  CHECK(of("").starts_with("ERROR: "));
}

TEST_CASE("a bot that insists on another seat has to leave", "[table_manager]") {
  Client client(1);
  CHECK(client.say("Connecting \"X\" as South using protocol version 18")
            .at(0)
            .starts_with("ERROR: "));
  CHECK(client.faulted());
}

TEST_CASE("illegal actions are answered and can be repeated", "[table_manager]") {
  Client client(1);
  client.sit_down();
  CHECK(client.say("East bids 1C") == Lines{"Illegal bid"});
  CHECK(client.say("East plays 2C") == Lines{"Illegal bid"});
  CHECK(client.say("East bids 9C") == Lines{"Illegal bid"});
  CHECK(client.say("East passes").empty());
  client.say_all({"East ready for North's bid", "East ready for South's bid",
                  "East ready for West's bid", "East ready for North's bid", "East passes"});
  client.say_all({"East ready for West's card to trick 1", "East ready for dummy",
                  "East ready for dummy's card to trick 1"});
  CHECK(client.say("East plays 2S") == Lines{"Illegal card"});
  CHECK(client.say("North plays 2D") == Lines{"Illegal card"});
  CHECK(client.say("East plays 7H").empty());
  CHECK(client.say("East plays 8H") == Lines{"Illegal card"});
}

TEST_CASE("only opponents learn of alerts, and an alert without a text is no alert",
          "[table_manager]") {
  const std::string alerted = "1D alert: five cards";
  for (const auto& [seat, line] :
       {std::pair<Seat, std::string>{1, "North bids 1D Alert. five cards"},
        {2, "North bids 1D"},
        {3, "North bids 1D Alert. five cards"}}) {
    Called called{0, *read_move(alerted)};
    const auto seen = Bridge::view(Event(called), seat);
    std::string out;
    TableManagerLines(seat).tell(*seen, out);
    CHECK(out == line + "\r\n");
  }
  std::string out;
  TableManagerLines(1).tell(Called{0, *read_move("1D alert")}, out);
  CHECK(out == "North bids 1D\r\n");
}

TEST_CASE("lines are ASCII, with a stand-in for each other letter", "[table_manager]") {
  const auto action = tm::read_action("North bids 1S Alert. cinq pièces ≥ 11 – ♥ 五");
  REQUIRE(action);
  CHECK(Bridge::write(*action->move) == "1S alert: cinq pièces ≥ 11 – ♥ 五");
  CHECK(tm::called(0, *action->move) == "North bids 1S Alert. cinq pieces > 11 - H ?");
  const auto read =
      tm::read_client_line("Connecting \"Équipe Ж \" as North using protocol version 18");
  const auto& connecting = std::get<tm::Connecting>(read);
  CHECK(connecting.team == "Équipe Ж");
  CHECK(tm::seated(0, connecting.team, false) == "North (\"Equipe ?\") seated");
  CHECK(tm::teams("Équipe", "五目") == "Teams : N/S : \"Equipe\" E/W : \"??\"");
  CHECK(tm::teams("The “A”", "B") == "Teams : N/S : \"The 'A'\" E/W : \"B\"");
}

TEST_CASE("time runs when a client knows all that it may know", "[table_manager]") {
  Client client(1);
  CHECK_FALSE(client.is_up_to_date());
  client.sit_down();
  CHECK_FALSE(client.is_up_to_date());
  client.say("East ready for North's bid");
  CHECK(client.is_up_to_date());
}

TEST_CASE("a board that broke off begins again at a client that asks for something",
          "[table_manager]") {
  Client client(1);
  client.sit_down();
  client.say_all({"East ready for North's bid", "East passes"});
  client.break_off();
  client.begin();
  CHECK(client.take().empty());  // it may think that it is to move
  CHECK(client.say("East passes").empty());
  CHECK(client.say("East ready for South's bid") == Lines{"Start of board"});
  CHECK(client.say("East ready for deal") ==
        Lines{"Board number 1. Dealer North. Neither vulnerable."});
  CHECK(client.say("East ready for cards").size() == 1);
  CHECK(client.say("East ready for North's bid") == Lines{"North bids 1D"});
}

TEST_CASE("a request that is open when a board breaks off is enough", "[table_manager]") {
  Client client(0, "");
  client.sit_down();
  client.say("North bids 1D");
  CHECK(client.say("North ready for East's bid").empty());
  client.break_off();
  client.begin();
  CHECK(client.take() == Lines{"Start of board"});
}

TEST_CASE("a request of the play of a board that broke off is enough", "[table_manager]") {
  Client client(1);
  client.sit_down();
  client.break_off();
  client.begin();
  CHECK(client.say("East ready for South's card to trick 13") == Lines{"Start of board"});
  CHECK(client.say("East ready for deal").size() == 1);
}

TEST_CASE("a board that is passed out ends with the times", "[table_manager]") {
  Client client(3, "pass pass pass pass");
  client.sit_down();
  client.say_all(
      {"West ready for North's bid", "West ready for East's bid", "West ready for South's bid"});
  const Lines end = client.say("West passes");
  REQUIRE(end.size() == 1);
  CHECK(end[0].starts_with("Timing - N/S : this board  00:05,  total  0:00:33.  E/W"));
  CHECK(client.say("West ready to start").empty());
}
