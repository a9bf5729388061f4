// The bidding game: its rules, its lines byte for byte, its bots, and the laws of every game.
#include "protocols/bidding/bidding.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "games/bidding/best_response.hpp"
#include "games/bidding/optimal.hpp"
#include "tests/conformance.hpp"
#include "tests/forfeit_laws.hpp"
#include "tests/laws.hpp"

using namespace arena;
using namespace arena::bidding;

namespace {

using Rules = Bidding;

const AnyGame& erased() {
  static const Games games = all_games();
  return find_game(games, "bidding");
}

Setup<Rules> setup_for(int seats, const std::vector<int>& prizes) {
  Setup<Rules> setup;
  setup.seats = seats;
  setup.options.cards = static_cast<int>(prizes.size());
  for (const int prize : prizes) setup.deal.prizes.push_back(static_cast<std::uint8_t>(prize));
  return setup;
}

/// Scores after these rounds; a round lists the bid of each seat.
std::vector<int> scores(const Setup<Rules>& setup, const std::vector<std::vector<int>>& rounds) {
  REQUIRE_FALSE(Rules::check(setup));
  Position<Rules> now(setup);
  for (const auto& bids : rounds) {
    for (Seat seat = 0; seat < setup.seats; ++seat) {
      const Move move{static_cast<std::uint8_t>(bids[static_cast<std::size_t>(seat)])};
      REQUIRE_FALSE(Rules::check(now.view(seat), move));
      now.apply(seat, move);
    }
  }
  REQUIRE(now.actors().empty());
  const auto outcome = Rules::outcome(now.state);
  return {outcome.scores.begin(), outcome.scores.end()};
}

/// Who wins a round, by the words of the rules.
int winner_by_the_book(const std::vector<int>& bids, bool unique) {
  std::map<int, std::vector<int>, std::greater<>> seats_by_bid;
  for (std::size_t seat = 0; seat < bids.size(); ++seat)
    seats_by_bid[bids[seat]].push_back(static_cast<int>(seat));
  for (const auto& [bid, seats] : seats_by_bid) {
    if (seats.size() == 1) return seats.front();
    if (!unique) return -1;
  }
  return -1;
}

/// The planner in the quiz's own words, with lists and a map. The built-in planner must bid the
/// same.
class PlannerByTheBook {
 public:
  int bid(int prize) {
    find_sure_wins();
    const auto found = sure_wins_.find(prize);
    return found != sure_wins_.end() ? found->second : *own_.begin();
  }
  void record(int prize, int bid, int opponents) {
    bids_left_.erase(prize);
    own_.erase(bid);
    opponent_.erase(opponents);
  }

 private:
  void find_sure_wins() {
    for (int card = 13; card > *opponent_.rbegin(); --card) {
      const bool planned = std::any_of(sure_wins_.begin(), sure_wins_.end(),
                                       [card](const auto& plan) { return plan.second == card; });
      if (!own_.contains(card) || planned) continue;
      for (auto prize = bids_left_.rbegin(); prize != bids_left_.rend(); ++prize) {
        if (sure_wins_.emplace(*prize, card).second) break;
      }
    }
  }
  static std::set<int> all() {
    std::set<int> cards;
    for (int card = 1; card <= 13; ++card) cards.insert(card);
    return cards;
  }
  std::set<int> own_ = all(), opponent_ = all(), bids_left_ = all();
  std::map<int, int> sure_wins_;
};

const Builtin<Rules>& find_bot(std::string_view name) {
  return *std::ranges::find(builtins(), name, &Builtin<Rules>::name);
}
std::unique_ptr<Bot<Rules>> bot(std::string_view name, std::uint64_t seed = 1) {
  return find_bot(name).make({.seed = seed});
}

}  // namespace

TEST_CASE("the bidding game keeps the laws with two, three and four seats", "[bidding]") {
  Setup<Rules> setup;
  laws::check_laws<GameModule>(erased(), setup, 60);
  setup.seats = 3;
  setup.options.unique = true;
  setup.options.ties = Ties::carry;
  laws::check_laws<GameModule>(erased(), setup, 40);
  setup.seats = 4;
  setup.options.cards = 32;
  laws::check_laws<GameModule>(erased(), setup, 20);
}

