// Deals and matches of Most: how they begin, end and are scored.
#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "tests/games/most_table.hpp"

using namespace arena;
using namespace arena::most;
using namespace arena::most::test;

namespace {

/// A deal that seat 0 ends with its next discard, KD, and what it leaves them with.
State before_last_card(const Options& options, std::string_view other_hand = "2S") {
  return set_up({.hands = {"KD", other_hand},
                 .melds = {{0, "5S 6S 7S"}, {1, "QH KH AH"}},
                 .options = options});
}

void play_to_the_end(State& state) {
  Rng rng(3);
  while (state.stage == Stage::playing)
    make_move(state, Most::sample(Most::view(state, state.actor), rng));
}

std::string option_refused(const Options& options) {
  Setup<Most> setup;
  setup.options = options;
  return std::string(Most::check(setup).text());
}

}  // namespace

TEST_CASE("six cards each are dealt from the dealer's left, the next begins the bridge", "[most]") {
  Setup<Most> setup;
  setup.seats = 3;
  setup.seed.number = 4;
  std::vector<Event> happened;
  Position<Most> now(setup, Events<Event>(happened));
  const auto& dealt = std::get<Dealt>(happened.at(1));
  CHECK(now.state.dealer == 1);
  CHECK(now.state.actor == 2);
  CHECK(now.state.hands[2].contains(dealt.deck[0]));
  CHECK(now.state.hands[0].contains(dealt.deck[1]));
  CHECK(now.state.hands[1].contains(dealt.deck[17]));
  CHECK(now.state.bridge.row().size() == 1);
  CHECK(dealt.first == dealt.deck[18]);
  CHECK(now.state.stock_left() == 54 - 19);
}

TEST_CASE("cards are worth 5 up to nine, 10 up to the king, an ace 15", "[most]") {
  CHECK(points(hand("2S").cards()) == 5);
  CHECK(points(hand("9D").cards()) == 5);
  CHECK(points(hand("10H").cards()) == 10);
  CHECK(points(hand("JC QC KC").cards()) == 30);
  CHECK(points(hand("AC").cards()) == 15);
  CHECK(points(all_cards) == 4 * (8 * 5 + 4 * 10 + 15));
  CHECK(hand("AC 2C *").burden() == 120);
}

TEST_CASE("a deal ends when the last card is discarded, and hands count against their holders",
          "[most]") {
  State state = before_last_card({}, "AS 9C");
  std::vector<Event> happened;
  make_move(state, to_move("discard KD"), Events<Event>(happened));
  const auto& scored = std::get<Scored>(happened.at(1));
  CHECK(scored.points == Totals{15, 35 - 20});
  CHECK(scored.totals == Totals{15, 15});
  CHECK(std::holds_alternative<Dealt>(happened.at(2)));
  CHECK(state.deal == 2);
  CHECK(state.dealer == 1);
  CHECK(state.actor == 0);
}

TEST_CASE("a joker in the hand costs a hundred at the end, in a meld it is worth nothing",
          "[most]") {
  State state = set_up({.hands = {"KD", "2S *"}, .melds = {{1, "QH *KH AH"}}});
  std::vector<Event> happened;
  make_move(state, to_move("discard KD"), Events<Event>(happened));
  CHECK(std::get<Scored>(happened.at(1)).points == Totals{0, 25 - 105});
}

TEST_CASE("points of cards laid off are those of who laid them", "[most]") {
  State state = set_up({.hands = {"2H 4D", "2S"}, .melds = {{0, "5S 6S 7S"}, {1, "QH KH AH"}}});
  play(state, "lay 2 2H");
  std::vector<Event> happened;
  make_move(state, to_move("discard 4D"), Events<Event>(happened));
  CHECK(std::get<Scored>(happened.at(1)).points == Totals{20, 30});
}

TEST_CASE("a match ends when someone is alone at the top with the target or more", "[most]") {
  State state = before_last_card({});
  state.totals = {485, 300};
  play(state, "discard KD");
  CHECK(state.stage == Stage::played_out);
  CHECK(Most::actors(state).empty());
  CHECK(Most::outcome(state).scores[0] == 500);
  CHECK(Most::outcome(state).end == "played out");
  State below = before_last_card({});
  below.totals = {480, 300};
  play(below, "discard KD");
  CHECK(below.stage == Stage::playing);
}

TEST_CASE("two who are equal at the top play on, whatever their points", "[most]") {
  State state = before_last_card({});
  state.totals = {585, 570};
  play(state, "discard KD");  // 15 for seat 0, 35 - 5 for seat 1
  CHECK(state.totals[0] == 600);
  CHECK(state.totals[1] == 600);
  CHECK(state.stage == Stage::playing);
  State third = set_up({.hands = {"KD", "2S", "3S"}, .melds = {{0, "5S 6S 7S"}}});
  third.totals = {485, 500, 700};
  play(third, "discard KD");
  CHECK(third.stage == Stage::played_out);
}

