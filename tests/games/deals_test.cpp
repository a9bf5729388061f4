// Chance in matches of several deals, and French cards.
#include "games/common/deals.hpp"

#include <string>
#include <utility>

#include <catch2/catch.hpp>

#include "arena/core/described.hpp"
#include "arena/game/any_game.hpp"
#include "arena/game/games.hpp"
#include "games/common/playing_card.hpp"

using namespace arena;
using namespace arena::cards;

namespace {

using Four = Order<Card, 4>;
using FourDeals = Deals<Card, 4>;
Four order(std::string_view texts) {
  Four cards;
  for (; texts.size() >= 2; texts.remove_prefix(2)) cards.push_back(*read_card(texts.substr(0, 2)));
  return cards;
}
const Four pack = order("6S7S8S9S");

/// What a source asks of a game.
struct FourGame {
  struct State {
    bool awaits_deck = true;
    Four cards;
    int dealer = 0;
  };
  using Deal = FourDeals;
  using Chance = ShuffledCards<Card, 4>;
  static bool awaits_deck(const State& now) { return now.awaits_deck; }
  static Four unshuffled(const State& now) { return now.cards; }
};

class FourChance {
 public:
  FourChance(std::uint64_t seed, const FourDeals& given) : source_{seed, given, {}, true} {}
  /// Put the cards, which come sorted, into their order.
  void deal(Four& deck) { deck = source_.draw({true, deck}).cards; }
  void shuffle(Four& cards) { cards = source_.draw({false, cards}).cards; }
  [[nodiscard]] FourDeals beside_seed() const { return source_.beside_seed(); }

 private:
  DealSource<FourGame> source_;
};

bool has(const Refusal& refusal, std::string_view words) {
  return refusal.text().find(words) != std::string_view::npos;
}

}  // namespace

TEST_CASE("every card is read as it is written, in either case", "[cards]") {
  for (int index = 0; index <= joker_index; ++index) {
    const Card card = Card::at(index);
    CHECK(read_card(to_text(card)) == card);
  }
  CHECK(read_card("10h") == Card(hearts, ten));
  CHECK(read_card("qD") == Card(diamonds, queen));
  for (const char* text : {"", "S", "1S", "11S", "0S", "6", "6X", "6SS", "**", "10", " 6S", "6s "})
    CHECK_FALSE(read_card(text));
}

TEST_CASE("sets of cards stand in the order of a sorted hand", "[cards]") {
  CardSet set = CardSet::of(hearts) & CardSet::of(ten);
  CHECK(set == CardSet::only(Card(hearts, ten)));
  set.insert(Card(spades, ace));
  set.insert(Card(diamonds, two));
  std::string texts;
  for (const Card card : set) texts += to_text(card) + ' ';
  CHECK(texts == "AS 10H 2D ");
  CHECK(set.nth(1) == Card(hearts, ten));
  set -= CardSet::of(ace);
  CHECK(set.size() == 2);
}

TEST_CASE("chance is drawn from the seed, again for each deal and shuffle", "[deals]") {
  FourChance one(5, {});
  FourChance other(5, {});
  std::string seen;
  for (int deal = 0; deal < 8; ++deal) {
    Four deck = pack;
    Four same = pack;
    one.deal(deck);
    other.deal(same);
    CHECK(deck == same);
    Four rest = order("6S7S8S");
    one.shuffle(rest);
    for (const Card card : deck) seen += to_text(card);
    seen += ' ';
  }
  CHECK(seen.substr(0, 9) != seen.substr(9, 9));
  // The shuffles before do not change the decks that come.
  Four deck = pack;
  Four same = pack;
  one.deal(deck);
  other.deal(same);
  CHECK(deck == same);
}

TEST_CASE("chance that is given comes as it is given, and then from the seed", "[deals]") {
  const FourDeals given{{{order("9S8S7S6S"), 1, {order("8S6S7S")}}}};
  FourChance chance(5, given);
  Four deck = pack;
  chance.deal(deck);
  CHECK(deck == given.deals[0].deck);
  Four rest = order("6S7S8S");
  chance.shuffle(rest);
  CHECK(rest == order("8S6S7S"));
  FourChance drawn(5, {});
  Four second = pack;
  Four wanted = pack;
  chance.deal(second);
  drawn.deal(wanted);
  drawn.deal(wanted = pack);
  CHECK(second == wanted);
}

TEST_CASE("a given shuffle of other cards than there are is reported", "[deals]") {
  const FourDeals given{{{order("9S8S7S6S"), 1, {order("8S6S")}}}};
  FourChance chance(5, given);
  Four deck = pack;
  chance.deal(deck);
  Four rest = order("6S7S8S");
  chance.shuffle(rest);
  CHECK(rest.size() == 3);
  const FourDeals drawn{{{deck, 1, {rest}}}};
  CHECK(check_drawn(given, drawn, true).text() ==
        "deal 1, shuffle 1 must contain exactly the cards to shuffle");
}

