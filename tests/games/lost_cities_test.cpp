// Lost Cities: its rules, its wire protocol byte for byte, and the laws of every game.
#include "protocols/lost_cities/lost_cities.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/util/error.hpp"
#include "tests/conformance.hpp"
#include "tests/forfeit_laws.hpp"
#include "tests/games/disguise.hpp"
#include "tests/laws.hpp"

using namespace arena;
using namespace arena::lost_cities;

namespace {

using Rules = LostCities;

Card card(const char* text) { return read_card(text).value(); }
Move move(const char* text) { return Rules::read(text).value(); }

/// The start of a match that deals these eight cards to seat 0, which begins.
State with_hand(std::initializer_list<const char*> cards) {
  Setup<Rules> setup;
  setup.deal = Rules::deal(setup);
  std::size_t at = 0;
  for (const char* text : cards) {
    auto& deck = setup.deal.deck;
    const auto found = std::find(deck.begin() + at, deck.end(), card(text));
    REQUIRE(found != deck.end());
    std::swap(deck[at], *found);
    at += 2;
  }
  return Position<Rules>(setup).state;
}

void play(State& state, const char* text) {
  const Move made = move(text);
  const Refusal refusal = Rules::check(Rules::view(state, state.actor), made);
  INFO(text << " " << refusal.text());
  REQUIRE_FALSE(refusal);
  Rules::apply(state, state.actor, made, {});
}

std::string refused(const State& state, const char* text) {
  return std::string(Rules::check(Rules::view(state, state.actor), move(text)).text());
}

std::string wire_refused(const State& state, std::string_view line) {
  const View view = Rules::view(state, state.actor);
  const auto reading = LostCitiesLines(state.actor).read(view, line);
  if (const auto* refusal = std::get_if<Refusal>(&reading)) return std::string(refusal->text());
  return std::string(Rules::check(view, std::get<Move>(reading)).text());
}

Cards expedition(std::initializer_list<const char*> cards) {
  Cards all;
  for (const char* text : cards) all.add(card(text));
  return all;
}

const AnyGame& erased() {
  static const Games games = all_games();
  return find_game(games, "lost_cities");
}

/// Remembers what the opponent took openly.
class Witness {
 public:
  Witness(const Setup<Rules>& /*setup*/, Seat seat) : seat_(seat) {}

  void see(const Event& event) {
    const auto* drew = std::get_if<Drew>(&event);
    if (drew != nullptr && drew->seat != seat_ && drew->source != Move::deck)
      taken_.push_back(drew->card.value());
    if (const auto* played = std::get_if<Played>(&event)) put(played->seat, played->card);
    if (const auto* discarded = std::get_if<Discarded>(&event))
      put(discarded->seat, discarded->card);
  }

  [[nodiscard]] std::string objection(const Position<Rules>& world) const {
    std::vector<Card> all;
    const auto keep = [&all](Card card) { all.push_back(card); };
    for (const Cards& cards : world.state.hands) cards.for_each(keep);
    for (const Cards& cards : world.state.expeditions) cards.for_each(keep);
    for (const Pile& pile : world.state.discards) all.insert(all.end(), pile.begin(), pile.end());
    all.insert(all.end(), world.state.deck.end() - world.state.deck_left, world.state.deck.end());
    if (all.size() != card_count) return "there are not all cards";
    std::vector<Card> held;
    world.state.hands[static_cast<std::size_t>(1 - seat_)].for_each(
        [&held](Card card) { held.push_back(card); });
    for (const Card card : taken_) {
      const auto place = std::find(held.begin(), held.end(), card);
      if (place == held.end()) return "the opponent took " + to_text(card) + ", and has it not";
      held.erase(place);
    }
    return {};
  }

 private:
  void put(Seat seat, Card card) {
    const auto place = std::find(taken_.begin(), taken_.end(), card);
    if (seat != seat_ && place != taken_.end()) taken_.erase(place);
  }

  Seat seat_;
  std::vector<Card> taken_;
};

/// The other hand and the deck of a deal.
void disguise_deal(const State& /*now*/, Deal& deal, Seat seat, Rng& rng) {
  const auto is_hidden = [seat](std::size_t place) {
    return place >= 16 || static_cast<Seat>(place % 2) != seat;
  };
  laws::shuffle_hidden(deal.deck, is_hidden, rng);
}

}  // namespace