TEST_CASE("whoever forfeits the bidding game is never better off", "[bidding][forfeits]") {
  Setup<Rules> of_two;
  of_two.options.ties = Ties::carry;
  Setup<Rules> of_three;
  of_three.seats = 3;
  Setup<Rules> of_four;
  of_four.seats = 4;
  of_four.options.cards = 32;
  of_four.options.unique = true;
  laws::forfeits_never_pay<Rules>({Setup<Rules>(), of_two, of_three, of_four});
}

TEST_CASE("the higher bid wins the prize, and equal bids win nothing", "[bidding]") {
  CHECK(scores(setup_for(2, {3, 1, 2}), {{1, 1}, {2, 3}, {3, 2}}) == std::vector{2, 1});
}

TEST_CASE("a tied prize is carried to the next, and lost at the end", "[bidding]") {
  Setup<Rules> setup = setup_for(2, {3, 1, 2});
  setup.options.ties = Ties::carry;
  CHECK(scores(setup, {{1, 1}, {2, 3}, {3, 2}}) == std::vector{2, 4});
  CHECK(scores(setup, {{1, 1}, {2, 2}, {3, 3}}) == std::vector{0, 0});
  CHECK(scores(setup, {{1, 1}, {3, 3}, {2, 2}}) == std::vector{0, 0});
}

TEST_CASE("three and four seats win by the words of the rules", "[bidding]") {
  Rng rng(3);
  for (int i = 0; i < 3000; ++i) {
    const int seats = 2 + static_cast<int>(rng.below(3));
    Setup<Rules> setup = setup_for(seats, {1, 2, 3, 4});
    setup.options.unique = rng.below(2) == 0;
    Position<Rules> now(setup);
    std::vector<int> bids;
    for (Seat seat = 0; seat < seats; ++seat) {
      bids.push_back(1 + static_cast<int>(rng.below(4)));
      now.apply(seat, {static_cast<std::uint8_t>(bids.back())});
    }
    const int winner = winner_by_the_book(bids, setup.options.unique);
    for (Seat seat = 0; seat < seats; ++seat)
      REQUIRE(Points(now.state.progress.points).of(seat) == (seat == winner ? 1 : 0));
  }
}

TEST_CASE("prizes come in the order of the option", "[bidding]") {
  Setup<Rules> setup;
  setup.options.cards = 5;
  const auto order = [&setup](Prizes prizes) {
    setup.options.prizes = prizes;
    const auto deal = Rules::deal(setup);
    return std::vector<int>(deal.prizes.begin(), deal.prizes.end());
  };
  CHECK(order(Prizes::ascending) == std::vector{1, 2, 3, 4, 5});
  CHECK(order(Prizes::descending) == std::vector{5, 4, 3, 2, 1});
  auto random = order(Prizes::random);
  std::sort(random.begin(), random.end());
  CHECK(random == std::vector{1, 2, 3, 4, 5});
}

TEST_CASE("a deal holds each prize once, in the order that the option tells", "[bidding]") {
  const auto text = [](Prizes order, const std::vector<int>& prizes) {
    Setup<Rules> setup = setup_for(2, prizes);
    setup.options.prizes = order;
    return std::string(Rules::check(setup).text());
  };
  CHECK(text(Prizes::random, {3, 1, 2}).empty());
  CHECK(text(Prizes::ascending, {1, 2, 3}).empty());
  CHECK(text(Prizes::descending, {3, 2, 1}).empty());
  CHECK(text(Prizes::random, {3, 1, 3}) == "deal: this prize does not exist or comes twice: 3");
  CHECK(text(Prizes::random, {3, 1, 4}) == "deal: this prize does not exist or comes twice: 4");
  CHECK(text(Prizes::ascending, {3, 1, 2}) == "deal: the prizes must ascend with prizes=ascending");
  CHECK(text(Prizes::descending, {1, 2, 3}) ==
        "deal: the prizes must descend with prizes=descending");
}

