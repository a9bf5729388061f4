// What contracts are worth: vectors, a sweep against printed tables, IMPs, rubbers and Chicago.
#include <array>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "games/bridge/score.hpp"
#include "games/bridge/session.hpp"
#include "tests/games/bridge_table.hpp"

using namespace arena;
using namespace arena::bridge;

namespace {

/// "4SX" by this seat.
Contract contract(std::string text, Seat declarer = 0) {
  Contract read;
  while (text.back() == 'X') {
    ++read.doubled;
    text.pop_back();
  }
  const auto bid = read_call(text);
  REQUIRE(bid);
  read.level = static_cast<std::uint8_t>(bid->level());
  read.strain = bid->strain();
  read.declarer = static_cast<std::uint8_t>(declarer);
  return read;
}

struct Vector {
  std::string contract;
  bool vulnerable;
  int tricks;
  int score;
};

/// Printed scores of contracts that are just made, by level: minor, major, notrump.
struct Printed {
  std::array<std::array<int, 3>, 7> plain;
  std::array<std::array<int, 3>, 7> vulnerable;
};
constexpr std::array<Printed, 3> printed = {{
    {{{{70, 80, 90},
       {90, 110, 120},
       {110, 140, 400},
       {130, 420, 430},
       {400, 450, 460},
       {920, 980, 990},
       {1440, 1510, 1520}}},
     {{{70, 80, 90},
       {90, 110, 120},
       {110, 140, 600},
       {130, 620, 630},
       {600, 650, 660},
       {1370, 1430, 1440},
       {2140, 2210, 2220}}}},
    {{{{140, 160, 180},
       {180, 470, 490},
       {470, 530, 550},
       {510, 590, 610},
       {550, 650, 670},
       {1090, 1210, 1230},
       {1630, 1770, 1790}}},
     {{{140, 160, 180},
       {180, 670, 690},
       {670, 730, 750},
       {710, 790, 810},
       {750, 850, 870},
       {1540, 1660, 1680},
       {2330, 2470, 2490}}}},
    {{{{230, 520, 560},
       {560, 640, 680},
       {640, 760, 800},
       {720, 880, 920},
       {800, 1000, 1040},
       {1380, 1620, 1660},
       {1960, 2240, 2280}}},
     {{{230, 720, 760},
       {760, 840, 880},
       {840, 960, 1000},
       {920, 1080, 1120},
       {1000, 1200, 1240},
       {1830, 2070, 2110},
       {2660, 2940, 2980}}}},
}};
constexpr std::array doubled_down = {100,  300,  500,  800,  1100, 1400, 1700,
                                     2000, 2300, 2600, 2900, 3200, 3500};
constexpr std::array doubled_down_vulnerable = {200,  500,  800,  1100, 1400, 1700, 2000,
                                                2300, 2600, 2900, 3200, 3500, 3800};

/// The score by the printed tables.
int printed_score(const Contract& contract, int tricks, bool vulnerable) {
  const bool minor = contract.strain < Strain::hearts;
  const auto level = static_cast<std::size_t>(contract.level - 1);
  const int over = tricks - contract.level - 6;
  if (over < 0) {
    if (contract.doubled == 0) return over * (vulnerable ? 100 : 50);
    const auto& down = vulnerable ? doubled_down_vulnerable : doubled_down;
    return -down[static_cast<std::size_t>(-over - 1)] * (contract.doubled == 2 ? 2 : 1);
  }
  const Printed& tables = printed[contract.doubled];
  const auto& table = vulnerable ? tables.vulnerable : tables.plain;
  const std::size_t column = minor ? 0 : contract.strain == Strain::notrump ? 2 : 1;
  const std::array<int, 3> each = {minor ? 20 : 30, vulnerable ? 200 : 100, vulnerable ? 400 : 200};
  return table[level][column] + over * each[contract.doubled];
}

/// A rubber, deal by deal.
struct Rubber {
  Session session;
  bool over = false;

  Rubber& deal(const std::string& text, Seat declarer, int tricks, Honours honours = {}) {
    REQUIRE_FALSE(over);
    const auto vulnerable =
        static_cast<Vulnerable>((session.games[0] > 0 ? 1 : 0) + (session.games[1] > 0 ? 2 : 0));
    over = score_rubber(session, {contract(text, declarer), tricks, vulnerable, honours});
    return *this;
  }
  Rubber& unfinished() {
    end_unfinished(session);
    return *this;
  }
  [[nodiscard]] bool is(std::array<int, 2> totals, std::array<int, 2> below,
                        std::array<int, 2> games) const {
    return session.totals == totals && session.below == below && session.games[0] == games[0] &&
           session.games[1] == games[1];
  }
};
constexpr Seat ns = 0;
constexpr Seat ew = 1;

/// A Chicago whose deals North deals first, so that the dealers' sides are NS EW NS EW.
struct Chicago {
  Session session;
  int deal_number = 1;