TEST_CASE("greedy takes the discard that goes on with the highest expedition",
          "[lost_cities][bots]") {
  View view;
  view.phase = Phase::draw;
  for (const char* laid : {"2O", "8D"}) view.own.add(card(laid));
  view.own_open = ~std::uint64_t{0};
  view.discards[0] = {card("9D")};
  view.discards[1] = {card("10O")};  // it would lose the numbers from 3 to 9
  view.piles = 0b11;
  const auto greedy = std::ranges::find(builtins(), "greedy", &Builtin<Rules>::name)->make({});
  CHECK(greedy->move(view) == Move::draw(0));
}

TEST_CASE("Lost Cities keeps the laws of every game", "[lost_cities][laws]") {
  laws::check_laws<GameModule, Witness>(erased(), {}, 200, {}, disguise_deal);
  laws::resampling_deals_again<Rules>({});
  Setup<Rules> quick;
  quick.options.max_turns = 7;
  laws::check_laws<GameModule, Witness>(erased(), quick, 50);
}

TEST_CASE("whoever forfeits Lost Cities is never better off", "[lost_cities][forfeits]") {
  Setup<Rules> quick;
  quick.options.max_turns = 30;
  laws::forfeits_never_pay<Rules>({Setup<Rules>(), Setup<Rules>(), quick});
}

TEST_CASE("who forfeits Lost Cities counts as if each expedition came to its worst",
          "[lost_cities]") {
  Position<Rules> now{Setup<Rules>()};
  // Three investments in each land, and nothing else; the opponent's five full expeditions.
  CHECK(Rules::worst(now.state, 0) == Worst{-5 * 80 - 5 * 156, -5 * 80 - 5 * 156});
  const auto lay = [&now](std::size_t seat, Card card) { now.state.expeditions[seat].add(card); };
  for (int land = 0; land < land_count; ++land) {
    for (int number = land == 0 ? 3 : 2; number <= 10; ++number)
      lay(0, Card::numbered(land, number));
    for (int copy = land == 1 ? 1 : 0; copy < 3; ++copy) lay(1, Card::investment(land));
  }
  // Its own points can change no more; those of the opponent by the 2 D, which costs 8 less.
  const int own = score(now.state.expeditions[0]);
  const int opponent = score(now.state.expeditions[1]);
  CHECK(own == 52 + 4 * 54);
  CHECK(opponent == -60 - 4 * 80);
  CHECK(Rules::worst(now.state, 0) == Worst{own - 8, own - opponent - 8});
}

TEST_CASE(
    "an expedition scores its sum less twenty, times its investments and one, and twenty for eight "
    "cards",
    "[lost_cities]") {
  CHECK(expedition_score({}, 0) == 0);
  CHECK(expedition_score(expedition({"InvO", "InvO", "6O", "8O", "10O"}), 1) == 12);
  CHECK(expedition_score(expedition({"InvD"}), 0) == -40);
  CHECK(expedition_score(expedition({"InvD", "InvD", "InvD"}), 0) == -80);
  CHECK(expedition_score(expedition({"2D", "3D", "4D", "5D", "6D", "7D", "8D"}), 0) == 15);
  CHECK(expedition_score(expedition({"2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D"}), 0) == 44);
  CHECK(expedition_score(expedition({"InvV", "InvV", "InvV", "2V", "3V", "4V", "5V", "6V"}), 4) ==
        20);
  CHECK(expedition_score(expedition({"InvJ", "InvJ", "InvJ", "2J", "3J", "4J", "5J", "6J", "7J",
                                     "8J", "9J", "10J"}),
                         3) == 156);
}

TEST_CASE("a number goes only on lower numbers, an investment only on investments",
          "[lost_cities]") {
  State state = with_hand({"InvD", "InvD", "2D", "5D", "4D", "InvO", "3O", "9O"});
  play(state, "InvD");
  play(state, "n");
  state.actor = 0;
  CHECK(refused(state, "InvD").empty());
  play(state, "4D");
  play(state, "n");
  state.actor = 0;
  CHECK(refused(state, "2D") == "You can't play that card.");
  CHECK(refused(state, "InvD") == "You can't play that card.");
  CHECK(refused(state, "5D").empty());
  CHECK(refused(state, "dInvD").empty());
  CHECK(refused(state, "10V") == "No such card.");
}

