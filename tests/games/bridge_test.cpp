// Bridge as arena plays it: the laws of every game, alerts, resampled deals, the built-in bots.
#include "protocols/bridge/bridge.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "tests/forfeit_laws.hpp"
#include "tests/games/bridge_table.hpp"
#include "tests/laws.hpp"

using namespace arena;
using namespace arena::bridge;
using namespace arena::bridge::test;

namespace {

const AnyGame& erased() {
  static const Games games = all_games();
  return find_game(games, "bridge");
}

/// Shuffles the cards of these hands; each hand keeps its size.
void mix(std::array<CardSet, seat_count>& hands, const std::vector<Seat>& seats, Rng& rng) {
  std::vector<Card> cards;
  for (const Seat seat : seats) {
    for (const Card card : hands[index_of(seat)]) cards.push_back(card);
  }
  rng.shuffle(cards);
  auto next = cards.begin();
  for (const Seat seat : seats) {
    CardSet& hand = hands[index_of(seat)];
    const int size = hand.size();
    hand = {};
    for (int i = 0; i < size; ++i) hand.insert(*next++);
  }
}

void disguise_chance(const State& /*now*/, NewDeal& chance, Seat seat, Rng& rng) {
  std::vector<Seat> others;
  for (Seat other = 0; other < seat_count; ++other) {
    if (other != seat) others.push_back(other);
  }
  mix(chance.hands.of, others, rng);
}

/// Remembers the cards that a seat saw, and who did not follow suit.
class Witness {
 public:
  Witness(const Setup<Bridge>& /*setup*/, Seat seat) : seat_(seat) {}

  void see(const Event& event) {
    if (const auto* dealt = std::get_if<Dealt>(&event)) {
      *this = Witness({}, seat_);
      hands_[seat_] = dealt->hands[index_of(seat_)];
      for (Seat other = 0; other < seat_count; ++other) {
        if (other != seat_) CHECK(dealt->hands[index_of(other)].empty());
      }
    }
    if (const auto* exposed = std::get_if<Exposed>(&event)) hands_[exposed->seat] = exposed->cards;
    if (const auto* played = std::get_if<Played>(&event)) play(*played);
  }

  [[nodiscard]] std::string objection(const Position<Bridge>& world) const {
    CardSet all = played_;
    int count = played_.size();
    for (Seat other = 0; other < seat_count; ++other) {
      const CardSet hand = world.state.hands[index_of(other)];
      const std::string whose = std::string(seat_names[index_of(other)]) + "'s hand ";
      all |= hand;
      count += hand.size();
      const auto known = hands_.find(other);
      if (known != hands_.end() && known->second != hand) return whose + "is another one";
      if (hand.size() != sizes_.at(index_of(other))) return whose + "has another size";
      for (const Suit suit : voids_.at(index_of(other))) {
        if (length_of(hand, suit) > 0) return whose + "did not follow suit";
      }
    }
    if (count != pack_size || all != whole_pack) return "not each card is there once";
    const auto& drawn = world.source.drawn.hands;
    if (drawn.empty()) return "";
    CardSet held = drawn.back().of[index_of(seat_)];
    return (world.state.hands[index_of(seat_)] - held).empty() ? "" : "another deal was drawn";
  }

 private:
  void play(const Played& played) {
    if (played_.size() % seat_count == 0) led_ = played.move.card().suit();
    if (played.move.card().suit() != led_) voids_[index_of(played.hand)].insert(led_);
    played_.insert(played.move.card());
    --sizes_[index_of(played.hand)];
    if (hands_.contains(played.hand)) hands_[played.hand].erase(played.move.card());
  }

  Seat seat_;
  std::map<Seat, CardSet> hands_;  // those that the seat sees
  std::array<int, seat_count> sizes_ = {13, 13, 13, 13};
  std::array<std::set<Suit>, seat_count> voids_;
  CardSet played_;
  Suit led_ = cards::spades;
};

Setup<Bridge> session(Scoring scoring, int boards) {
  Setup<Bridge> setup = bridge::test::setup(scoring);
  setup.options.boards = boards;
  return setup;
}

/// The texts of the events that a seat receives after these moves.
std::string told(const CardTable& table, Seat seat) {
  return laws::told<JsonLines<GameModule>>(table.news, seat);
}

}  // namespace

TEST_CASE("bridge keeps the laws of every game", "[bridge][laws]") {
  const auto check = [](const Setup<Bridge>& setup, int matches) {
    laws::check_laws<GameModule, Witness>(erased(), setup, matches, {}, disguise_chance);
  };
  check(bridge::test::setup(Scoring::imp), 12);
  laws::resampling_deals_again<Bridge>(bridge::test::setup(Scoring::imp));
  check(session(Scoring::rubber, 3), 4);
  check(session(Scoring::chicago, 5), 3);
}

TEST_CASE("a forfeit of a side never pays", "[bridge][forfeit]") {
  laws::forfeits_never_pay<Bridge>({bridge::test::setup(Scoring::imp), session(Scoring::rubber, 2),
                                    session(Scoring::chicago, 2)});
}