  Chicago& deal(const std::string& text, Seat declarer, int tricks) {
    constexpr std::array vulnerable = {Vulnerable::none, Vulnerable::EW, Vulnerable::NS,
                                       Vulnerable::all};
    score_chicago(session,
                  {contract(text, declarer),
                   tricks,
                   vulnerable[static_cast<std::size_t>(deal_number - 1)],
                   {}},
                  deal_number);
    ++deal_number;
    return *this;
  }
  Chicago& nothing() {
    ++deal_number;
    return *this;
  }
};

}  // namespace

TEST_CASE("duplicate scores are those of the laws", "[bridge]") {
  const std::vector<Vector> vectors = {
      {"1C", false, 7, 70},     {"1NT", false, 7, 90},     {"1NT", true, 9, 150},
      {"2H", false, 8, 110},    {"2S", true, 11, 200},     {"3NT", false, 9, 400},
      {"3NT", true, 10, 630},   {"4H", true, 11, 650},     {"4S", false, 10, 420},
      {"5D", true, 11, 600},    {"4D", true, 10, 130},     {"6NT", false, 12, 990},
      {"6S", true, 13, 1460},   {"7NT", true, 13, 2220},   {"7C", false, 13, 1440},
      {"1CX", false, 7, 140},   {"2SX", true, 8, 670},     {"2DX", false, 9, 280},
      {"3NTX", true, 11, 1150}, {"1NTXX", false, 7, 560},  {"1CXX", false, 7, 230},
      {"4SXX", true, 12, 1880}, {"6HXX", true, 12, 2070},  {"7NTXX", true, 13, 2980},
      {"3NT", false, 6, -150},  {"3NTX", false, 6, -500},  {"4S", true, 8, -200},
      {"4SX", false, 9, -100},  {"4SX", false, 8, -300},   {"4SX", false, 6, -800},
      {"5CX", true, 8, -800},   {"6DXX", false, 8, -1600}, {"7NTXX", true, 0, -7600},
      {"1DXX", true, 6, -400}};
  CHECK(vectors.size() == 34);
  for (const auto& [text, vulnerable, tricks, score] : vectors) {
    INFO(text << " " << vulnerable << " " << tricks);
    CHECK(duplicate_score(contract(text), tricks, vulnerable) == score);
  }
}

TEST_CASE("all 2,940 duplicate scores are those of the printed tables", "[bridge]") {
  int count = 0;
  for (int bid = 0; bid < bid_count; ++bid) {
    for (int doubled = 0; doubled < 3; ++doubled) {
      const Call call = Call::at(3 + bid);
      const Contract contract{static_cast<std::uint8_t>(call.level()), call.strain(),
                              static_cast<std::uint8_t>(doubled), 0};
      for (const bool vulnerable : {false, true}) {
        for (int tricks = 0; tricks <= hand_size; ++tricks) {
          INFO(text_of(contract) << " " << vulnerable << " " << tricks);
          REQUIRE(duplicate_score(contract, tricks, vulnerable) ==
                  printed_score(contract, tricks, vulnerable));
          ++count;
        }
      }
    }
  }
  CHECK(count == 2940);
}

TEST_CASE("a lead in points is worth IMPs, up to 24", "[bridge]") {
  const std::vector<std::array<int, 2>> vectors = {
      {0, 0},    {10, 0},   {20, 1},   {40, 1},    {50, 2},    {430, 10}, {490, 10},
      {500, 11}, {590, 11}, {600, 12}, {3990, 23}, {4000, 24}, {7600, 24}};
  for (const auto& [lead, points] : vectors) {
    INFO(lead);
    CHECK(imps(lead) == points);
    CHECK(imps(-lead) == -points);
  }
}

TEST_CASE("points below the line make games, and two games the rubber", "[bridge][rubber]") {
  CHECK(Rubber().deal("3NT", ns, 9).deal("4S", ns, 10).is({920, 0}, {0, 0}, {2, 0}));
  CHECK(Rubber()
            .deal("2H", ns, 8)
            .deal("1NT", ns, 7)
            .deal("2D", ns, 8)
            .is({140, 0}, {40, 0}, {1, 0}));
  CHECK(Rubber()
            .deal("2H", ns, 9)
            .deal("4S", ew, 10)
            .deal("2D", ns, 8)
            .is({130, 120}, {40, 0}, {0, 1}));
  CHECK(Rubber().deal("2SX", ns, 8).is({170, 0}, {0, 0}, {1, 0}));
  CHECK(Rubber().deal("4H", ns, 10).deal("4SX", ns, 8).is({120, 500}, {0, 0}, {1, 0}));
  CHECK(Rubber()
            .deal("3NT", ns, 9)
            .deal("3NT", ew, 10)
            .deal("6H", ns, 12)
            .is({1530, 130}, {0, 0}, {2, 1}));
  CHECK(Rubber().deal("4S", ns, 10, {0, 100}).is({220, 0}, {0, 0}, {1, 0}));
  CHECK(Rubber().deal("3NT", ns, 8, {1, 150}).is({0, 200}, {0, 0}, {0, 0}));
  CHECK(Rubber().deal("5C", ns, 11).deal("1DXX", ns, 7).is({280, 0}, {80, 0}, {1, 0}));
  CHECK(Rubber().deal("7NTX", ns, 13, {0, 150}).deal("6D", ns, 13).is({3230, 0}, {0, 0}, {2, 0}));
}

