// Row of solved games: all values of the bidding game, as the built-in bot `optimal` computes them.
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench.hpp"
#include "games/bidding/value_table.hpp"

namespace arena::bench {

std::vector<Result> solve(const Bench& bench) {
  using bidding::Objective;
  std::vector<Result> lines;
  for (const auto& [cards, objective] :
       {std::pair(8, Objective::difference), std::pair(6, Objective::win)}) {
    Result line{"solving bidding with " + std::to_string(cards) + " cards, " +
                    (objective == Objective::win ? "to win" : "difference") + ", one thread",
                "s", "", "", at_most(60)};
    for (int run = 0; run < bench.runs; ++run) {
      const Stopwatch watch;
      const bidding::ValueTable table(
          {bench.times(cards, 3), bidding::Ties::discard, bidding::Prizes::random, objective});
      line.figure.add(watch.seconds());
      const bidding::Cards all = bidding::Cards::up_to(table.contest().cards);
      if (table.value({all, all, all, 0, 0}) != 0) throw std::runtime_error("an uneven game");
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace arena::bench