TEST_CASE("opponents get an alert, the partner does not", "[bridge][leaks]") {
  for (const char* alert : {"1C alert: asks", "1C alert: something else"}) {
    CardTable plain(setup(Scoring::total, {one_suit_each}));
    plain.moves("1C");
    CardTable table(setup(Scoring::total, {one_suit_each}));
    table.news.clear();
    plain.news.clear();
    table.now.apply(0, *Bridge::read(alert), Events<Event>(table.news));
    plain.now.apply(0, *Bridge::read("1C"), Events<Event>(plain.news));
    CHECK(told(table, 2) == told(plain, 2));
    CHECK(told(table, 1) != told(plain, 1));
    CHECK(told(table, 3) != told(plain, 3));
    for (Seat seat = 0; seat < seat_count; ++seat)
      CHECK(laws::question<JsonLines<GameModule>>(table.now, seat) ==
            laws::question<JsonLines<GameModule>>(plain.now, seat));
  }
}

TEST_CASE("dummy sees no more than the table does", "[bridge][leaks]") {
  CardTable table(setup(Scoring::total, {one_suit_each}));
  table.moves("7S pass pass pass HA");
  const View dummy = table.now.view(2);
  CHECK(dummy.hand == dummy.table);
  CHECK(dummy.legal.size() == 0);
  State other = table.now.state;
  std::swap(other.hands[0], other.hands[3]);
  const auto shown = [](const View& view) { return described::to_json(GameModule::fields(view)); };
  CHECK(shown(Bridge::view(other, 2)) == shown(dummy));
}

TEST_CASE("each deal that fits is as likely as the others", "[bridge][resample]") {
  // West leads to all tricks. East could not follow in spades. So the spade that West cannot see is
  // South's, and of three hearts one is South's and two are East's.
  const auto card = [](std::string_view text) { return *bridge::read_card(text); };
  Position<Bridge> now(bridge::test::setup());
  now.state.stage = Stage::play;
  now.state.contract = {1, Strain::notrump, 0, 2};
  for (const std::string_view trick :
       {"S2 S3 H2 S4", "S6 S7 D2 S8", "S9 ST C6 SJ", "SQ SK H6 SA", "D3 D4 D5 D6", "D7 D8 D9 DT",
        "DJ DQ DK DA", "C7 C8 C9 CT", "CJ CQ CK CA", "H7 H8 H9 HT", "HJ HQ HK HA"}) {
    now.state.tricks.leaders.push_back(3);
    for (const std::size_t at : {0, 3, 6, 9})
      now.state.tricks.cards.push_back(card(trick.substr(at, 2)));
  }
  const auto two = [&card](std::string_view one, std::string_view other) {
    return CardSet::only(card(one)) | CardSet::only(card(other));
  };
  now.state.hands = {two("C4", "C5"), two("H3", "H4"), two("S5", "H5"), two("C2", "C3")};
  std::map<std::uint64_t, int> times;
  Rng rng(3);
  for (int i = 0; i < 3000; ++i) {
    Position<Bridge> world = now;
    Bridge::resample(world, 3, rng);
    REQUIRE(world.state.hands[2].contains(card("S5")));
    ++times[world.state.hands[1].bits()];
  }
  CHECK(times.size() == 3);
  for (const auto& [hand, count] : times) CHECK(std::abs(count - 1000) < 130);
}

TEST_CASE("before the opening lead, each hidden hand has each card as often",
          "[bridge][resample]") {
  const Position<Bridge> now(bridge::test::setup());
  const CardSet hidden = whole_pack - now.state.hands[3];
  const Card one = hidden.front();
  const Card other = (hidden - CardSet::of(one.suit())).front();
  std::array<int, 3> times{};
  int together = 0;
  Rng rng(4);
  constexpr int draws = 6000;
  for (int i = 0; i < draws; ++i) {
    Position<Bridge> world = now;
    Bridge::resample(world, 3, rng);
    for (const Seat seat : {0, 1, 2}) {
      const CardSet hand = world.state.hands[index_of(seat)];
      if (!hand.contains(one)) continue;
      ++times[index_of(seat)];
      if (hand.contains(other)) ++together;
    }
  }
  for (const int count : times) CHECK(std::abs(count - draws / 3) < 160);
  CHECK(std::abs(together - draws * 12 / 38) < 160);  // 12 more cards of the 38 others
}

TEST_CASE("equal seeds give equal deals, whoever asks", "[bridge][deal]") {
  Setup<Bridge> setup = bridge::test::setup(Scoring::imp);
  setup.seed = {11, 4};
  const Position<Bridge> one(setup);
  const Position<Bridge> other(setup, {}, true);
  CHECK(one.state.hands == other.state.hands);
  REQUIRE(other.source.deal().hands.size() == 1);
  Setup<Bridge> given = setup;
  given.deal = other.source.deal();
  given.seed.seed = 12;
  CHECK(Position<Bridge>(given).state.hands == one.state.hands);
  setup.seed.seed = 12;
  CHECK(Position<Bridge>(setup).state.hands != one.state.hands);
}
