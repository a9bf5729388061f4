#include "games/bidding/losses.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "games/bidding/optimal.hpp"

namespace arena::bidding {

namespace {

/// Cards in the last rounds: one more takes ten seconds.
int most_exact(const Options& options) { return options.ties == Ties::carry ? 6 : 7; }

std::string kind_of(const View& view, const Move& move) {
  constexpr std::array thirds = {"low", "middle", "high"};
  const int third = 3 * (view.prize - 1) / view.cards();
  Cards prizes = view.prizes_left;
  prizes.add(view.prize);
  const int above = lower_than(move.card, view.hand()) - lower_than(view.prize, prizes);
  return std::string("bid ") +
         (above < 0   ? "below"
          : above > 0 ? "above"
                      : "at") +
         " the rank of a " + thirds[static_cast<std::size_t>(third)] + " prize";
}

/// What each own card wins on average if the other seat plays its best.
Mixture values_of(const PayMatrix& round, const Mixture& other) {
  Mixture values;
  for (int row = 0; row < round.rows(); ++row) {
    double value = 0;
    for (int column = 0; column < round.columns(); ++column)
      value += other[static_cast<std::size_t>(column)] * round.at(row, column);
    values.push_back(value);
  }
  return values;
}

MoveLoss loss_in(const PayMatrix& round, const View& view, const Move& move) {
  constexpr double rounding = 1e-7;
  const MatrixSolution solution = solve(round);
  const Mixture values = values_of(round, solution.column);
  const auto bid = static_cast<std::size_t>(lower_than(move.card, view.hand()));
  MoveLoss lost;
  lost.is_exact = true;
  lost.value = solution.value + view.score(view.seat) - view.score(1 - view.seat);
  lost.kind = kind_of(view, move);
  if (solution.value - values[bid] < rounding) return lost;
  lost.loss = solution.value - values[bid];
  const auto likeliest = std::ranges::max_element(solution.row) - solution.row.begin();
  const Move better{
      static_cast<std::uint8_t>(view.hand().nth(static_cast<std::size_t>(likeliest)))};
  lost.better = Bidding::write(better);
  lost.better_kind = kind_of(view, better);
  return lost;
}

}  // namespace

Losses::Losses(const ReviewedMatch<Bidding>& match, const LossSettings& settings)
    : options_(match.setup.options),
      last_rounds_(options_.prizes, options_.ties, most_exact(options_)) {
  const Contest contest = contest_of(options_, Objective::difference);
  if (!solvable(contest, match.setup.seats)) table_ = table_of(contest, settings.table_cache);
}

std::optional<MoveLoss> Losses::of(const ChosenMove<Bidding>& chosen) {
  const View view = chosen.position.view(chosen.seat);
  if (view.hand().size() == 1) return std::nullopt;
  const auto round = solved(view);
  return round ? std::optional(loss_in(*round, view, chosen.move)) : std::nullopt;
}

std::optional<PayMatrix> Losses::solved(const View& view) {
  if (table_) return round_of(*table_, view);
  if (view.seats != 2 || options_.cards > most_cards_solved_last ||
      view.hand().size() > most_exact(options_))
    return std::nullopt;
  return last_rounds_.round(rest_of(view), view.prize, view.prize + view.carried());
}

}  // namespace arena::bidding
