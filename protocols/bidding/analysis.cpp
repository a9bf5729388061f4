// The analysis of the bidding game with two seats.
#include <string>

#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "games/bidding/best_response.hpp"
#include "games/bidding/optimal.hpp"
#include "protocols/bidding/bidding.hpp"

namespace arena::bidding {

namespace {

Contest contest_for(const Setup<Bidding>& setup, const AnalysisOptions& options) {
  return contest_of(setup.options, options.objective);
}

TablePosition start_of(const Contest& contest) {
  const Cards all = Cards::up_to(contest.cards);
  return {all, all, all, 0, 0};
}

Mixture first_bids(const ValueTable& table, int prize) {
  return arena::bidding::solve(table.round(start_of(table.contest()), prize)).row;
}

/// A line of the table: the prize, then the probability of each bid in per cent; `.` if a bid is
/// never made.
std::string line_of(int prize, const Mixture& bids) {
  std::string line = fmt::format("{:5}", prize);
  for (const double bid : bids)
    line += bid == 0 ? fmt::format("{:>7}", '.') : fmt::format("{:7.2f}", 100 * bid);
  return line + '\n';
}

std::string heading_of(const Contest& contest) {
  std::string line = "prize";
  for (int bid = 1; bid <= contest.cards; ++bid) line += fmt::format("{:7}", bid);
  return line + '\n';
}

std::string option_text(const boost::json::value& value) { return value.as_string().c_str(); }

}  // namespace

bidding::Options GameModule::Analysis::with_defaults(bidding::Options given,
                                                     const Options& options) {
  const bool carries = given.ties == Ties::carry;
  const bool wins = options.objective == Objective::win;
  given.cards = 8 - (carries ? 2 : 0) - (wins ? 2 : 0);
  return given;
}

Refusal GameModule::Analysis::check(const Setup<Bidding>& setup, const Options& options) {
  return solvable(contest_for(setup, options), setup.seats);
}

AnalysisReport GameModule::Analysis::solve(const Setup<Bidding>& setup, const Options& options,
                                           TableCache* table_cache) {
  const auto table = table_of(contest_for(setup, options), table_cache);
  const Contest& contest = table->contest();
  const double value = table->value(start_of(contest));
  AnalysisReport findings;
  findings.text = fmt::format(
      "The bidding game with {} cards: ties={}, prizes={}, objective={}\n"
      "Value of the game: {}, counted in {}\n\n"
      "How a best player begins: the probability of each bid, in %\n{}",
      contest.cards, option_text(described::to_json(contest.ties)),
      option_text(described::to_json(contest.prizes)),
      option_text(described::to_json(contest.objective)), value, unit(options),
      heading_of(contest));
  boost::json::object by_prize;
  next_prizes(contest.prizes, Cards::up_to(contest.cards)).for_each([&](int prize) {
    const Mixture bids = first_bids(*table, prize);
    findings.text += line_of(prize, bids);
    by_prize[std::to_string(prize)] = boost::json::array(bids.begin(), bids.end());
  });
  findings.fields = {{"value", value}, {"first_bids", std::move(by_prize)}};
  return findings;
}

std::optional<double> GameModule::Analysis::exploitability(const Setup<Bidding>& setup,
                                                           const Options& options,
                                                           std::string_view builtin,
                                                           TableCache* table_cache) {
  const Contest contest = contest_for(setup, options);
  const auto policy = policy_of(builtin, setup.options, table_cache);
  if (!policy || contest.cards > most_cards_exploited(contest, *policy)) return std::nullopt;
  return best_response(contest, *policy);
}

double GameModule::Analysis::gain(const Options& options, std::span<const int> scores, Seat seat) {
  const int margin =
      scores[static_cast<std::size_t>(seat)] - scores[static_cast<std::size_t>(1 - seat)];
  if (options.objective == Objective::difference) return margin;
  return sign(margin);
}

}  // namespace arena::bidding
