// Best responses where seats know different things: in Kuhn poker, whose best play is known.
#include "arena/game/learning/best_response.hpp"

#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "tests/errors.hpp"

using namespace arena;

namespace {

constexpr double tiny = 1e-12;
constexpr double chips = 2;  // a chip won is a lead of two

/// The probability of a bet (or a call) by card, from the jack, and by the moves before.
using Bets = std::map<std::pair<std::string, std::string>, double>;

/// Kuhn's best play for the second player, and the family of the first, for `alpha` up to 1/3.
Bets best_play(double alpha) {
  return {{{"jack", ""}, alpha},        {{"queen", ""}, 0},
          {{"king", ""}, 3 * alpha},    {{"jack", "pass bet "}, 0},
          {{"king", "pass bet "}, 1},   {{"queen", "pass bet "}, alpha + 1.0 / 3},
          {{"jack", "pass "}, 1.0 / 3}, {{"queen", "pass "}, 0},
          {{"king", "pass "}, 1},       {{"jack", "bet "}, 0},
          {{"queen", "bet "}, 1.0 / 3}, {{"king", "bet "}, 1}};
}

/// What the seat sees: its card and the moves before.
std::pair<std::string, std::string> seen_by(const AnyState& state, Seat seat) {
  const json::object view = state.view(seat)->fields();
  std::string moves;
  for (const json::value& move : view.at("moves").as_array())
    moves += std::string(move.as_string()) + ' ';
  return {std::string(view.at("card").as_string()), moves};
}

Policy policy_of(const Bets& bets) {
  return [bets](const AnyState& state, Seat seat, const std::vector<std::string>& legal) {
    REQUIRE(legal == std::vector<std::string>{"pass", "bet"});
    const double bet = bets.at(seen_by(state, seat));
    return std::vector<double>{1 - bet, bet};
  };
}

class Kuhn {
 public:
  BestAnswer answer_to(const Policy& others, Seat seat, std::size_t most_positions = 1000) const {
    return best_response(*start_, {seat, others,
                                   [](const Result& result, Seat of) {
                                     return result.leads[static_cast<std::size_t>(of)] / chips;
                                   },
                                   most_positions});
  }

 private:
  Games games_ = all_games();
  std::unique_ptr<AnyState> start_ =
      find_game(games_, "kuhn_poker").states.start({{}, 2, {}, {}, true, false});
};

}  // namespace

TEST_CASE("best response: nothing beats the best play of Kuhn poker") {
  const Kuhn kuhn;
  for (const double alpha : {0.0, 0.1, 1.0 / 3}) {
    const Policy best = policy_of(best_play(alpha));
    CHECK(kuhn.answer_to(best, 0).value == Approx(-1.0 / 18).margin(tiny));
    CHECK(kuhn.answer_to(best, 1).value == Approx(1.0 / 18).margin(tiny));
  }
}

TEST_CASE("best response: it does not see what its seat does not know") {
  // The first player always bets, and whoever folds loses 1. A called king wins 2, a called jack
  // loses 2, and a called queen wins as often as it loses.
  const Kuhn kuhn;
  const Policy bets = [](const AnyState&, Seat, const std::vector<std::string>&) {
    return std::vector<double>{0, 1};
  };
  const BestAnswer answer = kuhn.answer_to(bets, 1);
  CHECK(answer.value == Approx((2.0 - 1 + 0) / 3).margin(tiny));
  CHECK(answer.moves.size() == 3);  // one for each card, whatever the first player has
}

TEST_CASE("best response: what cannot be played is refused") {
  const Kuhn kuhn;
  const auto gives = [](std::vector<double> probabilities) -> Policy {
    return [probabilities](const AnyState&, Seat, const std::vector<std::string>&) {
      return probabilities;
    };
  };
  for (const auto& wrong : {std::vector<double>{1}, {0.5, 0.6}, {1.5, -0.5}, {NAN, 1}, {}})
    CHECK_THAT(test::error_of([&] { static_cast<void>(kuhn.answer_to(gives(wrong), 0)); }),
               Catch::Contains("that of seat 1 gives"));
  CHECK_THAT(test::error_of([&] {
               static_cast<void>(kuhn.answer_to(gives({1, 0}), 0, 5));
             }),
             Catch::Contains("more than 5 positions"));
}
