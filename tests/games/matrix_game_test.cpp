// The matrix games of the bidding game's solver: known solutions, and laws of all solutions.
#include "games/bidding/matrix_game.hpp"

#include <initializer_list>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"

using namespace arena;
using namespace arena::bidding;

namespace {

constexpr double tiny = 1e-9;

PayMatrix game_of(const std::vector<std::vector<double>>& rows) {
  PayMatrix game(static_cast<int>(rows.size()), static_cast<int>(rows.front().size()));
  for (int row = 0; row < game.rows(); ++row) {
    for (int column = 0; column < game.columns(); ++column)
      game.at(row, column) = rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  return game;
}

bool is_mixture(const Mixture& mixture, int choices) {
  double sum = 0;
  for (const double probability : mixture) {
    if (!(probability >= 0)) return false;
    sum += probability;
  }
  return static_cast<int>(mixture.size()) == choices && std::abs(sum - 1) < tiny;
}

/// The best single choice of the other side leaves each mixture the value of the game. So it is the
/// value: each side is sure of it.
void check_solution(const PayMatrix& game) {
  const MatrixSolution solution = solve(game);
  REQUIRE(is_mixture(solution.row, game.rows()));
  REQUIRE(is_mixture(solution.column, game.columns()));
  REQUIRE(value_of(game) == solution.value);
  for (int column = 0; column < game.columns(); ++column) {
    double pay = 0;
    for (int row = 0; row < game.rows(); ++row)
      pay += solution.row[static_cast<std::size_t>(row)] * game.at(row, column);
    REQUIRE(pay >= solution.value - tiny);
  }
  for (int row = 0; row < game.rows(); ++row) {
    double pay = 0;
    for (int column = 0; column < game.columns(); ++column)
      pay += solution.column[static_cast<std::size_t>(column)] * game.at(row, column);
    REQUIRE(pay <= solution.value + tiny);
  }
}

PayMatrix random_game(Rng& rng, int most, std::uint32_t payments) {
  const auto size = [&] {
    return 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(most)));
  };
  PayMatrix game(size(), size());
  for (int row = 0; row < game.rows(); ++row) {
    for (int column = 0; column < game.columns(); ++column)
      game.at(row, column) = static_cast<double>(rng.below(payments)) - payments / 2;
  }
  return game;
}

}  // namespace

TEST_CASE("known matrix games have their known solutions", "[matrix_game]") {
  const MatrixSolution scissors = solve(game_of({{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}));
  CHECK(scissors.value == Approx(0).margin(tiny));
  for (const double probability : scissors.row) CHECK(probability == Approx(1.0 / 3));
  for (const double probability : scissors.column) CHECK(probability == Approx(1.0 / 3));

  const MatrixSolution pennies = solve(game_of({{1, -1}, {-1, 1}}));
  CHECK(pennies.value == Approx(0).margin(tiny));
  CHECK(pennies.row[0] == Approx(0.5));

  const MatrixSolution uneven = solve(game_of({{3, -1}, {-2, 1}}));
  CHECK(uneven.value == Approx(1.0 / 7));
  CHECK(uneven.row[0] == Approx(3.0 / 7));
  CHECK(uneven.column[0] == Approx(2.0 / 7));
}

TEST_CASE("where neither side would leave a pair of choices, the solution is that pair",
          "[matrix_game]") {
  const MatrixSolution saddle = solve(game_of({{4, 2, 3}, {1, 0, 9}, {5, 2, 2}}));
  CHECK(saddle.value == 2);
  CHECK(saddle.column[1] == 1);
  CHECK(solve(game_of({{7}})).value == 7);
  CHECK(solve(game_of({{1, 2, -3}})).value == -3);
  CHECK(solve(game_of({{1}, {2}, {-3}})).value == 2);
  CHECK(solve(game_of({{5, 5}, {5, 5}})).value == 5);
}

TEST_CASE("no single choice of the other side beats a solution, whatever the game",
          "[matrix_game]") {
  Rng rng(5);
  for (int i = 0; i < 20000; ++i)
    check_solution(random_game(rng, most_choices, 2 + rng.below(100)));
  // Many equal payments: ties and degenerate corners.
  for (int i = 0; i < 20000; ++i) check_solution(random_game(rng, most_choices, 2 + rng.below(3)));
}

TEST_CASE("payments of very different sizes are solved, too", "[matrix_game]") {
  Rng rng(6);
  for (int i = 0; i < 5000; ++i) {
    PayMatrix game = random_game(rng, 6, 50);
    const double scale = i % 2 == 0 ? 1e-6 : 1.0 / 3;
    for (int row = 0; row < game.rows(); ++row) {
      for (int column = 0; column < game.columns(); ++column)
        game.at(row, column) = game.at(row, column) * scale + 1e-13 * rng.below(5);
    }
    check_solution(game);
  }
}
