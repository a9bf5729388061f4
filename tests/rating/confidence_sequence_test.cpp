// The confidence sequence against hand-worked values, a second implementation, and simulated bots.
#include "arena/rating/means/confidence_sequence.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "monte_carlo.hpp"
#include "tests/proof.hpp"

using namespace arena;
using simulated::Bots;
using simulated::Deals;
using simulated::Shares;

namespace {

/// The method as it reads: for each mean of a grid, 16 bettors whose capital is multiplied value by
/// value, and a mean that is refuted once stays so.
class GridSequence {
 public:
  explicit GridSequence(double miss) : needed_(2 / miss) {
    for (int half = 0; half < 16; ++half) stakes_.push_back(std::pow(2.0L, -half / 2.0L));
    for (Candidate& candidate : candidates_) {
      candidate.up.assign(16, 1);
      candidate.down.assign(16, 1);
    }
  }
  void add(double value) {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const double mean = (static_cast<double>(i) + 0.5) / steps;
      Candidate& candidate = candidates_[i];
      candidate.too_low |= grow(candidate.up, value, mean) >= needed_;
      candidate.too_high |= grow(candidate.down, 1 - value, 1 - mean) >= needed_;
    }
  }
  [[nodiscard]] double low() const {
    double low = 0;
    for (std::size_t i = 0; i < steps; ++i)
      low = candidates_[i].too_low ? static_cast<double>(i + 1) / steps : low;
    return low;
  }
  [[nodiscard]] double high() const {
    double high = 1;
    for (std::size_t i = steps; i-- > 0;)
      high = candidates_[i].too_high ? static_cast<double>(i) / steps : high;
    return high;
  }

  static constexpr std::size_t steps = 200;

 private:
  struct Candidate {
    std::vector<long double> up;
    std::vector<long double> down;
    bool too_low = false;
    bool too_high = false;
  };
  /// Returns the mean capital.
  double grow(std::vector<long double>& capital, double value, double mean) const {
    long double sum = 0;
    for (std::size_t i = 0; i < capital.size(); ++i) {
      capital[i] *= 1 + stakes_[i] * (value - mean) / mean;
      sum += capital[i];
    }
    return static_cast<double>(sum / 16);
  }

  double needed_;
  std::vector<long double> stakes_;
  std::vector<Candidate> candidates_{steps};
};

struct Named {
  std::string name;
  Shares shares;
};

std::vector<Named> distributions() {
  return {{"fair games", {{0, 1}, {0.5, 0.5}}},
          {"one win in 100", {{0, 1}, {0.99, 0.01}}},
          {"pairs of lucky deals", Bots{0, 2, 0.3, 0.2}.shares()},
          {"pairs of a stronger bot", Bots{0.2, 1, 0, 0.5}.shares()},
          {"seldom very high", {{0.48, 0.5, 1}, {0.5, 0.48, 0.02}}},
          {"always lost", {{0}, {1}}},
          {"always won", {{1}, {1}}},
          {"always level", {{0.5}, {1}}}};
}

/// Whether the mean was outside at any time.
bool ever_misses(const Shares& shares, int deals, unsigned run) {
  const double mean = shares.mean();
  Deals source(shares, run);
  ConfidenceSequence sequence;
  for (int deal = 0; deal < deals; ++deal) {
    sequence.add(source.next());
    const auto [low, high] = sequence.interval();
    if (low > mean || high < mean) return true;
  }
  return false;
}

ConfidenceSequence repeated(const std::vector<double>& values, int times) {
  ConfidenceSequence sequence;
  for (int time = 0; time < times; ++time) {
    for (const double value : values) sequence.add(value);
  }
  return sequence;
}

}  // namespace

TEST_CASE("nothing is known before the first value", "[confidence_sequence]") {
  const ConfidenceSequence sequence;
  CHECK(sequence.interval().low == 0);
  CHECK(sequence.interval().high == 1);
  CHECK(decide(sequence) == Decision::not_yet);
  CHECK_FALSE(more_values(sequence));
}

TEST_CASE("one win refutes the means that pay 40 to 1", "[confidence_sequence]") {
  ConfidenceSequence sequence;
  sequence.add(1);
  // The mean stake of the 16 bettors is (1 - 2^-8) / (1 - 2^-0.5) / 16 = 0.2125556, and
  // 1 + 0.2125556 (1 / m - 1) = 40 for m = 0.0054206.
  CHECK(sequence.interval().low == Approx(0.0054206).margin(2e-6));
  CHECK(sequence.interval().high == 1);
}

