// Streams: its rules, its lines byte for byte, its bots, and the laws of every game.
#include "protocols/streams/streams.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/util/error.hpp"
#include "tests/conformance.hpp"
#include "tests/forfeit_laws.hpp"
#include "tests/laws.hpp"

using namespace arena;
using namespace arena::streams;

namespace {

using Rules = Streams;
using FullState = Rules::State;

const AnyGame& erased() {
  static const Games games = all_games();
  return find_game(games, "streams");
}

Stream stream_of(const std::vector<int>& cards) {
  Stream stream;
  for (std::size_t slot = 0; slot < cards.size(); ++slot)
    stream.put(static_cast<int>(slot), static_cast<Card>(cards[slot]));
  return stream;
}

/// The same score by the words of the rules: cut, count, look up.
int score_by_the_book(const std::vector<int>& cards) {
  static const std::vector<int> points = {0,  0,  1,  3,  5,  7,  9,  11,  15,  20, 25,
                                          30, 35, 40, 50, 60, 70, 85, 100, 150, 300};
  int sum = 0;
  std::size_t length = 1;
  for (std::size_t i = 1; i <= cards.size(); ++i) {
    if (i < cards.size() && cards[i] >= cards[i - 1]) {
      ++length;
    } else {
      sum += points[length];
      length = 1;
    }
  }
  return sum;
}

/// Remembers where all have placed the cards of the turns before.
class Witness {
 public:
  Witness(const Setup<Rules>& /*setup*/, Seat seat) : seat_(seat) {}

  void see(const Event& event) {
    if (const auto* shown = std::get_if<Shown>(&event)) card_ = shown->card;
    if (const auto* placed = std::get_if<Placed>(&event))
      streams_[static_cast<std::size_t>(placed->seat)].put(placed->slot, card_);
  }
  [[nodiscard]] std::string objection(const Position<Rules>& world) const {
    for (Seat other = 0; other < world.seats; ++other) {
      Stream stream = world.state.streams[static_cast<std::size_t>(other)];
      if (other != seat_ && world.state.there.contains(other) && !world.state.due.contains(other))
        stream.take(world.state.placed[static_cast<std::size_t>(other)]);
      if (stream != streams_[static_cast<std::size_t>(other)]) return "a stream is another one";
    }
    return {};
  }

 private:
  Seat seat_;
  Card card_ = 0;
  std::array<Stream, most_seats> streams_{};
};

Setup<Rules> setup_for(int seats, DeckKind deck = DeckKind::readme) {
  Setup<Rules> setup;
  setup.seats = seats;
  setup.options.deck = deck;
  return setup;
}

std::string refused(const FullState& state, std::string_view line) {
  const View view = Rules::view(state, 0);
  const auto reading = StreamsLines(0).read(view, line);
  if (const auto* refusal = std::get_if<Refusal>(&reading)) return std::string(refusal->text());
  return std::string(Rules::check(view, std::get<Move>(reading)).text());
}

std::string question(const FullState& state, Seat seat) {
  std::string out;
  StreamsLines(seat).ask(Rules::view(state, seat), out);
  return out;
}

const Builtin<Rules>& find_bot(std::string_view name) {
  return *std::ranges::find(builtins(), name, &Builtin<Rules>::name);
}

}  // namespace

TEST_CASE("Streams keeps the laws with one seat, three and sixteen, and both decks", "[streams]") {
  laws::check_laws<GameModule, Witness>(erased(), setup_for(1), 40);
  laws::check_laws<GameModule, Witness>(erased(), setup_for(3), 20);
  laws::check_laws<GameModule, Witness>(erased(), setup_for(16, DeckKind::published), 4);
}

TEST_CASE("whoever forfeits Streams is never better off", "[streams][forfeits]") {
  laws::forfeits_never_pay<Rules>({setup_for(1), setup_for(2, DeckKind::published), setup_for(4)});
}

TEST_CASE("the example of the contest's page scores 29", "[streams]") {
  CHECK(score(stream_of(
            {9, 8, 21, 23, 3, 4, 5, 10, 12, 13, 13, 15, 19, 14, 18, 25, 26, 16, 11, 30})) == 29);
}

TEST_CASE("the longest and the shortest runs score 300 and nothing", "[streams]") {
  std::vector<int> rising;
  for (int card = 1; card <= 20; ++card) rising.push_back(card);
  CHECK(score(stream_of(rising)) == 300);
  std::reverse(rising.begin(), rising.end());
  CHECK(score(stream_of(rising)) == 0);
}

TEST_CASE("scores are those of the rules' own words, for random streams", "[streams]") {
  Rng rng(4);
  for (int i = 0; i < 2000; ++i) {
    std::vector<int> cards;
    for (int slot = 0; slot < slot_count; ++slot)
      cards.push_back(1 + static_cast<int>(rng.below(i % 2 == 0 ? 30 : 4)));
    REQUIRE(score(stream_of(cards)) == score_by_the_book(cards));
  }
}

TEST_CASE("a wild card counts as the number that is best for the whole stream", "[streams]") {
  Rng rng(5);
  for (int i = 0; i < 300; ++i) {
    std::vector<int> cards;
    for (int slot = 0; slot < slot_count; ++slot)
      cards.push_back(1 + static_cast<int>(rng.below(30)));
    const std::size_t at = rng.below(slot_count);
    int best = 0;
    for (int number = 1; number <= 30; ++number) {
      cards[at] = number;
      best = std::max(best, score_by_the_book(cards));
    }
    cards[at] = wild;
    REQUIRE(score(stream_of(cards)) == best);
  }
}

