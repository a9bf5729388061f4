#include "games/bidding/optimal.hpp"

#include <string>

#include <boost/describe/enum_to_string.hpp>

#include "games/bidding/bots.hpp"
#include "games/bidding/last_rounds.hpp"

namespace arena::bidding {

namespace {

constexpr int method_version = 1;  // in the cache key: another method may give other last bits

template <class E>
std::string text_of(E value) {
  return boost::describe::enum_to_string(value, "");
}

std::string name_of(const Contest& contest) {
  return "bidding-" + std::to_string(contest.cards) + "-" + text_of(contest.ties) + "-" +
         text_of(contest.prizes) + "-" + text_of(contest.objective) + "-" +
         std::to_string(method_version);
}

/// The position before this round's prize was shown. REQUIRES: a view of two seats.
TablePosition position_of(const View& view) {
  const Rest rest = rest_of(view);
  return {rest.own, rest.other, rest.prizes, view.score(view.seat) - view.score(1 - view.seat),
          view.carried()};
}

class OptimalBot final : public BotWith<Bidding, Rng> {
 public:
  OptimalBot(std::shared_ptr<const ValueTable> table, std::uint64_t seed)
      : BotWith(Rng(seed)), table_(std::move(table)) {}
  Move move(const View& view) override {
    return draw_bid(best_mixture(*table_, view), view.hand(), memory_);
  }

 private:
  std::shared_ptr<const ValueTable> table_;
};

}  // namespace

Contest contest_of(const Options& options, Objective objective) {
  return {options.cards, options.ties, options.prizes, objective};
}

Refusal solvable(const Contest& contest, int seats) {
  if (seats != 2) return Refusal("there must be 2 seats, not " + std::to_string(seats));
  const int most = most_cards_solved(contest);
  if (contest.cards >= 2 && contest.cards <= most) return {};
  return Refusal("with ties=" + text_of(contest.ties) + " and prizes=" + text_of(contest.prizes) +
                 ", cards must be from 2 to " + std::to_string(most) + ", not " +
                 std::to_string(contest.cards));
}

std::shared_ptr<const ValueTable> table_of(const Contest& contest, TableCache* table_cache) {
  if (table_cache == nullptr) return std::make_shared<const ValueTable>(contest);
  TableSource<ValueTable> source;
  source.name = name_of(contest);
  source.make = [&contest] { return ValueTable(contest); };
  source.write = [](const ValueTable& table) { return table.bytes(); };
  source.read = [&contest](std::string_view bytes) { return ValueTable::read(contest, bytes); };
  if (contest.cards >= most_cards_solved(contest) - 1) {
    source.announcement = "Solving the bidding game for " + std::to_string(contest.cards) +
                          " cards. This takes some seconds; the result is kept for later runs.";
  }
  return table_cache->take(source);
}

PayMatrix round_of(const ValueTable& table, const View& view) {
  return table.round(position_of(view), view.prize);
}

Mixture best_mixture(const ValueTable& table, const View& view) {
  return solve(round_of(table, view)).row;
}

double Solution::so_far(const View& view) const {
  return table_->contest().objective == Objective::win
             ? 0
             : view.score(view.seat) - view.score(1 - view.seat);
}

double Solution::value(const View& view) const {
  if (view.prize == 0) return so_far(view) + table_->value(position_of(view));
  return so_far(view) + value_of(round_of(*table_, view));
}

std::vector<SolvedMove<Move>> Solution::moves(const View& view) const {
  const PayMatrix game = round_of(*table_, view);
  const MatrixSolution best = solve(game);
  std::vector<SolvedMove<Move>> moves;
  int row = 0;
  view.hand().for_each([&](int card) {
    double value = so_far(view);
    for (int column = 0; column < game.columns(); ++column)
      value += best.column[static_cast<std::size_t>(column)] * game.at(row, column);
    moves.push_back(
        {{static_cast<std::uint8_t>(card)}, best.row[static_cast<std::size_t>(row)], value});
    ++row;
  });
  return moves;
}

std::unique_ptr<Bot<Bidding>> make_optimal(const BotSetup<Bidding>& setup, Objective objective) {
  return std::make_unique<OptimalBot>(
      table_of(contest_of(setup.options, objective), setup.table_cache), setup.seed);
}

}  // namespace arena::bidding
