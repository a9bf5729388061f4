// How a node of a search picks moves: PUCT and regret matching, without a game.
#include "arena/search/choice.hpp"

#include <array>
#include <numeric>

#include <catch2/catch.hpp>

using namespace arena;
using namespace arena::search;

namespace {

/// Two seats that choose at once, again and again, and learn what each move would have brought.
template <std::size_t Rows, std::size_t Columns>
class MatrixGame {
 public:
  using Payments = std::array<std::array<double, Columns>, Rows>;  // to the row player

  explicit MatrixGame(const Payments& payments) : payments_(payments) {
    for (std::size_t i = 0; i < Rows; ++i) rows_.push_back(row_.arm_of(static_cast<int>(i)));
    for (std::size_t i = 0; i < Columns; ++i)
      columns_.push_back(column_.arm_of(static_cast<int>(i)));
  }
  void play(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      const ArmIndex row = row_.matched(rows_, 0.02, rng_);
      const ArmIndex column = column_.matched(columns_, 0.02, rng_);
      const double paid = payments_[row][column];
      for (ArmIndex other : rows_) row_.arms[other].regret += payments_[other][column] - paid;
      for (ArmIndex other : columns_) column_.arms[other].regret += paid - payments_[row][other];
    }
  }
  [[nodiscard]] double row_share(std::size_t move) const { return share(row_, move); }
  [[nodiscard]] double column_share(std::size_t move) const { return share(column_, move); }

 private:
  static double share(const Choice<int>& choice, std::size_t move) {
    const double all =
        std::accumulate(choice.arms.begin(), choice.arms.end(), 0.0,
                        [](double sum, const Arm<int>& arm) { return sum + arm.played; });
    return choice.arms[move].played / all;
  }

  Payments payments_;
  Choice<int> row_;
  Choice<int> column_;
  ArmIndices rows_;
  ArmIndices columns_;
  Rng rng_{1};
};

}  // namespace

TEST_CASE("regret matching finds the mixtures of matrix games", "[search]") {
  SECTION("rock, paper, scissors") {
    MatrixGame<3, 3> game({{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}});
    game.play(50'000);
    for (std::size_t move = 0; move < 3; ++move)
      CHECK(game.row_share(move) == Approx(1.0 / 3).margin(0.02));
  }
  SECTION("one with unequal shares: 2/5 and 3/5 against 1/5 and 4/5") {
    MatrixGame<2, 2> game({{{3, 0}, {-1, 1}}});
    game.play(50'000);
    CHECK(game.row_share(0) == Approx(0.4).margin(0.02));
    CHECK(game.column_share(0) == Approx(0.2).margin(0.02));
  }
  SECTION("a move that another one dominates") {
    MatrixGame<2, 2> game({{{1, 2}, {0, 1}}});
    game.play(2'000);
    CHECK(game.row_share(0) > 0.99);
  }
}

TEST_CASE("PUCT tries the likelier move first, and comes back to the better one", "[search]") {
  Choice<int> choice;
  const ArmIndices legal = {choice.arm_of(7), choice.arm_of(8), choice.arm_of(9)};
  choice.arms[1].prior = 3;
  CHECK(choice.best(legal, 1, 1) == 1);
  CHECK(choice.best({0, 2}, 1, 1) == 0);
  const std::array<double, 3> points = {0.1, 0.0, 0.3};
  for (int visit = 0; visit < 1000; ++visit) {
    const ArmIndex arm = choice.best(legal, 0, 0.1);
    choice.results.add({points[arm], 0});
    choice.arms[arm].results.add({points[arm], 0});
  }
  CHECK(choice.arms[2].results.visits > 900);
  CHECK(choice.arms[0].results.visits > 0);
}

TEST_CASE("a move has one arm", "[search]") {
  Choice<int> choice;
  CHECK(choice.arm_of(4) == 0);
  CHECK(choice.arm_of(5) == 1);
  CHECK(choice.arm_of(4) == 0);
  CHECK(choice.arms.size() == 2);
}
