// How a search of the bidding game guesses the policies of the others, and what it makes of that.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/search/search.hpp"
#include "games/bidding/bots.hpp"
#include "games/bidding/guess.hpp"

using namespace arena;
using namespace arena::bidding;

namespace {

Setup<Bidding> setup_of(int cards, int seats) {
  Setup<Bidding> setup;
  setup.options.cards = cards;
  setup.seats = seats;
  setup.seed.seed = 3;
  return setup;
}

/// A match in which seat 0 bids at random and the others as this bot does.
struct Course {
  Course(const Setup<Bidding>& setup, std::string_view name, int rounds)
      : now(setup, Events<Event>(told)) {
    const auto builtin = std::ranges::find(builtins(), name, &Builtin<Bidding>::name);
    std::vector<std::unique_ptr<Bot<Bidding>>> others;
    for (Seat seat = 1; seat < setup.seats; ++seat)
      others.push_back(builtin->make({setup.options, setup.seats, seat}));
    Rng rng(7);
    for (int round = 0; round < rounds; ++round) {
      for (const Seat seat : now.actors()) {
        const View view = now.view(seat);
        const Move move = seat == 0 ? random_move<Bidding>(view, rng)
                                    : others[static_cast<std::size_t>(seat) - 1]->move(view);
        now.apply(seat, move, Events<Event>(told));
      }
    }
    for (auto& other : others)
      next.push_back(other->move(now.view(static_cast<Seat>(next.size() + 1))));
  }

  std::vector<Event> told;
  Position<Bidding> now;
  std::vector<Move> next;  // of the others
};

/// How often the guess foresees what the others bid next, in %.
int foreseen(const Setup<Bidding>& setup, const Course& course) {
  Guess guess(setup, 0, course.told);
  Rng rng(5);
  int right = 0;
  for (int i = 0; i < 1000; ++i) {
    if (!guess.draw(rng)) continue;
    bool all = true;
    for (Seat seat = 1; seat < setup.seats; ++seat)
      all &= guess.of_other(course.now.view(seat), rng) ==
             course.next[static_cast<std::size_t>(seat) - 1];
    right += all ? 1 : 0;
  }
  return right / 10;
}

/// The others bid their highest card.
struct Highest {
  struct Guess {
    Guess(const Setup<Bidding>& /*setup*/, Seat /*seat*/, std::span<const Event> /*told*/) {}
    static bool draw(Rng& /*rng*/) { return true; }
    static Move of_other(const View& view, Rng& /*rng*/) { return highest(view); }
    static Move answer(const View& view, Rng& rng) { return random_move<Bidding>(view, rng); }
  };
};

}  // namespace

TEST_CASE("a guess finds out by which policy the others bid", "[bidding]") {
  for (const auto& [cards, seats] : {std::pair(13, 2), std::pair(32, 2), std::pair(13, 4)}) {
    const Setup<Bidding> setup = setup_of(cards, seats);
    for (const std::string name : {"copycat", "counter", "highest", "learner", "match_plus_one",
                                   "mimic", "ordered", "planner"}) {
      INFO(name << ' ' << cards << ' ' << seats);
      CHECK(foreseen(setup, Course(setup, name, 0)) < 70);
      CHECK(foreseen(setup, Course(setup, name, 5)) > (seats == 2 ? 80 : 60));
    }
  }
}

TEST_CASE("a guess allows slips: then a policy may want a card that is gone", "[bidding]") {
  const Setup<Bidding> setup = setup_of(13, 2);
  std::vector<Event> told;
  Position<Bidding> now(setup);
  State& state = now.state;
  state = Bidding::start(setup, {});
  for (const auto& [prize, bid] : {std::pair(3, 3), std::pair(9, 9), std::pair(1, 6)}) {
    Bidding::apply(state, Prize{static_cast<std::uint8_t>(prize)}, Events<Event>(told));
    for (const Seat seat : {0, 1})
      Bidding::apply(state, seat, Move{static_cast<std::uint8_t>(seat == 1 ? bid : 12 - prize)},
                     Events<Event>(told));
  }
  Bidding::apply(state, Prize{6}, Events<Event>(told));
  Guess guess(setup, 0, told);
  Rng rng(1);
  std::map<int, int> bids;
  for (int i = 0; i < 1000; ++i) {
    if (guess.draw(rng)) ++bids[guess.of_other(now.view(1), rng).card];
  }
  CHECK(bids[6] == 0);
  CHECK(bids[13] < 300);
}

TEST_CASE("a guess takes bids that no policy makes, seats that left, and events that are missing",
          "[bidding]") {
  const Setup<Bidding> setup = setup_of(13, 3);
  const std::vector<Event> told = {Shown{0, 5}, Bid{0, 1},  Bid{1, 13}, Bid{2, 13}, Shown{2, 6},
                                   Bid{0, 4},   Bid{1, 13}, Left{2},    Bid{2, 1}};
  const Guess guess(setup, 0, told);
  Position<Bidding> now(setup);
  now.forfeit(2);
  Rng rng(1);
  int supposed = 0;
  for (int i = 0; i < 100; ++i) {
    Guess copy = guess;
    if (!copy.draw(rng)) continue;
    ++supposed;
    CHECK(now.view(0).hand().contains(copy.answer(now.view(0), rng).card));
    CHECK(now.view(1).hand().contains(copy.of_other(now.view(1), rng).card));
  }
  CHECK(supposed > 0);
}

TEST_CASE("a search answers what its guess says that the others bid", "[bidding][search]") {
  // Who bids 1 for the 4 loses it, and wins the rest.
  Setup<Bidding> setup = setup_of(4, 2);
  setup.deal.prizes = {4, 3, 2, 1};
  const Position<Bidding> now(setup);
  Rng rng(1);
  Search<Bidding, Highest> guessing(now, 0, rng, {setup, 0, {}});
  Search<Bidding> careful(now, 0, rng);
  for (int i = 0; i < 2000; ++i) {
    guessing.iterate();
    careful.iterate();
  }
  CHECK(guessing.found().front().move == Move{1});
  CHECK(guessing.found().front().probability > 0.8);
  CHECK(careful.found().front().move == Move{4});
}
