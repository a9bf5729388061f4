// Searches of the games: they find what can be counted out, and repeat themselves.
#include "arena/search/search.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/search/settings.hpp"
#include "arena/util/error.hpp"
#include "games/bidding/bidding.hpp"
#include "games/lost_cities/lost_cities.hpp"
#include "games/most/most.hpp"
#include "games/streams/streams.hpp"

using namespace arena;
using namespace std::chrono_literals;

namespace {

template <class G>
std::vector<Searched<typename G::Move>> searched(const Position<G>& now, int iterations,
                                                 std::uint64_t seed = 1) {
  Rng rng(seed);
  Search<G> search(now, now.actors().front(), rng);
  for (int i = 0; i < iterations; ++i) search.iterate();
  return search.found();
}

/// A position of a match with random moves.
template <class G>
Position<G> after_moves(const Setup<G>& setup, int moves) {
  Position<G> now(setup);
  Rng rng(setup.seed.seed);
  for (int move = 0; move < moves; ++move) {
    for (const Seat seat : now.actors()) now.apply(seat, random_move<G>(now.view(seat), rng));
  }
  return now;
}

/// The higher a card, the better to discard it.
struct HighDiscards {
  static double prior(const lost_cities::View& /*view*/, const lost_cities::Move& move) {
    return move.action() == lost_cities::Action::discard ? 1.0 + move.card().bit : 0.5;
  }
};

/// Looks no further than one move: a first card costs points, and a discard none.
struct OneMove {
  static bool stops(const lost_cities::State& /*root*/, const lost_cities::State& /*now*/,
                    int moves) {
    return moves > 0;
  }
  static FixedVector<int, most_seats> estimate(const lost_cities::State& now) {
    return {lost_cities::score(now.expeditions[0]), lost_cities::score(now.expeditions[1])};
  }
};

std::string error_of(std::string_view words) {
  try {
    static_cast<void>(read_search_settings(words));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("in the last turn of Lost Cities, a search plays for the points", "[search]") {
  using lost_cities::LostCities;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Setup<LostCities> setup;
    setup.options.max_turns = 20;
    setup.seed = {seed, 0};
    const auto now = after_moves(setup, 2 * (setup.options.max_turns - 1));
    const Seat seat = now.actors().front();
    const auto own = static_cast<std::size_t>(seat);
    const auto points = [&](const lost_cities::Move& move) {
      Position<LostCities> next = now;
      next.apply(seat, move);
      return lost_cities::score(next.state.expeditions[own]);
    };
    int most = -1000;
    const auto moves = LostCities::moves(now.view(seat));
    for (std::size_t i = 0; i < moves.size(); ++i) most = std::max(most, points(moves[i]));
    CHECK(points(searched(now, 300).front().move) == most);
  }
}

TEST_CASE("before the last card of Streams, a search finds the better slot", "[search]") {
  using streams::Solo;
  int checked = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Setup<Solo> setup;
    setup.seats = 1;
    setup.seed = {seed, 0};
    const auto now = after_moves(setup, streams::slot_count - 2);
    const auto view = now.view(0);
    // By slot, the sum of all scores that may follow.
    const auto points = [&](const streams::Move& move) {
      int sum = 0;
      view.left.for_each([&](streams::Card card) {
        streams::Stream stream = view.stream;
        stream.put(move.slot, view.card);
        stream.put(std::countr_zero(stream.free()), card);
        sum += streams::score(stream);
      });
      return sum;
    };
    const auto moves = Solo::moves(view);
    REQUIRE(moves.size() == 2);
    const int one = points(moves[0]);
    const int other = points(moves[1]);
    const int clear = 2 * view.left.size();  // two points on average
    if (std::abs(one - other) < clear) continue;
    ++checked;
    CHECK(searched(now, 1000).front().move == (one > other ? moves[0] : moves[1]));
  }
  CHECK(checked >= 20);
}

TEST_CASE("of simultaneous moves, a search finds the one that dominates", "[search]") {
  using bidding::Bidding;
  Setup<Bidding> setup;
  setup.options.cards = 2;
  setup.deal.prizes = {2, 1};
  const auto moves = searched(Position<Bidding>(setup), 1000);
  REQUIRE(moves.size() == 2);
  CHECK(moves[0].move == bidding::Move{2});
  CHECK(moves[0].probability > 0.99);
  CHECK(moves[0].probability + moves[1].probability == Approx(1));
}

TEST_CASE("a search knows nothing of seats that are gone but their scores", "[search]") {
  using bidding::Bidding;
  Setup<Bidding> setup;
  setup.seats = 3;
  setup.options.cards = 4;
  setup.deal.prizes = {4, 3, 2, 1};
  Position<Bidding> now(setup);
  for (const auto& bids : {std::array{1, 2, 4}, std::array{2, 1, 3}}) {
    for (Seat seat = 0; seat < 3; ++seat)
      now.apply(seat,
                bidding::Move{static_cast<std::uint8_t>(bids[static_cast<std::size_t>(seat)])});
  }
  now.forfeit(2);  // it has seven points, and the last place
  // Seats 0 and 1 have a 3 and a 4. Who bids the 4 first wins, or draws if both do.
  const auto moves = searched(now, 2000);
  CHECK(moves.front().move == bidding::Move{4});
  CHECK(moves.front().probability > 0.9);
  CHECK(moves.front().results.sum.won / moves.front().results.visits >= 0);
}

TEST_CASE("what a seat was told of seats that left is in the positions made from it", "[search]") {
  using bidding::Bidding;
  Setup<Bidding> setup;
  setup.seats = 4;
  std::vector<bidding::Event> told;  // this game hides no event
  Position<Bidding> now(setup, Events(told));
  for (const Seat left : {3, 1}) {
    now.forfeit(left, false, Events(told));
    const auto world = Bidding::imagine(setup, now.view(0), told);
    CHECK(world.gone == now.gone);
    CHECK(world.actors() == now.actors());
    for (Position<Bidding> each : {now, world}) {  // when three have left, the next forfeit ends it
      each.forfeit(0);
      CHECK(each.over() == false);
      each.forfeit(2);
      CHECK(each.over() == (left == 1));
    }
  }
}

TEST_CASE("a search follows what its guide says", "[search]") {
  using lost_cities::LostCities;
  const Position<LostCities> now((Setup<LostCities>()));
  const auto first = [&now]<class Guide>(Guide /*guide*/, int iterations) {
    Rng rng(1);
    Search<LostCities, Guide> search(now, now.actors().front(), rng);
    for (int i = 0; i < iterations; ++i) search.iterate();
    return search.found().front().move;
  };
  SECTION("it tries a move first that is likely to be good") {
    const auto moves = LostCities::moves(now.view(now.actors().front()));
    CHECK(first(HighDiscards(), 1) == moves[moves.size() - 1]);
  }
  SECTION("it stops where the guide stops, and takes its estimate") {
    CHECK(first(OneMove(), 300).action() == lost_cities::Action::discard);
  }
}

TEST_CASE("a search repeats itself with the same random numbers, and not with others", "[search]") {
  const auto check = []<class G>(const Position<G>& now) {
    const auto moves = searched(now, 100);
    const auto again = searched(now, 100);
    const auto otherwise = searched(now, 100, 2);
    REQUIRE(moves.size() == again.size());
    bool differs = moves.size() != otherwise.size();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      CHECK(moves[i].move == again[i].move);
      CHECK(moves[i].results.visits == again[i].results.visits);
      CHECK(moves[i].results.sum.points == again[i].results.sum.points);
      CHECK_FALSE(G::check(now.view(now.actors().front()), moves[i].move));
      differs = differs || moves[i].results.sum.points != otherwise[i].results.sum.points;
    }
    CHECK(differs);
  };
  check(Position<lost_cities::LostCities>(Setup<lost_cities::LostCities>()));
  check(Position<bidding::Bidding>(Setup<bidding::Bidding>()));
  Setup<most::Most> setup;  // it does not list its moves
  setup.options.deals = 1;
  setup.options.max_turns = 20;
  check(Position<most::Most>(setup));
}