TEST_CASE("a match of so many deals ends after them, tie or target or not", "[most]") {
  Options two;
  two.deals = 2;
  State state = before_last_card(two);
  state.totals = {585, 300};
  play(state, "discard KD");
  CHECK(state.stage == Stage::playing);
  play_to_the_end(state);
  CHECK(state.deal == 2);
  Options one;
  one.deals = 1;
  State tie = before_last_card(one);
  tie.totals = {15, 0};
  play(tie, "discard KD");
  CHECK(tie.stage == Stage::played_out);
  CHECK(tie.totals[0] == tie.totals[1]);
}

TEST_CASE("max_deals ends a match to the target", "[most]") {
  Options options;
  options.max_deals = 1;
  State state = before_last_card(options);
  play(state, "discard KD");
  CHECK(state.stage == Stage::played_out);
  Options deals = options;
  deals.deals = 2;
  State exact = before_last_card(deals);
  play(exact, "discard KD");
  CHECK(exact.stage == Stage::playing);
}

TEST_CASE("a deal ends at once after max_turns discards, and is scored as it stands", "[most]") {
  Options options;
  options.max_turns = 3;
  options.deals = 1;
  State state =
      set_up({.hands = {"KD 3D", "2S *"}, .melds = {{0, "5S 6S 7S"}}, .options = options});
  state.discards = 2;
  play(state, "discard KD");
  CHECK(Most::outcome(state).end == "played out");
  CHECK(Most::outcome(state).scores == FixedVector<int, most_seats>{15 - 5, -105});
}

TEST_CASE("an empty stock is renewed by the bridge without its last card, when one draws",
          "[most]") {
  State state = set_up({.hands = {"KD 3D", "2S *"}, .bridge = "7C * 9C 2D", .phase = Phase::get});
  state.drawn = static_cast<std::uint8_t>(state.stock.size());
  std::vector<Event> happened;
  make_move(state, to_move("draw"), Events<Event>(happened));
  const auto& shuffled = std::get<Shuffled>(happened.at(0));
  const auto& drew = std::get<Drew>(happened.at(1));
  CHECK(shuffled.size == 3);
  CHECK(drew.card == shuffled.order[0]);
  CHECK(bridge(state) == "2D");
  CHECK(state.stock_left() == 2);
  CHECK(state.hands[0].size() == 3);
}

TEST_CASE("the last card of the stock is drawn without a shuffle", "[most]") {
  State state = set_up({.hands = {"KD 3D", "2S *"}, .bridge = "7C 9C 2D", .phase = Phase::get});
  state.drawn = static_cast<std::uint8_t>(state.stock.size() - 1);
  play(state, "draw");
  CHECK(state.stock_left() == 0);
  CHECK(bridge(state) == "7C 9C 2D");
}

TEST_CASE("where stock and bridge have nothing, draw gives nothing and the turn goes on",
          "[most]") {
  State state = set_up({.hands = {"KD 3D", "2S *"}, .bridge = "7C", .phase = Phase::get});
  state.drawn = static_cast<std::uint8_t>(state.stock.size());
  std::vector<Event> happened;
  make_move(state, to_move("draw"), Events<Event>(happened));
  CHECK(happened.size() == 1);
  CHECK_FALSE(std::get<Drew>(happened.at(0)).card);
  CHECK(state.phase == Phase::play);
  play(state, "discard 3D");
  CHECK(bridge(state) == "7C 3D");
}

TEST_CASE("a seat that is gone draws and discards the first card that it may", "[most]") {
  State state =
      set_up({.hands = {"9C JC KD", "2S"}, .melds = {{1, "8C *9C 10C"}}, .phase = Phase::get});
  Most::forfeit(state, 0, {});
  CHECK(Most::actors(state) == Seats{0});
  CHECK(Most::write(Most::fallback(Most::view(state, 0))) == "draw");
  play(state, "draw");
  CHECK(Most::write(Most::fallback(Most::view(state, 0))) == "discard 3S");
  state.hands[0] = hand("9C JC");
  CHECK(Most::write(Most::fallback(Most::view(state, 0))) == "discard JC");
}

TEST_CASE("a seat that is gone swaps its first card if it may discard none", "[most]") {
  State state = set_up({.hands = {"9C 3H", "2S"}, .melds = {{1, "8C *9C 10C"}, {1, "*3H 4H 5H"}}});
  CHECK(Most::write(Most::fallback(Most::view(state, 0))) == "swap 1 9C");
  play(state, "swap 1 9C");
  CHECK(Most::write(Most::fallback(Most::view(state, 0))) == "discard *");
}