TEST_CASE("an unfinished rubber has a bonus for the only game and the only part-score",
          "[bridge][rubber]") {
  CHECK(Rubber().deal("3NT", ns, 9).unfinished().session.totals == std::array{400, 0});
  CHECK(Rubber().deal("3NT", ns, 9).deal("2S", ew, 8).unfinished().session.totals ==
        std::array{400, 160});
  CHECK(Rubber().deal("2S", ns, 8).deal("1NT", ew, 7).unfinished().session.totals ==
        std::array{60, 40});
  const Rubber one_each = Rubber().deal("3NT", ns, 9).deal("3NT", ew, 9).deal("1NT", ew, 7);
  CHECK(Rubber(one_each).unfinished().session.totals == std::array{100, 240});
}

TEST_CASE("a game of a Chicago has its bonus at once, by the vulnerability of its deal",
          "[bridge][chicago]") {
  // 120 + 300; 100 + 500; 120 + 500 on deal 3; 100 + 500.
  CHECK(Chicago().deal("4S", ns, 10).session.totals == std::array{420, 0});
  CHECK(Chicago().nothing().deal("3NT", ew, 9).session.totals == std::array{0, 600});
  CHECK(Chicago().nothing().deal("3NT", ns, 9).session.totals == std::array{400, 0});
  CHECK(Chicago().nothing().nothing().deal("4H", ns, 11).session.totals == std::array{650, 0});
  CHECK(Chicago().nothing().nothing().nothing().deal("3NT", ew, 9).session.totals ==
        std::array{0, 600});
  // A slam, vulnerable: 180 + 500 + 750. Three down doubled and vulnerable: 800.
  CHECK(Chicago().nothing().nothing().deal("6S", ns, 12).session.totals == std::array{1430, 0});
  CHECK(Chicago().nothing().deal("2HX", ew, 5).session.totals == std::array{800, 0});
}

TEST_CASE("part-scores of a Chicago count until a side completes a game", "[bridge][chicago]") {
  // 60, then 40 completes the game on deal 2, where N-S is not vulnerable: 100 + 300.
  const Chicago two = Chicago().deal("2S", ns, 8).deal("1NT", ns, 7);
  CHECK(two.session.totals == std::array{400, 0});
  CHECK(two.session.below == std::array{0, 0});
  // The opponents' game wipes out the part-score.
  const Chicago wiped = Chicago().deal("2S", ns, 8).deal("4H", ew, 10).deal("1NT", ns, 7);
  CHECK(wiped.session.totals == std::array{100, 620});
  CHECK(wiped.session.below == std::array{40, 0});
}

TEST_CASE("a part-score on the fourth deal of a Chicago has 100 points", "[bridge][chicago]") {
  CHECK(Chicago().nothing().nothing().nothing().deal("2S", ns, 9).session.totals ==
        std::array{190, 0});
  CHECK(Chicago().nothing().nothing().nothing().deal("2S", ns, 7).session.totals ==
        std::array{0, 100});
  // It completes a game: 500 and no 100.
  CHECK(Chicago().nothing().nothing().deal("2S", ns, 8).deal("2H", ns, 8).session.totals ==
        std::array{620, 0});
}

TEST_CASE("honours are four or five top trumps, or four aces in notrump", "[bridge][rubber]") {
  const auto held = [](const std::string& text, Strain strain) {
    const Honours found = honours(bridge::test::hands(text).of, strain);
    return std::array{found.side, found.points};
  };
  const std::string deal = "N:AKQJ2.432.432.43 T9876.AKQ.765.65 543.JT9.AKQJT.87 .8765.98.AKQJT92";
  CHECK(held(deal, Strain::spades) == std::array{0, 100});
  CHECK(held(deal, Strain::hearts) == std::array{0, 0});
  CHECK(held(deal, Strain::diamonds) == std::array{0, 150});
  CHECK(held(deal, Strain::clubs) == std::array{1, 150});
  CHECK(held(deal, Strain::notrump) == std::array{0, 0});
  const std::string aces = "E:A432.A32.A32.A32 KQJT.KQJ.KQJ.KQJ 9876.T987.T98.T9 5.654.7654.87654";
  CHECK(held(aces, Strain::notrump) == std::array{1, 150});
}