TEST_CASE("settings of a search are read, or refused with what is wrong", "[search]") {
  CHECK(read_search_settings("iterations=20").iterations == 20);
  CHECK_FALSE(read_search_settings("iterations=20").think);
  CHECK(read_search_settings("think=200ms").think == 200ms);
  CHECK(read_search_settings("think=2").think == 2s);
  CHECK(error_of("iterations=0") ==
        "iterations must be a whole number from 1 to 100000, not \"0\"");
  CHECK(error_of("iterations=") == "iterations must be a whole number from 1 to 100000, not \"\"");
  CHECK(error_of("iterations=99999999999") ==
        "iterations must be a whole number from 1 to 100000, not \"99999999999\"");
  CHECK(error_of("think=soon") ==
        "think must be a duration such as 2, 1.5s, 500ms or 2m, not \"soon\"");
  CHECK(error_of("think=0") == "think must be from 1ms to 10s, not \"0\"");
  CHECK(error_of("think=1h") == "think must be from 1ms to 10s, not \"1h\"");
  CHECK(error_of("depth=3") == "unknown setting \"depth\"; known: iterations, think");
  CHECK(error_of("fast") == "unknown setting \"fast\"; known: iterations, think");
  CHECK(error_of("iterations=5 think=1s") ==
        "give iterations or think: both say how long to search");
  CHECK(error_of("iterations=5 iterations=6") ==
        "give iterations or think: both say how long to search");
  CHECK(error_of("iterations=5  ") == "unknown setting \"\"; known: iterations, think");
}
