// The solved bidding game: values compared with a second solver, what the built-in bots lose to the
// best answer (`optimal` nothing), and cached tables.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/search/search.hpp"
#include "games/bidding/best_response.hpp"
#include "games/bidding/bots.hpp"
#include "games/bidding/guess.hpp"
#include "games/bidding/optimal.hpp"
#include "tests/games/second_solver.hpp"
#include "tests/proof.hpp"

using namespace arena;
using namespace arena::bidding;

namespace {

constexpr double tiny = 1e-9;

Cards cards_of(const std::set<int>& set) {
  Cards cards;
  for (const int card : set) cards.add(card);
  return cards;
}

std::set<int> all_of(int count) {
  std::set<int> set;
  for (int card = 1; card <= count; ++card) set.insert(card);
  return set;
}

TablePosition start_of(const Contest& contest) {
  const Cards all = Cards::up_to(contest.cards);
  return {all, all, all, 0, 0};
}

/// Returns the number of compared positions.
std::size_t compare_with_second_solver(const Contest& contest) {
  const ValueTable table(contest);
  SecondSolver second(contest);
  const std::set<int> all = all_of(contest.cards);
  REQUIRE(second.value({all, all, all, 0, 0}) == Approx(0).margin(tiny));
  for (const auto& [key, value] : second.values()) {
    const auto& [own, other, prizes, margin, carried] = key;
    const TablePosition position{cards_of(own), cards_of(other), cards_of(prizes), margin, carried};
    REQUIRE(table.value(position) == Approx(value).margin(tiny));
  }
  return second.values().size();
}

/// The value of the start by the rounds that may begin there: `value` knows it without a look.
double value_by_rounds(const ValueTable& table) {
  const TablePosition start = start_of(table.contest());
  const Cards next = next_prizes(table.contest().prizes, start.prizes);
  double sum = 0;
  next.for_each([&](int prize) { sum += value_of(table.round(start, prize)); });
  return sum / next.size();
}

const std::vector<Contest>& small_contests() {
  static const std::vector<Contest> all = [] {
    std::vector<Contest> contests;
    for (const Objective objective : {Objective::difference, Objective::win}) {
      for (const Ties ties : {Ties::discard, Ties::carry}) {
        for (const Prizes prizes : {Prizes::random, Prizes::ascending, Prizes::descending})
          contests.push_back({4, ties, prizes, objective});
      }
    }
    return contests;
  }();
  return all;
}

Setup<Bidding> setup_of(const Contest& contest, const std::vector<int>& prizes) {
  Setup<Bidding> setup;
  setup.options = {contest.cards, contest.ties, contest.prizes, false};
  for (const int prize : prizes) setup.deal.prizes.push_back(static_cast<std::uint8_t>(prize));
  return setup;
}

/// Probabilities of the bids of seat 0, ascending, given all views in which it was asked so far.
using Asked = std::function<Mixture(const std::vector<View>&)>;

/// What the best answer wins of seat 0, by trying every answer in every course of the game, played
/// by the game's own rules. Another way than best_response: no position is ever recognised.
class EveryAnswer {
 public:
  EveryAnswer(const Contest& contest, Asked asked) : contest_(contest), asked_(std::move(asked)) {}

  double best() { return next_prize({}, {}); }

 private:
  struct Round {
    int prize;
    int bid;     // of seat 0
    int answer;  // of seat 1
  };

  double next_prize(const std::vector<Round>& past, const std::vector<View>& views) {
    std::vector<int> left;
    for (int prize = 1; prize <= contest_.cards; ++prize) {
      if (std::none_of(past.begin(), past.end(), [&](const Round& r) { return r.prize == prize; }))
        left.push_back(prize);
    }
    if (left.empty()) return result(past);
    if (contest_.prizes == Prizes::ascending) left = {left.front()};
    if (contest_.prizes == Prizes::descending) left = {left.back()};
    double sum = 0;
    for (const int prize : left) sum += best_answer(past, views, prize);
    return sum / static_cast<double>(left.size());
  }

