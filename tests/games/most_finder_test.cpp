// The moves that Most's finder and its random player find, compared with all possible moves, and
// invariants of random matches.
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "games/most/finder.hpp"
#include "games/most/judge.hpp"
#include "tests/games/most_table.hpp"

using namespace arena;
using namespace arena::most;
using namespace arena::most::test;

namespace {

/// Every run and set of three to `longest` cards, with up to two jokers in any places, as the rules
/// describe them.
std::vector<LaidCards> all_melds(int longest) {
  std::vector<LaidCards> melds;
  const auto with_jokers = [&melds](const std::vector<Card>& cards) {
    for (unsigned jokers = 0; jokers < 1U << cards.size(); ++jokers) {
      if (std::popcount(jokers) > 2) continue;
      LaidCards meld;
      for (std::size_t i = 0; i < cards.size(); ++i)
        meld.push_back({cards[i], ((jokers >> i) & 1U) != 0});
      melds.push_back(meld);
    }
  };
  for (int low = 0; low < 52; ++low) {
    for (int length = 3; length <= longest; ++length) {
      std::vector<Card> run;
      for (int i = 0; i < length; ++i) run.push_back(Card::at(low / 13 * 13 + (low % 13 + i) % 13));
      with_jokers(run);
    }
  }
  for (int rank = 0; rank < 13; ++rank) {
    for (const unsigned suits : {7U, 11U, 13U, 14U, 15U}) {
      std::vector<Card> set;
      for (int suit = 0; suit < 4; ++suit) {
        if (((suits >> static_cast<unsigned>(suit)) & 1U) != 0)
          set.push_back(Card::at(suit * 13 + rank));
      }
      with_jokers(set);
    }
  }
  return melds;
}

/// Every legal move of a view: all possible moves that the rules accept.
std::set<std::string> all_legal(const View& view, const std::vector<LaidCards>& melds) {
  std::set<std::string> legal;
  const auto add = [&](const Move& move) {
    if (!judge(view, move)) legal.insert(Most::write(move));
  };
  add(Draw{});
  for (const LaidCards& meld : melds) {
    add(NewMeld{meld});
    for (const Card card : view.bridge.row()) add(Take{card, meld});
  }
  for (int i = 0; i <= cards::joker_index; ++i) {
    add(Discard{Card::at(i)});
    if (i == cards::joker_index) break;
    for (int id = 1; id <= view.table.count(); ++id) {
      add(LayOff{id, {Card::at(i), false}});
      add(LayOff{id, {Card::at(i), true}});
      add(Swap{id, Card::at(i)});
    }
  }
  return legal;
}

void check_sampling(const State& state, int draws) {
  static const auto melds = all_melds(5);
  const View view = Most::view(state, state.actor);
  const auto legal = all_legal(view, melds);
  REQUIRE_FALSE(legal.empty());
  Rng rng(8);
  std::set<std::string> found;
  for (int i = 0; i < draws; ++i) found.insert(Most::write(Most::sample(view, rng)));
  for (const std::string& move : legal) {
    INFO(move);
    CHECK(found.count(move) == 1);
  }
  for (const std::string& move : found) {
    INFO(move);
    CHECK(legal.count(move) == 1);
  }
}

/// A position in the middle of a random deal, with hands of moderate size.
State random_position(std::uint64_t number) {
  Setup<Most> setup;
  setup.options.deals = 1;
  setup.seats = 2 + static_cast<int>(number % 3);
  setup.seed = {mix_seed(4, "position", number), static_cast<int>(number)};
  Position<Most> now(setup);
  Rng rng(number);
  for (auto moves = rng.below(120); moves > 0; --moves) {
    Position<Most> next = now;
    next.apply(next.state.actor, Most::sample(next.view(next.state.actor), rng));
    if (next.over()) break;
    now = next;
  }
  return now.state;
}

/// Hands, stock, bridge and melds together are a pack.
void require_whole_pack(const State& now) {
  Hand all;
  int count = 0;
  const auto add = [&](Card card) {
    ++count;
    all.insert(card);
  };
  for (const Hand& hand : now.hands) {
    for (const Card card : hand.sorted()) add(card);
  }
  for (std::size_t i = now.drawn; i < now.stock.size(); ++i) add(now.stock[i]);
  for (const Card card : now.bridge.row()) add(card);
  for (int id = 1; id <= now.table.count(); ++id) {
    for (const Laid& laid : now.table.laid(id)) add(laid.from_hand());
  }
  REQUIRE(count == pack_size);
  REQUIRE(all.size() == pack_size);
}

/// The rule of the jokers holds, and the sums of the table agree with its melds.
void require_consistent_table(const State& now) {
  CardSet cards;
  int in_melds = 0;
  for (int id = 1; id <= now.table.count(); ++id) {
    cards |= now.table.meld(id).cards();
    in_melds += now.table.meld(id).size();
    REQUIRE(meld_of(now.table.laid(id)) == now.table.meld(id));
  }
  REQUIRE(cards.size() == in_melds);
  REQUIRE(cards == (now.table.cards() | now.table.by_jokers()));
  REQUIRE((now.table.cards() & now.table.by_jokers()).empty());
  REQUIRE((now.bridge.cards() & now.table.by_jokers()).empty());
  CardSet counted;
  for (int seat = 0; seat < now.seats; ++seat) {
    REQUIRE((counted & now.table.laid_by(seat)).empty());
    counted |= now.table.laid_by(seat);
  }
  REQUIRE(counted == cards);
}

}  // namespace