TEST_CASE("the card just discarded may not be drawn, and empty piles hold nothing",
          "[lost_cities]") {
  State state = with_hand({"InvD", "2D", "3D", "4D", "5D", "6D", "7D", "8D"});
  CHECK(refused(state, "n") == "Invalid play.");
  play(state, "dInvD");
  CHECK(refused(state, "d") == "No cards there.");
  CHECK(refused(state, "o") == "No cards there.");
  CHECK(refused(state, "2D") == "Invalid draw.");
  play(state, "n");
  state.phase = Phase::draw;
  CHECK(refused(state, "d").empty());
}

TEST_CASE("a match ends with the last card of the deck, or at its turn limit after the draw",
          "[lost_cities]") {
  Setup<Rules> setup;
  Position<Rules> now(setup);
  int turns = 0;
  while (!now.actors().empty()) {
    const View view = now.view(now.state.actor);
    now.apply(now.state.actor, Rules::moves(view)[Rules::moves(view).size() - 1]);
    if (now.state.phase == Phase::draw) now.apply(now.state.actor, Move::draw(Move::deck));
    ++turns;
  }
  CHECK(turns == 44);
  CHECK(Rules::outcome(now.state).end == "played out");

  setup.options.max_turns = 44;
  CHECK(Position<Rules>(setup).state.max_turns == 44);
  setup.options.max_turns = 3;
  Rng rng(1);
  Position<Rules> limited(setup);
  int moves = 0;
  for (; !limited.actors().empty(); ++moves) {
    limited.apply(limited.state.actor, random_move<Rules>(limited.view(limited.state.actor), rng));
  }
  CHECK(moves == 6);
  CHECK(Rules::outcome(limited.state).end == "turn limit");
}

TEST_CASE("the first seat follows the number of the deal", "[lost_cities]") {
  Setup<Rules> setup;
  CHECK(Position<Rules>(setup).state.actor == 0);
  setup.seed.number = 1;
  CHECK(Position<Rules>(setup).state.actor == 1);
}

TEST_CASE("a deal that is no full pack is refused with the card in question", "[lost_cities]") {
  Setup<Rules> setup;
  setup.deal = Rules::deal(setup);
  CHECK_FALSE(Rules::check(setup));
  for (Card& item : setup.deal.deck) {
    if (item == card("7J")) item = card("8J");
  }
  CHECK(Rules::check(setup).text() == "the deck is not a full pack: check 7J");
  setup.deal.deck.pop_back();
  CHECK(Rules::check(setup).text() == "the deck has 59 cards, not 60");
  setup = {};
  setup.options.max_turns = 0;
  CHECK(Rules::check(setup).text() == "max_turns must be from 1 to 60000, not 0");
}

TEST_CASE("answers are read with any letter case and white space, and nothing else",
          "[lost_cities][wire]") {
  State state = with_hand({"InvD", "2D", "10J", "5O", "5V", "6V", "7V", "8V"});
  for (const char* line :
       {"id", "ID", " i d ", "di d", "d2d", "D 5 o", "10j", "10 J", "\t5v\r", "d10J"}) {
    INFO(line);
    CHECK(wire_refused(state, line).empty());
  }
  for (const char* line : {"", "InvD", "i", "d", "dd", "n", "1d", "11d", "02d", "zz5d", "5", "5x",
                           "5d5", "1 0j", "+5o", "d", "dd5o"}) {
    INFO(line);
    CHECK(wire_refused(state, line) == "Invalid play.");
  }
  CHECK(wire_refused(state, "3d") == "No such card.");
  play(state, "2D");
  for (const char* line : {"", "nn", "x", "5d", "10", "deck", "D 2 O"}) {
    INFO(line);
    CHECK(wire_refused(state, line) == "Invalid draw.");
  }
  CHECK(wire_refused(state, " N ").empty());
  CHECK(wire_refused(state, "j") == "No cards there.");
}

TEST_CASE("every conformance game replays byte for byte", "[lost_cities][conformance]") {
  CHECK(test::check_conformance(erased(), "lost_cities.jsonl") == 8);
}