  double best_answer(const std::vector<Round>& past, std::vector<View> views, int prize) {
    const State state = played(past, prize);
    views.push_back(Bidding::view(state, 0));
    const Mixture mixture = asked_(views);
    double best = -1e9;
    state.unused[1].for_each([&](int answer) {
      double mean = 0;
      std::size_t rank = 0;
      state.unused[0].for_each([&](int bid) {
        const double probability = mixture[rank++];
        if (probability == 0) return;
        std::vector<Round> next = past;
        next.push_back({prize, bid, answer});
        mean += probability * next_prize(next, views);
      });
      best = std::max(best, mean);
    });
    return best;
  }

  /// The state after these rounds, with `prize` shown (0: none).
  [[nodiscard]] State played(const std::vector<Round>& past, int prize) const {
    std::vector<int> order;
    for (const Round& round : past) order.push_back(round.prize);
    if (prize != 0) order.push_back(prize);
    for (int i = 1; i <= contest_.cards; ++i) {
      const int one = contest_.prizes == Prizes::descending ? contest_.cards + 1 - i : i;
      if (std::find(order.begin(), order.end(), one) == order.end()) order.push_back(one);
    }
    Position<Bidding> now(setup_of(contest_, order));
    for (const Round& round : past) {
      now.apply(0, {static_cast<std::uint8_t>(round.bid)});
      now.apply(1, {static_cast<std::uint8_t>(round.answer)});
    }
    return now.state;
  }

  [[nodiscard]] double result(const std::vector<Round>& past) const {
    const auto outcome = Bidding::outcome(played(past, 0));
    const int margin = outcome.scores[1] - outcome.scores[0];
    if (contest_.objective == Objective::difference) return margin;
    return sign(margin);
  }

  Contest contest_;
  Asked asked_;
};

/// A built-in bot in a match of its own, asked from the first round on.
Mixture asked_of_bot(const Builtin<Bidding>& builtin, const std::vector<View>& views) {
  const auto bot = builtin.make({});
  Move move;
  for (const View& view : views) move = bot->move(view);
  Mixture mixture;
  views.back().hand().for_each([&](int card) { mixture.push_back(card == move.card ? 1 : 0); });
  return mixture;
}

Mixture asked_of_policy(const Policy& policy, const std::vector<View>& views) {
  Notes notes;
  Mixture mixture;
  for (const View& view : views) mixture = policy.mix(view, notes);
  return mixture;
}

/// Bots that draw their bids.
bool mixes(std::string_view name) {
  return name == "random" || name == "round_solver" || name == "scatter";
}

/// All that happened, by the views in which a seat was asked.
std::vector<Event> told_by(const std::vector<View>& views) {
  std::vector<Event> told;
  for (std::size_t i = 0; i < views.size(); ++i) {
    told.emplace_back(Shown{views[i].round, views[i].prize});
    for (std::size_t seat = 0; i + 1 < views.size() && seat < 2; ++seat) {
      const auto bid = views[i].unused[seat].bits() & ~views[i + 1].unused[seat].bits();
      told.emplace_back(Bid{static_cast<Seat>(seat), Cards::of_bits(bid).lowest()});
    }
  }
  return told;
}

/// The mixture that a search of so many iterations finds.
template <class SearchGuide>
Mixture searched(const Contest& contest, const std::vector<View>& views, int iterations) {
  const View& now = views.back();
  if (now.hand().size() == 1) return {1};
  const Setup<Bidding> setup = setup_of(contest, {});
  const std::vector<Event> told = told_by(views);
  const Position<Bidding> root = Bidding::imagine(setup, now, told);
  Rng rng(now.hand().bits() * 1000U + now.prizes_left.bits());
  Search<Bidding, SearchGuide> search(root, now.seat, rng, {setup, now.seat, told});
  for (int i = 0; i < iterations; ++i) search.iterate();
  const auto found = search.found();
  Mixture mixture;
  now.hand().for_each([&](int card) {
    mixture.push_back(
        std::ranges::find(found, Move{static_cast<std::uint8_t>(card)}, &Searched<Move>::move)
            ->probability);
  });
  return mixture;
}

const Builtin<Bidding>& builtin(std::string_view name) {
  const auto all = builtins();
  return *std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
}

/// A cache in memory that counts.
class CountingCache final : public Cache {
 public:
  std::optional<std::string> load(std::string_view name) override {
    const auto found = kept_.find(std::string(name));
    if (found == kept_.end()) return std::nullopt;
    ++loads;
    return found->second;
  }
  void keep(std::string_view name, std::string_view bytes) override {
    ++keeps;
    kept_[std::string(name)] = bytes;
  }
  void damage() {
    for (auto& [name, bytes] : kept_) bytes.pop_back();
  }
  int loads = 0;
  int keeps = 0;