TEST_CASE("after a given shuffle that does not fit nothing more is given", "[deals]") {
  const FourDeals given{
      {{order("9S8S7S6S"), 1, {order("8S6S"), order("8S7S6S")}}, {order("9S8S7S6S"), 0, {}}}};
  FourChance chance(5, given);
  FourChance drawn(5, {});
  Four deck = pack;
  chance.deal(deck);
  drawn.deal(deck = pack);
  for (int i = 0; i < 2; ++i) {
    Four rest = order("6S7S8S");
    Four wanted = rest;
    chance.shuffle(rest);
    drawn.shuffle(wanted);
    CHECK(rest == wanted);
  }
  Four wanted = pack;
  chance.deal(deck = pack);
  drawn.deal(wanted);
  CHECK(deck == wanted);
}

TEST_CASE("without a seed all chance has to be given", "[deals]") {
  const FourDeals given{{{pack, 0, {}}}};
  CHECK_FALSE(check_drawn(given, given, false));
  FourDeals drawn = given;
  drawn.deals[0].shuffles.push_back(order("6S7S"));
  CHECK_FALSE(check_drawn(given, drawn, true));
  CHECK(has(check_drawn(given, drawn, false), "deal 1, shuffle 1 is not given"));
  drawn = given;
  drawn.deals.push_back({pack, 1, {}});
  CHECK_FALSE(check_drawn(given, drawn, true));
  CHECK(has(check_drawn(given, drawn, false), "deal 2 is not given"));
}

TEST_CASE("given decks are orders of the pack, and dealers go round", "[deals]") {
  FourDeals given{{{order("9S8S7S6S"), 1, {}}, {pack, 0, {}}}};
  CHECK_FALSE(check_given(given, pack, 2));
  given.deals[1].dealer = 1;
  CHECK(has(check_given(given, pack, 2), "deal 2: the dealer must be the seat after"));
  given.deals[0].dealer = 2;
  CHECK(has(check_given(given, pack, 2), "deal 1: there is no seat 2"));
  given.deals[0].deck = order("9S8S7S7S");
  CHECK(has(check_given(given, pack, 2), "the pack's 4 cards, each once"));
  given.deals[0].deck = order("9S8S7S");
  CHECK(has(check_given(given, pack, 2), "the pack's 4 cards, each once"));
}

TEST_CASE("what is given and what the seed gives as well are the same chance", "[deals]") {
  FourChance chance(5, {});
  FourDeals drawn;
  for (int deal = 0; deal < 3; ++deal) {
    Four deck = pack;
    chance.deal(deck);
    drawn.deals.push_back({deck, deal % 2, {}});
    Four rest = order("6S8S9S");
    chance.shuffle(rest);
    drawn.deals.back().shuffles.push_back(rest);
  }
  CHECK(FourChance(5, drawn).beside_seed().deals.empty());
  FourDeals given = drawn;
  auto& shuffle = given.deals[1].shuffles[0];
  std::swap(shuffle[0], shuffle[1]);
  CHECK(FourChance(5, given).beside_seed().deals.size() == 2);
  given = drawn;
  std::swap(given.deals[0].deck[0], given.deals[0].deck[1]);
  CHECK(FourChance(5, given).beside_seed() == FourDeals{{given.deals[0]}});
  CHECK(FourChance(6, drawn).beside_seed() == drawn);
}

TEST_CASE("any position of a given match of many deals can be played on otherwise", "[deals]") {
  const Games games = all_games();
  const boost::json::object options{{"deals", 2}};
  for (const auto& [name, seats] : {std::pair{"yard_bridge", 2}, {"most", 6}}) {
    const AnyGame& game = find_game(games, name);
    Rng rng(11);
    const auto played = game.states.start({options, seats, {7, 1}, {}, false});
    played->play_out(rng);
    const boost::json::object deal = played->deal();

    Rng again(11);
    const auto state = game.states.start({options, seats, {7, 1}, deal, false});
    int left = 0;
    for (int move = 0; !state->actors().empty(); ++move) {
      if (move % 5 == 0) {
        const auto other = game.states.restore(state->bytes());
        Rng ways(static_cast<std::uint64_t>(move));
        CHECK_NOTHROW(other->play_out(ways));
        left += other->deal() != deal ? 1 : 0;
      }
      const Seat seat = state->actors().front();
      REQUIRE_FALSE(state->apply(seat, state->random_move(seat, again)));
    }
    CHECK(left > 0);
  }
}
