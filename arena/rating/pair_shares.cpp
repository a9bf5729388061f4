#include "arena/rating/pair_shares.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace arena {

namespace {

struct Meeting {
  std::uint64_t pair = 0;  // the lower entrant, then the higher one
  double share = 0;        // of the lower one
};

void add_meetings(const MatchOutcome& match, std::vector<Meeting>& meetings) {
  for (std::size_t i = 0; i < match.entrants.size(); ++i) {
    for (std::size_t j = i + 1; j < match.entrants.size(); ++j) {
      const std::uint64_t better = match.entrants[i];
      const std::uint64_t worse = match.entrants[j];
      if (match.groups[i] == match.groups[j]) {
        meetings.push_back({std::min(better, worse) << 32U | std::max(better, worse), 0.5});
      } else if (better < worse) {
        meetings.push_back({better << 32U | worse, 1});
      } else {
        meetings.push_back({worse << 32U | better, 0});
      }
    }
  }
}

}  // namespace

double PairShare::logit() const { return std::log(smoothed / (1 - smoothed)); }

PairShares::PairShares(const Outcomes& outcomes)
    : entrants_(outcomes.entrants()),
      sums_(static_cast<std::size_t>(entrants_) * static_cast<std::size_t>(entrants_)) {
  const std::vector<std::uint32_t> order = outcomes.in_order();
  std::vector<Meeting> meetings;  // of the deal in hand
  for (std::size_t next = 0; next < order.size(); ++next) {
    const MatchOutcome match = outcomes[order[next]];
    add_meetings(match, meetings);
    if (next + 1 < order.size() && outcomes[order[next + 1]].deal == match.deal) continue;
    std::ranges::sort(meetings, {}, &Meeting::pair);
    for (std::size_t begin = 0; begin < meetings.size();) {
      double sum = 0;
      std::size_t end = begin;
      for (; end < meetings.size() && meetings[end].pair == meetings[begin].pair; ++end)
        sum += meetings[end].share;
      const double mean = sum / static_cast<double>(end - begin);
      Sums& of_pair = sums(meetings[begin].pair >> 32U, meetings[begin].pair & 0xffffffffU);
      of_pair.shares += mean;
      of_pair.squares += mean * mean;
      ++of_pair.deals;
      begin = end;
    }
    meetings.clear();
  }
}

PairShares::PairShares(int entrants, std::span<const PairTotals> pairs)
    : entrants_(entrants),
      sums_(static_cast<std::size_t>(entrants) * static_cast<std::size_t>(entrants)) {
  for (const PairTotals& pair : pairs) {
    const double matches = pair.matches_of_a_deal();
    const double shares = pair.points / matches;
    const double squares = pair.points_squares / (matches * matches);
    const bool in_order = pair.a < pair.b;
    Sums& of_pair = in_order
                        ? sums(static_cast<std::size_t>(pair.a), static_cast<std::size_t>(pair.b))
                        : sums(static_cast<std::size_t>(pair.b), static_cast<std::size_t>(pair.a));
    of_pair.shares += in_order ? shares : pair.deals - shares;
    of_pair.squares += in_order ? squares : pair.deals - 2 * shares + squares;
    of_pair.deals += pair.deals;
  }
}

PairShare PairShares::operator()(int a, int b) const {
  const auto low = static_cast<std::size_t>(std::min(a, b));
  const auto high = static_cast<std::size_t>(std::max(a, b));
  const Sums& of_pair = sums_[low * static_cast<std::size_t>(entrants_) + high];
  PairShare result;
  if (of_pair.deals == 0) return result;
  const double deals = of_pair.deals;
  const double mean = of_pair.shares / deals;
  const double spread = std::max(0.0, of_pair.squares - of_pair.shares * mean);
  result.deals = of_pair.deals;
  result.share = a < b ? mean : 1 - mean;
  const double smoothed = (of_pair.shares + 0.5) / (deals + 1);
  result.smoothed = a < b ? smoothed : 1 - smoothed;
  result.error = std::sqrt(spread + smoothed * (1 - smoothed)) / (deals + 1);
  return result;
}

}  // namespace arena