TEST_CASE("the decks are those of the rules", "[streams]") {
  const Cards readme = Cards::deck(DeckKind::readme);
  const Cards published = Cards::deck(DeckKind::published);
  CHECK(readme.size() == 40);
  CHECK(published.size() == 40);
  for (Card card = 1; card <= 30; ++card) {
    CHECK(readme.count(card) == (card >= 11 && card <= 20 ? 2 : 1));
    CHECK(published.count(card) == (card >= 11 && card <= 19 ? 2 : 1));
  }
  CHECK(readme.count(wild) == 0);
  CHECK(published.count(wild) == 1);
}

TEST_CASE("a wild card is written as 0 and sorts first", "[streams]") {
  Setup<Rules> setup = setup_for(1, DeckKind::published);
  for (const int card : {30, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
    setup.deal.cards.push_back(static_cast<Card>(card));
  REQUIRE_FALSE(Rules::check(setup));
  Position<Rules> now(setup);
  CHECK(question(now.state, 0).find(":0 1 2 3 ") != std::string::npos);
  now.apply(0, {7});
  const std::string second = question(now.state, 0);
  CHECK(second.substr(second.rfind(':')) == ":0\n");
  CHECK(second.find(":1 2 3 ") != std::string::npos);
}

TEST_CASE("an answer that is no free slot is refused with the contest's words", "[streams]") {
  Position<Rules> now(setup_for(1));
  now.apply(0, {5});
  for (const char* text : {"", "x", "20", "-1", "3.5", "1 2", "99999999999999999999", "+3"})
    CHECK(refused(now.state, text) == "Invalid slot.");
  CHECK(refused(now.state, "5") == "Slot taken.");
  for (const char* text : {"0", "19", " 7 ", "07", "7\r"}) CHECK(refused(now.state, text).empty());
}

TEST_CASE("all seats see the same cards, and the others play on after a forfeit", "[streams]") {
  Match<Rules> match(setup_for(3));
  Rng rng(1);
  int turns = 0;
  while (!match.actors().empty()) {
    const Seats due = match.actors();
    CHECK(due.contains(1) == (turns <= 4));
    const View first = match.view(due.front());
    for (Seat seat : due) {
      const View view = match.view(seat);
      CHECK(view.card == first.card);
      CHECK(view.left == first.left);
      Answered<Rules> answered;
      if (turns == 4 && seat == 1) {
        answered.last = Fault{FaultKind::refused, "x"};
      } else {
        answered.last =
            Answered<Rules>::Accepted{random_move<Rules>(view, rng), "", false, std::nullopt};
      }
      match.commit(seat, answered);
    }
    ++turns;
  }
  CHECK(turns == 20);
  Record record;
  match.finish(record);
  CHECK(record.end == "played out");
  CHECK(record.scores->at(1) == 0);
  CHECK(record.places->at(1) == 3);
}

TEST_CASE("if no player is left the match ends with a forfeit", "[streams]") {
  Position<Rules> now(setup_for(2));
  now.forfeit(1);
  now.forfeit(0);
  CHECK(now.actors().empty());
  CHECK(Rules::outcome(now.state).end == "forfeit");
}

TEST_CASE("impossible deals and options of Streams are refused", "[streams]") {
  CHECK_THROWS_WITH(erased().options.check({{"deck", "small"}}),
                    Catch::Contains("readme or published") && Catch::Contains("small"));
  CHECK_THROWS_AS(erased().options.check({{"players", 2}}), Error);
  CHECK(erased().options.check({{"deck", "readme"}}).empty());
  Setup<Rules> setup = setup_for(1);
  for (int i = 0; i < 20; ++i) setup.deal.cards.push_back(1);
  CHECK(Rules::check(setup));
}

TEST_CASE("only what is left in the deck can come", "[streams]") {
  const FullState begin = Position<Rules>(setup_for(1), {}, false, false).state;
  CHECK_FALSE(Rules::check(begin, Drawn{11}));
  CHECK(Rules::check(begin, Drawn{wild}));
  CHECK(Rules::check(begin, Drawn{highest_card + 1}));
}

TEST_CASE("one seat plays the same in its small state", "[streams]") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng(seed);
    Setup<Solo> small;
    small.seed = {seed, 0};
    Setup<Rules> large = setup_for(1);
    large.seed = {seed, 0};
    Position<Solo> solo(small);
    Position<Rules> full(large);
    while (!solo.actors().empty()) {
      REQUIRE(full.view(0).card == solo.view(0).card);
      const Move move = random_move<Solo>(solo.view(0), rng);
      solo.apply(0, move);
      full.apply(0, move);
    }
    REQUIRE(full.actors().empty());
    REQUIRE(Rules::outcome(full.state).scores[0] == Solo::outcome(solo.state).scores[0]);
  }
}

TEST_CASE("the fixed and the balanced place are where the words say", "[streams]") {
  const auto move_of = [](std::string_view name, const View& view) {
    return static_cast<int>(find_bot(name).make({})->move(view).slot);
  };
  View view;
  view.left = Cards::deck(DeckKind::readme);
  view.card = 15;
  view.left.remove(view.card);
  view.free = view.stream.free();
  CHECK(move_of("table", view) == 9);
  CHECK(move_of("halves", view) == 10);
  CHECK(move_of("ends", view) == 0);
  view.stream.put(9, 15);
  view.free = view.stream.free();
  CHECK(move_of("table", view) == 8);
  CHECK(move_of("balance", view) == 10);  // the gaps keep 9 cards below 15, and 9 above
}

TEST_CASE("every conformance game of Streams replays byte for byte", "[streams][conformance]") {
  CHECK(test::check_conformance(erased(), "streams.jsonl") == 6);
}
