// Yard bridge: the laws of every game, what holds in every position, options and given deals.
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/util/error.hpp"
#include "tests/forfeit_laws.hpp"
#include "tests/games/disguise.hpp"
#include "tests/games/yard_bridge_table.hpp"
#include "tests/laws.hpp"

using namespace arena;
using namespace arena::yard_bridge;
using test::setup_for;

namespace {

const AnyGame& erased() {
  static const Games games = all_games();
  return find_game(games, "yard_bridge");
}

/// Hands, pile and stock together are the pack, and the stored sizes are right.
void check_cards(const State& state) {
  CardSet all = state.pile;
  int count = state.pile.size();
  for (std::size_t seat = 0; seat < state.seats; ++seat) {
    all |= state.hands[seat];
    count += state.hands[seat].size();
    REQUIRE(state.hands[seat].size() == state.counts[seat]);
  }
  for (std::size_t i = state.drawn; i < state.stock.size(); ++i) {
    all.insert(state.stock[i]);
    ++count;
  }
  REQUIRE(count == pack_size);
  REQUIRE(all.size() == pack_size);
  REQUIRE(state.pile.contains(state.top));
}

/// The legal actions by the words of the rules, without bit sets.
std::string legal_by_the_book(const View& view) {
  const bool six_open = view.put > 0 && view.top.rank() == cards::six;
  std::string list;
  for (const Card card : view.hand) {
    const bool equal = card.rank() == view.top.rank();
    const bool matches = equal || card.suit() == view.suit || card.rank() == cards::jack;
    if (view.put == 0 || six_open ? matches : equal)
      list += (list.empty() ? "put " : ",put ") + to_text(card);
  }
  const bool covers = six_open && !list.empty();
  const bool can_take = view.stock > 0 || view.pile.size() > 1;
  if (can_take && (six_open ? !covers : view.put == 0 && !view.took))
    list += list.empty() ? "take" : ",take";
  const bool acted = view.put > 0 || view.took;
  if (six_open ? !covers && !can_take : acted || !can_take) list += list.empty() ? "done" : ",done";
  return list;
}

/// Calls `at_each(state, view of the seat to move)` in random deals of every size.
template <class AtEach>
void at_each_turn_of_random_deals(AtEach at_each) {
  for (const int seats : {2, 3, 4, 5, 6}) {
    for (int number = 0; number < 40; ++number) {
      Options options;
      options.deals = 1;
      options.hand = 2 + number % (pack_size / seats - 1);
      Setup<YardBridge> setup = setup_for(seats, options);
      setup.seed = {static_cast<std::uint64_t>(number), number};
      Rng rng(setup.seed.seed);
      Position<YardBridge> now(setup);
      int actions = 0;
      for (Seats due = now.actors(); !due.empty(); due = now.actors()) {
        const View view = now.view(due.front());
        at_each(now.state, view);
        now.apply(due.front(), random_move<YardBridge>(view, rng));
        REQUIRE(++actions <= options.max_actions);
      }
    }
  }
}

/// Remembers how many cards of each stock the others hold, and who left a six uncovered.
class Witness {
 public:
  Witness(const Setup<YardBridge>& setup, Seat seat) : setup_(setup), seat_(seat) {}

  void see(const Event& event) {
    if (const auto* dealt = std::get_if<Dealt>(&event)) begin(*dealt);
    if (const auto* put = std::get_if<Put>(&event)) {
      --held_[at(put->seat)][stock_of_[put->move.card().index]];
      lay(put->move.card(), put->move.suit());
    }
    if (const auto* shuffled = std::get_if<Shuffled>(&event)) {
      for (const Card card : pile_ - CardSet::only(top_)) stock_of_[card.index] = stocks_ + 1;
      pile_ = CardSet::only(top_);
      ++stocks_;
      of_the_last_ = left_;
      left_ = shuffled->count;
    }
    if (const auto* took = std::get_if<Took>(&event)) take(*took);
    if (const auto* finished = std::get_if<Finished>(&event)) {
      note_uncovered(finished->seat);
      put_ = 0;
    }
  }

  [[nodiscard]] std::string objection(const Position<YardBridge>& world) const {
    for (Seat other = 0; other < setup_.seats; ++other) {
      if (other == seat_) continue;
      const CardSet hand = world.state.hands[at(other)];
      std::map<int, int> held;
      for (const Card card : hand) ++held[stock_of_[card.index]];
      for (const auto& [stock, count] : held_[at(other)]) {
        if (held[stock] != count) return "a hand has cards that were not drawn";
      }
      for (const auto& [seat, suit, taken] : uncovered_) {
        const CardSet covers = sixes | CardSet::of(suit) | jacks;
        if (seat == other && (hand & covers).size() > taken)
          return "a hand could have covered the six";
      }
    }
    return {};
  }