TEST_CASE("wins and losses are treated alike", "[confidence_sequence]") {
  ConfidenceSequence wins;
  ConfidenceSequence losses;
  for (int i = 0; i < 50; ++i) {
    wins.add(i % 3 == 0 ? 0.25 : 1);
    losses.add(i % 3 == 0 ? 0.75 : 0);
    CHECK(wins.interval().low == Approx(1 - losses.interval().high).margin(1e-12));
    CHECK(wins.interval().high == Approx(1 - losses.interval().low).margin(1e-12));
  }
}

TEST_CASE("the bounds are those of a grid of means", "[confidence_sequence]") {
  constexpr double step = 1.0 / GridSequence::steps;
  for (const Named& named : distributions()) {
    INFO(named.name);
    Deals deals(named.shares, 5);
    ConfidenceSequence sequence;
    GridSequence grid(default_miss);
    for (int deal = 0; deal < 200; ++deal) {
      const double value = deals.next();
      sequence.add(value);
      grid.add(value);
      REQUIRE(std::abs(sequence.interval().low - grid.low()) <= step);
      REQUIRE(std::abs(sequence.interval().high - grid.high()) <= step);
    }
  }
}

TEST_CASE("the interval never grows", "[confidence_sequence]") {
  Deals deals(Bots{0.1}.shares(), 3);
  ConfidenceSequence sequence;
  for (int deal = 0; deal < 300; ++deal) {
    const Interval before = sequence.interval();
    sequence.add(deals.next());
    CHECK(sequence.interval().low >= before.low);
    CHECK(sequence.interval().high <= before.high);
  }
}

TEST_CASE("a clear result is reported, whoever wins", "[confidence_sequence]") {
  CHECK(decide(repeated({1}, 20)) == Decision::a_better);
  CHECK(decide(repeated({0}, 20)) == Decision::b_better);
  CHECK(decide(repeated({0.5}, 20)) == Decision::not_yet);
  CHECK(decide(repeated({0.5}, 400), 0.02) == Decision::close);
  CHECK(decide(repeated({0.5}, 400)) == Decision::not_yet);  // no margin was asked for
}

TEST_CASE("the better bot is reported before a close result", "[confidence_sequence]") {
  const ConfidenceSequence sequence = repeated({0.25, 0.5, 0.5, 0.75, 0.75}, 2'000);
  CHECK(sequence.interval().low > 0.5);
  CHECK(decide(sequence, 0.2) == Decision::a_better);
}

TEST_CASE("the forecast is right if the results go on as they were", "[confidence_sequence]") {
  const std::vector<double> cycle = {1, 0.25, 0.5, 0.75, 0.5};
  for (const double margin : {0.0, 0.2}) {
    ConfidenceSequence sequence = repeated(cycle, 4);
    REQUIRE(decide(sequence, margin) == Decision::not_yet);
    const std::optional<int> more = more_values(sequence, margin);
    REQUIRE(more);
    const int expected = sequence.count() + *more;
    while (decide(sequence, margin) == Decision::not_yet)
      sequence.add(cycle[static_cast<std::size_t>(sequence.count()) % cycle.size()]);
    CHECK(std::abs(sequence.count() - expected) <= 5);
  }
}

TEST_CASE("the forecast does not guess", "[confidence_sequence]") {
  CHECK_FALSE(more_values(repeated({1}, 6)));      // too early
  CHECK_FALSE(more_values(repeated({0, 1}, 50)));  // level
  CHECK_FALSE(more_values(repeated({0, 1}, 50), 0.001));
  CHECK(more_values(repeated({0, 1}, 200), 0.08));
}

TEST_CASE("the mean is ever outside in at most 5 % of the runs",
          "[confidence_sequence][simulated]") {
  const int runs = proof::repetitions(2'000, 0.01);
  for (const Named& named : distributions()) {
    int missed = 0;
    for (int run = 0; run < runs; ++run)
      missed += ever_misses(named.shares, 2'000, static_cast<unsigned>(run)) ? 1 : 0;
    INFO(named.name << ": " << missed << " of " << runs);
    report("the mean is ever outside: " + named.name, 100.0 * missed / runs);
    CHECK(missed <= default_miss * runs);
  }
}