TEST_CASE("a bid that is not one, or was made before, is refused with the quiz's words",
          "[bidding]") {
  Position<Rules> now{Setup<Rules>()};
  now.apply(0, {10});
  now.apply(1, {9});
  const View view = now.view(0);
  const auto refused = [&view](std::string_view line) {
    const auto reading = BiddingLines(0).read(view, line);
    if (const auto* refusal = std::get_if<Refusal>(&reading)) return std::string(refusal->text());
    return std::string(Rules::check(view, std::get<Move>(reading)).text());
  };
  for (const char* text :
       {"", "x", "0", "14", "-1", "+-3", "+ 3", ".5", "x5", "14.0", "K", "99999999999999999999"})
    CHECK(refused(text) == "Invalid bid.");
  CHECK(refused("10") == "Card already used.");
  for (const char* text : {"9", " 13 ", "01", "1\r"}) CHECK(refused(text).empty());
  // The quiz's arbiter took the whole number with which a line begins.
  for (const char* text : {"5.0", "+5", "5 points", "5abc", "5e9", "5,"}) {
    const auto reading = BiddingLines(0).read(view, text);
    CHECK(std::get<Move>(reading).card == 5);
  }
  CHECK(refused("10.0") == "Card already used.");
  CHECK(std::holds_alternative<Refusal>(BiddingLines::read_exactly(view, "5.0")));
}

TEST_CASE("no seat learns a bid before all have bid", "[bidding]") {
  Setup<Rules> setup;
  setup.seats = 3;
  std::vector<Event> happened;
  Position<Rules> now(setup, Events<Event>(happened));
  happened.clear();
  now.apply(2, {13}, Events<Event>(happened));
  now.apply(0, {1}, Events<Event>(happened));
  CHECK(happened.empty());
  now.apply(1, {7}, Events<Event>(happened));
  std::string told;
  for (const Event& event : happened) BiddingLines(1).tell(event, told);
  CHECK(told == "Opponent's bid:  1\nOpponent's bid:  13\n");
}

TEST_CASE("a forfeit ends the match for all, and the round's bids count for nothing", "[bidding]") {
  for (const Seat leaver : {0, 1}) {
    Match<Rules> match(setup_for(2, {3, 1, 2}));
    std::string told;
    const auto tell = [&told](Seat seat, const Event& event) {
      if (seat == 0) BiddingLines(0).tell(event, told);
    };
    for (Seat seat : {0, 1}) {
      Answered<Rules> answered;
      answered.last =
          Answered<Rules>::Accepted{{static_cast<std::uint8_t>(seat + 1)}, "1", false, {}};
      match.commit(seat, answered);
    }
    match.tell(1, tell);
    for (Seat seat : {0, 1}) {
      Answered<Rules> answered;
      answered.last = Answered<Rules>::Accepted{{3}, "3", false, {}};
      if (seat == leaver) answered.last = Fault{FaultKind::exit, "gone"};
      match.commit(seat, answered);
    }
    match.tell(1, tell);
    REQUIRE(match.actors().empty());
    Record record;
    match.finish(record);
    CHECK(record.end == "forfeit");
    CHECK(*record.scores == std::vector{0, 3});
    CHECK(record.moves.size() == 3);  // the other's answer is kept
    CHECK(record.moves.back().seat == 1 - leaver);
    CHECK(record.places->at(static_cast<std::size_t>(leaver)) == 2);
    CHECK(told == "Opponent's bid:  2\n");
  }
}

TEST_CASE("three play on when one forfeits, and the arbiter bids its lowest cards", "[bidding]") {
  Match<Rules> match(setup_for(3, {3, 1, 2}));
  const auto play = [&match](Seat seat, int card) {
    Answered<Rules> answered{{}, Fault{FaultKind::exit, "it left"}};
    if (card != 0)
      answered.last = Answered<Rules>::Accepted{{static_cast<std::uint8_t>(card)}, "?", false, {}};
    match.commit(seat, answered);
  };
  play(0, 2);
  play(1, 0);  // leaves
  play(2, 1);
  REQUIRE(match.actors() == Seats::only(1));
  for (const int round : {1, 2, 3}) {
    auto answered = fallback_answer(match, 1);
    CHECK(std::get<Answered<Rules>::Accepted>(answered.last).text == std::to_string(round));
    match.commit(1, answered);
    if (round == 3) break;
    play(0, round == 1 ? 1 : 3);
    play(2, round == 1 ? 3 : 2);
  }
  Record record;
  match.finish(record);
  CHECK(record.end == "played out");
  CHECK(*record.scores == std::vector{3, 0, 1});  // the last bids are 3, 3 and 2
  CHECK(*record.places == std::vector{1, 3, 2});
  REQUIRE(record.forfeits.size() == 1);
  CHECK(record.forfeits[0].after == 1);
  // All 6 points might have gone to one of the others.
  CHECK(record.counted == std::vector<RecordedWorst>{{1, {-6, -6}}});
}