 private:
  struct Uncovered {
    Seat seat = 0;
    cards::Suit suit = cards::spades;
    int taken = 0;  // cards since then
  };
  static std::size_t at(Seat seat) { return static_cast<std::size_t>(seat); }

  void begin(const Dealt& dealt) {
    held_.clear();
    held_.resize(at(setup_.seats));
    for (Seat other = 0; other < setup_.seats; ++other)
      held_[at(other)][0] = setup_.options.hand - (other == dealt.dealer ? 1 : 0);
    stock_of_ = {};
    stocks_ = of_the_last_ = 0;
    left_ = pack_size - setup_.seats * setup_.options.hand;
    uncovered_.clear();
    pile_ = {};
    put_ = 0;
    lay(dealt.opening, dealt.opening.suit());
  }
  void lay(Card card, cards::Suit suit) {
    pile_.insert(card);
    top_ = card;
    suit_ = suit;
    ++put_;
  }
  void take(const Took& took) {
    if (!took.penalty) note_uncovered(took.seat);
    const int old = std::min(took.count, std::exchange(of_the_last_, 0));
    if (old > 0) held_[at(took.seat)][stocks_ - 1] += old;
    held_[at(took.seat)][stocks_] += took.count - old;
    left_ -= took.count - old;
    for (Uncovered& uncovered : uncovered_) {
      if (uncovered.seat == took.seat) uncovered.taken += took.count;
    }
  }
  void note_uncovered(Seat seat) {
    if (put_ > 0 && sixes.contains(top_)) uncovered_.push_back({seat, suit_});
  }

  Setup<YardBridge> setup_;
  Seat seat_;
  std::vector<std::map<int, int>> held_;            // by seat and stock; the deck is stock 0
  std::array<int, cards::joker_index> stock_of_{};  // by card: the last one
  int stocks_ = 0;
  int left_ = 0;         // in the stock
  int of_the_last_ = 0;  // when it was shuffled: what is drawn first
  CardSet pile_;
  Card top_;
  cards::Suit suit_ = cards::spades;
  int put_ = 0;
  std::vector<Uncovered> uncovered_;
};

void disguise_order(const State& state, ShuffledCards& order, Seat seat, Rng& rng) {
  const int dealt = state.options.hand * state.seats;
  laws::disguise_order<YardBridge>(state, order, seat, dealt, dealt - 1, rng);
}

}  // namespace

TEST_CASE("yard bridge keeps the laws with two, three, four and six players",
          "[yard_bridge][laws]") {
  laws::check_laws<GameModule, Witness>(erased(), setup_for(2), 12, {}, disguise_order);
  laws::check_laws<GameModule, Witness>(erased(), setup_for(3, {.target = 40}), 8, {},
                                        disguise_order);
  laws::resampling_deals_again<YardBridge>(setup_for(3));
  laws::check_laws<GameModule, Witness>(erased(), setup_for(4, {.target = 40}), 8, {},
                                        disguise_order);
  laws::check_laws<GameModule, Witness>(erased(), setup_for(6, {.target = 40}), 6, {},
                                        disguise_order);
}

TEST_CASE("whoever forfeits yard bridge is never better off", "[yard_bridge][forfeits]") {
  const auto to_the_target = setup_for(2, {.target = 40});
  const auto of_two_deals = setup_for(4, {.deals = 2});
  const auto stopped = setup_for(6, {.deals = 3, .max_actions = 20});
  laws::forfeits_never_pay<YardBridge>(
      {to_the_target, setup_for(3, {.target = 40}), of_two_deals, stopped});
}

TEST_CASE("yard bridge keeps the laws where all cards are dealt", "[yard_bridge][laws]") {
  Options options;
  options.hand = 18;
  options.deals = 2;
  laws::check_laws<GameModule, Witness>(erased(), setup_for(2, options), 4, {}, disguise_order);
  options.hand = 6;
  laws::check_laws<GameModule, Witness>(erased(), setup_for(6, options), 4, {}, disguise_order);
}