 private:
  std::map<std::string, std::string> kept_;
};

}  // namespace

TEST_CASE("all positions have the values of a second solver", "[optimal]") {
  const auto random = [](int cards, Objective objective) {
    return compare_with_second_solver({cards, Ties::discard, Prizes::random, objective});
  };
  CHECK(random(3, Objective::difference) == 55);
  CHECK(random(4, Objective::difference) == 345);
  CHECK(random(5, Objective::difference) == 2251);
  CHECK(random(3, Objective::win) > 55);
  for (const Contest& contest : small_contests()) {
    INFO(static_cast<int>(contest.objective)
         << static_cast<int>(contest.ties) << static_cast<int>(contest.prizes));
    CHECK(compare_with_second_solver(contest) >= 69);
  }
}

TEST_CASE("exchanged hands negate a position's value, and the start is worth nothing",
          "[optimal]") {
  for (const Contest& contest : small_contests()) {
    const ValueTable table(contest);
    CHECK(value_by_rounds(table) == Approx(0).margin(tiny));
    Cards own = Cards::up_to(4);
    Cards other = own;
    own.remove(2);
    other.remove(4);
    Cards prizes = Cards::up_to(4);
    prizes.remove(contest.prizes == Prizes::ascending ? 1 : 4);
    const int carried = contest.ties == Ties::carry ? (prizes.contains(1) ? 4 : 1) : 0;
    const double value = table.value({own, other, prizes, 0, carried});
    CHECK(value > 0);
    CHECK(table.value({other, own, prizes, 0, carried}) == -value);
  }
}

TEST_CASE("no bot wins against optimal", "[optimal]") {
  for (const Contest& contest : small_contests()) {
    const bool wins = contest.objective == Objective::win;
    const auto policy = policy_of(wins ? "optimal_win" : "optimal",
                                  {contest.cards, contest.ties, contest.prizes, false}, nullptr);
    CHECK(best_response(contest, *policy) == Approx(0).margin(tiny));
  }
}

TEST_CASE("the best answers to the built-in bots are those found by trying all", "[optimal]") {
  for (const Contest& contest : small_contests()) {
    const Options options{contest.cards, contest.ties, contest.prizes, false};
    for (const Builtin<Bidding>& one : builtins()) {
      const auto policy = policy_of(one.name, options, nullptr);
      if (!policy || one.name.starts_with("optimal")) continue;
      INFO(one.name << ' ' << static_cast<int>(contest.objective) << static_cast<int>(contest.ties)
                    << static_cast<int>(contest.prizes));
      EveryAnswer answers(contest, [&](const std::vector<View>& views) {
        return mixes(one.name) ? asked_of_policy(*policy, views) : asked_of_bot(one, views);
      });
      CHECK(best_response(contest, *policy) == Approx(answers.best()).margin(tiny));
    }
  }
}

TEST_CASE("with 4 cards, round_solver loses nothing", "[optimal]") {
  const Contest contest{.cards = 4};
  CHECK(best_response(contest, *policy_of("round_solver", {.cards = 4}, nullptr)) ==
        Approx(0).margin(tiny));
}