TEST_CASE("the random player makes every legal move of small hands, and no other", "[most]") {
  check_sampling(set_up({.hands = {"5S 6S 7S 8S 9C 9H 9D", "2S"}}), 4000);
  check_sampling(set_up({.hands = {"5S 6S 9C 9H *", "2S"}}), 4000);
  check_sampling(set_up({.hands = {"5S 9C * *", "2S"}}), 20000);
  check_sampling(set_up({.hands = {"KS AS 2S 8S 4D *", "2C"},
                         .melds = {{0, "5S 6S 7S"}, {1, "8C *9C 10C"}, {1, "9S 10S JS"}}}),
                 20000);
  check_sampling(
      set_up({.hands = {"5S 7S 9C 9H", "2C"}, .bridge = "9D 6S 8S", .phase = Phase::get}), 4000);
  check_sampling(set_up({.hands = {"5S 9C 9H", "2C"}, .bridge = "9D * 6S", .phase = Phase::get}),
                 60000);
  check_sampling(set_up({.hands = {"9C 3H", "2S"}, .melds = {{1, "8C *9C 10C"}, {1, "*3H 4H 5H"}}}),
                 200);
}

TEST_CASE("in random positions the random player finds legal moves alone", "[most]") {
  Rng rng(6);
  for (std::uint64_t i = 0; i < 400; ++i) {
    const State state = random_position(i);
    const View view = Most::view(state, state.actor);
    for (int j = 0; j < 50; ++j) REQUIRE_FALSE(Most::check(view, Most::sample(view, rng)));
    REQUIRE_FALSE(Most::check(view, Most::fallback(view)));
  }
}

TEST_CASE("every possible move that is listed is legal, listed once, and not too many", "[most]") {
  for (std::uint64_t i = 0; i < 400; ++i) {
    const State state = random_position(i);
    const View view = Most::view(state, state.actor);
    const auto moves = possible_moves(view, 100);
    REQUIRE_FALSE(moves.empty());
    REQUIRE(moves.size() <= 100 + 54 + 4 * most_melds);
    std::set<std::string> texts;
    for (const Move& move : moves) {
      INFO(Most::write(move));
      REQUIRE_FALSE(Most::check(view, move));
      REQUIRE(texts.insert(Most::write(move)).second);
    }
  }
}

TEST_CASE("all legal moves are listed but those that call a joker what is held", "[most]") {
  static const auto melds = all_melds(13);
  for (std::uint64_t i = 0; i < 25; ++i) {
    const State state = random_position(i);
    const View view = Most::view(state, state.actor);
    std::set<std::string> listed;
    for (const Move& move : possible_moves(view, 100000)) listed.insert(Most::write(move));
    for (const std::string& text : all_legal(view, melds)) {
      const Move move = to_move(text);
      const auto* take = std::get_if<Take>(&move);
      const auto* meld = std::get_if<NewMeld>(&move);
      Hand held = view.hand;
      if (take != nullptr) held.insert(view.bridge.from(view.bridge.find(take->card)));
      bool names_held = false;
      if (take != nullptr || meld != nullptr) {
        for (const Laid& laid : take != nullptr ? take->meld : meld->meld)
          names_held |= laid.by_joker && held.contains(laid.card);
      }
      INFO(text);
      REQUIRE(listed.count(text) == (names_held ? 0U : 1U));
    }
  }
}

TEST_CASE("in every position all cards are there once, and the jokers' rule holds", "[most]") {
  Setup<Most> setup;
  setup.options.max_turns = 150;
  setup.options.deals = 3;
  for (int i = 0; i < 60; ++i) {
    setup.seats = 2 + i % 5;
    setup.seed = {mix_seed(9, "deal", static_cast<std::uint64_t>(i)), i};
    Rng rng(static_cast<std::uint64_t>(i));
    Position<Most> now(setup);
    int moves = 0;
    for (; !now.over(); ++moves) {
      require_whole_pack(now.state);
      require_consistent_table(now.state);
      const View view = now.view(now.state.actor);
      REQUIRE(view.hand.size() > 0);
      now.apply(now.state.actor, Most::sample(view, rng));
    }
    REQUIRE(moves < 3 * 150 * 60);
  }
}