TEST_CASE("what a seat took before the stock ended is dealt again with its hand",
          "[yard_bridge][laws]") {
  Rng rng(1);
  int seen = 0;
  for (int deal = 0; deal < 60; ++deal) {
    Setup<YardBridge> setup = setup_for(4, {.hand = 8, .deals = 1});
    setup.seed = {static_cast<std::uint64_t>(deal), deal};
    Position<YardBridge> now(setup, {}, false, false);
    while (!now.over()) {
      if (!now.awaits_chance()) {
        const Seat actor = now.actors().front();
        now.apply(actor, random_move<YardBridge>(now.view(actor), rng));
        continue;
      }
      for (Seat seat = 0; seat < setup.seats && !now.state.owed.taken.empty(); ++seat) {
        Position<YardBridge> other = now;
        YardBridge::resample(other, seat, rng);
        const Owed& owed = other.state.owed;
        for (const Card card : owed.taken) CHECK(other.state.hands[owed.seat].contains(card));
        if (seat == owed.seat) CHECK(std::ranges::equal(owed.taken, now.state.owed.taken));
        ++seen;
      }
      now.draw();
    }
  }
  CHECK(seen > 0);
}

TEST_CASE("after every action the cards are all there, and something is legal", "[yard_bridge]") {
  at_each_turn_of_random_deals([](const State& now, const View& view) {
    check_cards(now);
    REQUIRE(view.legal.size() > 0);
    REQUIRE_FALSE(YardBridge::check(view, YardBridge::fallback(view)));
  });
}

// Hidden, because the daily run has tests/referee as its second reading of these rules. `./dev
// proof` runs both.
TEST_CASE("the legal moves are those of the rules' own words", "[yard_bridge][.oracle]") {
  at_each_turn_of_random_deals([](const State& /*now*/, const View& view) {
    REQUIRE(list_of_legal(view, ",") == legal_by_the_book(view));
  });
}

TEST_CASE("moves of the whole pack are listed in hand order, a jack by its orders",
          "[yard_bridge]") {
  CardSet all;
  for (const Card card : full_pack()) all.insert(card);
  const Moves moves(all, true, true);
  REQUIRE(moves.size() == 32 + 4 * 4 + 2);
  std::size_t next = 0;
  for (const Card card : full_pack()) {
    if (card.rank() != cards::jack) {
      CHECK(moves[next++] == Move::put(card));
      continue;
    }
    for (const Suit suit : {cards::spades, cards::clubs, cards::hearts, cards::diamonds}) {
      CHECK(moves[next] == Move::put(card, suit));
      CHECK(moves[next].card() == card);
      CHECK(moves[next++].suit() == suit);
    }
  }
  CHECK(moves[next] == Move::take());
  CHECK(moves[next + 1] == Move::done());
}

TEST_CASE("options of yard bridge have their ranges", "[yard_bridge]") {
  const auto refused = [](int seats, Options options) {
    return std::string(YardBridge::check(setup_for(seats, options)).text());
  };
  CHECK(refused(2, {.hand = 18}).empty());
  CHECK(refused(2, {.hand = 1}) == "hand must be from 2 to 18, not 1");
  CHECK(refused(2, {.hand = 19}) == "hand must be from 2 to 18, not 19");
  CHECK(refused(4, {.hand = 10}) == "hand must be at most 9 with 4 players, not 10");
  CHECK(refused(2, {.target = 0}) == "target must be from 1 to 1000000000, not 0");
  CHECK(refused(2, {.target = 1'000'000'001}).find("target must be") == 0);
  CHECK(refused(2, {.deals = -1}) == "deals must be from 0 to 8000000, not -1");
  CHECK(refused(2, {.deals = 8'000'001}).find("deals must be") == 0);
  CHECK(refused(2, {.max_actions = 0}) == "max_actions must be from 1 to 1000000000, not 0");
  CHECK(refused(2, {.max_actions = 1'000'000'001}).find("max_actions must be") == 0);
  CHECK(refused(2, {.target = 1'000'000'000, .deals = 8'000'000, .max_actions = 1'000'000'000})
            .empty());
  CHECK_THROWS_WITH(erased().options.check({{"cards", 5}}),
                    Catch::Contains("hand, target, deals, max_actions"));
}

TEST_CASE("impossible deals of yard bridge are refused", "[yard_bridge]") {
  Setup<YardBridge> setup = setup_for(2);
  setup.deal.deals.push_back({full_pack(), 2, {}});
  CHECK(YardBridge::check(setup).text() == "deal 1: there is no seat 2 to deal");
  setup.deal.deals[0].dealer = 0;
  CHECK(YardBridge::check(setup).text().empty());
  setup.deal.deals[0].deck[3] = setup.deal.deals[0].deck[4];
  CHECK(YardBridge::check(setup).text() ==
        "deal 1: the deck is not made of the pack's 36 cards, each once");
}

TEST_CASE("the first dealer goes by the number of the match", "[yard_bridge]") {
  for (int number = 0; number < 7; ++number) {
    Setup<YardBridge> setup = setup_for(3);
    setup.seed = {1, number};
    CHECK(Position<YardBridge>(setup).state.dealer == number % 3);
  }
}