TEST_CASE("everybody else loses to the best answer", "[optimal]") {
  const Options options{.cards = 5};
  for (const Objective objective : {Objective::difference, Objective::win}) {
    for (const Builtin<Bidding>& one : builtins()) {
      INFO(one.name);
      if (one.name == (objective == Objective::win ? "optimal_win" : "optimal")) continue;
      if (const auto policy = policy_of(one.name, options, nullptr))
        CHECK(best_response(contest_of(options, objective), *policy) > 0.1);
    }
  }
}

TEST_CASE("a search that guesses is exploited less than learner", "[optimal][optimum]") {
  const Contest contest{.cards = proof::is_on() ? 4 : 3};
  const auto loss = [&](const auto& mixture) {
    return EveryAnswer(contest, [&](const auto& views) { return mixture(contest, views, 1000); })
        .best();
  };
  const double guessing = loss(searched<Guide>);
  const double learner =
      best_response(contest, *policy_of("learner", {.cards = contest.cards}, nullptr));
  std::cout << contest.cards << " cards, 1,000 iterations: exploitability " << guessing
            << ", without guess " << loss(searched<NoGuide>) << ", learner " << learner << '\n';
  CHECK(guessing < learner);
}

TEST_CASE("optimal refuses what cannot be solved, and says what can", "[optimal]") {
  const auto text = [](std::string_view name, const Options& options, int seats) {
    return std::string(builtin(name).refusal({options, seats}).text());
  };
  CHECK(text("optimal", {.cards = 8}, 2).empty());
  CHECK(text("optimal_win", {.cards = 6}, 2).empty());
  CHECK(text("optimal", {}, 2) ==
        "with ties=discard and prizes=random, cards must be from 2 to 10, not 13");
  CHECK(text("optimal", {.prizes = Prizes::descending}, 2).empty());
  CHECK(text("optimal", {.ties = Ties::carry, .prizes = Prizes::ascending}, 2) ==
        "with ties=carry and prizes=ascending, cards must be from 2 to 11, not 13");
  CHECK(text("optimal_win", {.cards = 9}, 2) ==
        "with ties=discard and prizes=random, cards must be from 2 to 8, not 9");
  CHECK(text("optimal", {.cards = 5}, 3) == "there must be 2 seats, not 3");
}

TEST_CASE("a table is solved once, kept, and read again with the same bits", "[optimal][cache]") {
  const Contest contest{5, Ties::carry, Prizes::random, Objective::win};
  CountingCache cache;
  TableCache first(&cache);
  std::shared_ptr<const ValueTable> one;
  std::shared_ptr<const ValueTable> two;
  std::thread other([&] { one = table_of(contest, &first); });
  two = table_of(contest, &first);
  other.join();
  CHECK(one == two);
  CHECK(cache.keeps == 1);

  TableCache second(&cache);
  const auto read = table_of(contest, &second);
  CHECK(cache.loads == 1);
  CHECK(cache.keeps == 1);
  CHECK(read->bytes() == one->bytes());
  CHECK(ValueTable(contest).bytes() == one->bytes());

  cache.damage();
  TableCache third(&cache);
  CHECK(table_of(contest, &third)->bytes() == one->bytes());
  CHECK(cache.keeps == 2);
}

TEST_CASE("a table is read only for the contest that it was solved for", "[optimal][cache]") {
  const Contest contest{5, Ties::discard, Prizes::random, Objective::difference};
  const std::string bytes = ValueTable(contest).bytes();
  CHECK(ValueTable::read(contest, bytes).has_value());
  Contest other = contest;
  other.cards = 6;
  CHECK_FALSE(ValueTable::read(other, bytes).has_value());
  CHECK_FALSE(ValueTable::read(contest, "").has_value());
  std::string not_a_number = bytes;
  for (std::size_t i = 0; i < 8; ++i) not_a_number[i] = static_cast<char>(0xff);
  CHECK_FALSE(ValueTable::read(contest, not_a_number).has_value());
}