TEST_CASE("a person sees who has gone, and wins over it whatever the points", "[bidding]") {
  bidding::Screen screen(0);
  std::string out;
  screen.ask(Rules::view(Position<Rules>(setup_for(3, {3, 1, 2})).state, 0), out);
  out.clear();
  screen.tell(Left{1}, out);
  CHECK(out == "Seat 1 has left. The arbiter bids its lowest cards.\n");
  out.clear();
  screen.tell(Ended{{2, 3, 1}, std::nullopt}, out);
  CHECK(out == "The end: You 2, Seat 1 3, Seat 2 1.\nYou win.\n");
}

TEST_CASE("when the last of three or four has left, the match is over", "[bidding]") {
  const Seat seats = GENERATE(3, 4);
  Position<Rules> now(setup_for(seats, {3, 1, 2}));
  for (Seat seat = 1; seat < seats; ++seat) {
    now.forfeit(seat);
    CHECK(now.actors() == Seats::first(seats));
  }
  now.forfeit(0);
  CHECK(now.actors().empty());
  CHECK(Rules::outcome(now.state).end == "forfeit");
}

TEST_CASE("who forfeits the bidding game counts as if all that is left went to the others",
          "[bidding]") {
  Setup<Rules> setup = setup_for(2, {3, 1, 2});
  setup.options.ties = Ties::carry;
  Position<Rules> now(setup);
  CHECK(Rules::worst(now.state, 0) == Worst{-6, -6});
  for (const Seat seat : {0, 1}) now.apply(seat, {3});
  CHECK(Rules::worst(now.state, 0) == Worst{-6, -6});
  for (const Seat seat : {0, 1}) now.apply(seat, {static_cast<std::uint8_t>(seat + 1)});
  CHECK(Rules::worst(now.state, 0) == Worst{-2, -6});
  CHECK(Rules::worst(now.state, 1) == Worst{2, 2});
}

TEST_CASE("the planner bids as the quiz's words say", "[bidding]") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const auto planner = bot("planner");
    const auto opponent = bot(seed % 2 == 0 ? "random" : "mimic", seed);
    PlannerByTheBook book;
    Setup<Rules> setup;
    setup.seed.seed = seed;
    Position<Rules> now(setup);
    while (!now.actors().empty()) {
      const int prize = now.view(0).prize;
      const Move own = planner->move(now.view(0));
      const Move other = opponent->move(now.view(1));
      REQUIRE(own.card == book.bid(prize));
      book.record(prize, own.card, other.card);
      now.apply(0, own);
      now.apply(1, other);
    }
  }
}

TEST_CASE("the bots that react bid as their words say", "[bidding]") {
  // Seat 0 has bid 1, 2, 4; seat 1 has bid 7, 6, 5. The prize is 6, with 1 and 4 to come.
  Position<Rules> now(setup_for(2, {2, 3, 5, 7, 6, 1, 4}));
  for (const auto& [own, other] : {std::pair(1, 7), {2, 6}, {4, 5}, {3, 4}}) {
    now.apply(0, {static_cast<std::uint8_t>(own)});
    now.apply(1, {static_cast<std::uint8_t>(other)});
  }
  const View view = now.view(0);  // has 5, 6, 7 against 1, 2, 3
  REQUIRE(view.prize == 6);
  CHECK(bot("counter")->move(view).card == 5);
  CHECK(bot("highest")->move(view).card == 7);
  CHECK(bot("copycat")->move(view).card == 5);         // has seen no bid
  CHECK(bot("counter")->move(now.view(1)).card == 1);  // nothing beats 7
}