TEST_CASE("a match ends at once when every seat is gone", "[most]") {
  State state = set_up({.hands = {"9C JC", "2S"}});
  state.totals = {30, -20};
  std::vector<Event> happened;
  Most::forfeit(state, 0, Events<Event>(happened));
  CHECK_FALSE(Most::actors(state).empty());
  REQUIRE(happened.size() == 1);
  CHECK(std::get<Left>(happened[0]).seat == 0);
  Most::forfeit(state, 1, Events<Event>(happened));
  REQUIRE(happened.size() == 3);
  CHECK(std::get<Left>(happened[1]).seat == 1);
  CHECK(std::holds_alternative<Ended>(happened[2]));
  CHECK(Most::actors(state).empty());
  CHECK(Most::outcome(state).end == "forfeit");
  CHECK(Most::outcome(state).scores == FixedVector<int, most_seats>{30, -20});
}

TEST_CASE("a forfeit is worth the worst that each deal to come could bring", "[most][forfeits]") {
  // A deal costs at most the whole pack in hand, 580, while another lays the whole pack, 380.
  State state = set_up({.hands = {"9C JC", "2S", "KD"}, .options = {.deals = 5}});
  state.totals = {30, -20, 70};
  state.deal = 4;
  CHECK(Most::worst(state, 0).score == 30 - 2 * 580);
  CHECK(Most::worst(state, 0).margin == 30 - 2 * 580 - 70 - 2 * 380);
  CHECK(Most::worst(state, 2).margin == 70 - 2 * 580 - 30 - 2 * 380);
  state.options = {.max_deals = 100};
  CHECK(Most::worst(state, 0).score == 30 - 3 * 580);
  state.options = {.max_deals = 4};
  CHECK(Most::worst(state, 0).score == 30 - 1 * 580);
}

TEST_CASE("options out of range are refused with the range and what was given", "[most]") {
  CHECK(option_refused({}).empty());
  CHECK(option_refused({.target = 0}) == "target must be from 1 to 1000000000, not 0");
  CHECK(option_refused({.target = 1'000'000'001}).find("target must be") == 0);
  CHECK(option_refused({.deals = -1}) == "deals must be from 0 to 2000000, not -1");
  CHECK(option_refused({.deals = 2'000'001}).find("deals must be") == 0);
  CHECK(option_refused({.max_turns = 0}) == "max_turns must be from 1 to 1000000000, not 0");
  CHECK(option_refused({.max_turns = 1'000'000'001}).find("max_turns must be") == 0);
  CHECK(option_refused({.max_deals = 2'000'001}) ==
        "max_deals must be from 1 to 2000000, not 2000001");
  CHECK(option_refused({.target = 1, .max_turns = 1, .max_deals = 1}).empty());
  CHECK(option_refused({.target = 1'000'000'000,
                        .deals = 2'000'000,
                        .max_turns = 1'000'000'000,
                        .max_deals = 2'000'000})
            .empty());
}

TEST_CASE("a deal may have more discards than fit into 16 bits", "[most]") {
  Setup<Most> setup;
  setup.options = {.deals = 1, .max_turns = 70'000};
  Position<Most> now(setup);
  for (int turn = 0; turn < 70'000; ++turn) {
    REQUIRE(now.state.discards == turn);
    now.apply(now.state.actor, Draw{});
    now.apply(now.state.actor, Discard{now.state.hands[now.state.actor].sorted()[0]});
  }
  CHECK(now.actors().empty());
}

TEST_CASE("given deals are played as they are, and must be whole packs with dealers in turn",
          "[most]") {
  Setup<Most> setup;
  setup.options.deals = 2;
  Position<Most> now(setup, {}, true);
  Rng rng(5);
  while (now.state.stage == Stage::playing)
    now.apply(now.state.actor, Most::sample(now.view(now.state.actor), rng));
  const Deal drawn = now.source.deal();
  REQUIRE(drawn.deals.size() == 2);
  Setup<Most> again = setup;
  again.deal = drawn;
  again.seed.seed = 99;
  REQUIRE_FALSE(Most::check(again));
  CHECK(Position<Most>(again).state.hands == Position<Most>(setup).state.hands);
  CHECK_FALSE(check_drawn(again.deal, drawn, false));
  again.deal.deals[1].dealer = 0;
  CHECK(Most::check(again).text() ==
        "deal 2: the dealer must be the seat after the previous dealer");
  again.deal.deals[0].deck[3] = again.deal.deals[0].deck[4];
  CHECK(Most::check(again).text() ==
        "deal 1: the deck is not made of the pack's 54 cards, each once");
}