TEST_CASE("copycat repeats the bid of the round before, and learner beats a habit", "[bidding]") {
  const auto copycat = bot("copycat");
  const auto learner = bot("learner");
  Position<Rules> now(setup_for(3, {4, 5, 3, 6, 2, 1}));
  const int bids[] = {6, 5, 4};  // seat 2: always higher than the prize's rank
  for (const int bid : bids) {
    const View view = now.view(0);
    const Move copied = copycat->move(view);
    const Move learned = learner->move(now.view(1));
    if (view.round == 1) {
      CHECK(copied.card == 6);
      CHECK(learned.card == 6);  // seat 2 is expected to bid two cards above the rank again
    }
    if (view.round == 2) CHECK(copied.card == 5);
    now.apply(0, copied);
    now.apply(1, learned);
    now.apply(2, {static_cast<std::uint8_t>(bid)});
  }
}

TEST_CASE("bots that mix bid each card as often as their mixtures say", "[bidding]") {
  for (const std::string name : {"optimal", "round_solver", "scatter"}) {
    Position<Rules> now(setup_for(2, {3, 5, 1, 4, 2, 6}));
    now.apply(0, {2});
    now.apply(1, {6});
    const View view = now.view(0);
    Notes notes;
    const Mixture mixture = policy_of(name, {.cards = 6}, nullptr)->mix(view, notes);
    constexpr int bids = 20000;
    std::map<int, int> counts;
    const auto player = find_bot(name).make({.options = {.cards = 6}, .seed = 11});
    for (int i = 0; i < bids; ++i) ++counts[player->move(view).card];
    std::size_t rank = 0;
    int used = 0;
    view.hand().for_each([&](int card) {
      const double probability = mixture[rank++];
      used += probability > 0 ? 1 : 0;
      const double deviation = std::sqrt(probability * (1 - probability) * bids);
      INFO(name << " bids " << card);
      CHECK(std::abs(counts[card] - probability * bids) <= 4 * deviation);
    });
    CHECK(used > 1);
  }
}

TEST_CASE("round_solver plays the last rounds as optimal does", "[bidding]") {
  // With three cards left, its matrix is the exact one; a table of 3 cards has the same order.
  const auto table = table_of(contest_of({.cards = 3}, Objective::difference), nullptr);
  for (const auto& prizes : {std::vector<int>{1, 2, 3}, {3, 1, 2}, {2, 3, 1}}) {
    const View view = Position<Rules>(setup_for(2, prizes)).view(0);
    const Mixture exact = best_mixture(*table, view);
    const Mixture own = round_mixture(view);
    REQUIRE(own.size() == exact.size());
    for (std::size_t i = 0; i < own.size(); ++i) CHECK(own[i] == Approx(exact[i]).margin(1e-9));
  }
}

TEST_CASE("round_solver says what it cannot play", "[bidding]") {
  const auto text = [](const Options& options, int seats) {
    return std::string(find_bot("round_solver").refusal({options, seats}).text());
  };
  CHECK(text({}, 2).empty());
  CHECK(text({}, 3) == "there must be 2 seats, not 3");
  CHECK(text({.cards = 14}, 2) == "cards must be at most 13, not 14");
}

TEST_CASE("impossible options of the bidding game are refused, naming what is possible",
          "[bidding]") {
  CHECK_THROWS_WITH(erased().options.check({{"cards", 33}}), Catch::Contains("2 to 32, not 33"));
  CHECK_THROWS_WITH(erased().options.check({{"ties", "split"}}),
                    Catch::Contains("discard or carry") && Catch::Contains("split"));
  CHECK_THROWS_WITH(erased().options.check({{"prizes", 1}}),
                    Catch::Contains("random, ascending or descending"));
  CHECK(erased().options.check({{"cards", 13}, {"unique", false}}).empty());
  Setup<Rules> five;
  five.seats = 5;
  CHECK(Rules::check(five));
}

TEST_CASE("every conformance game of bidding replays byte for byte", "[bidding][conformance]") {
  CHECK(test::check_conformance(erased(), "bidding.jsonl") == 5);
}
