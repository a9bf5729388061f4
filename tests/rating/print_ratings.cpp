// Rates the matches on stdin, for tests/rating/against_r.py. The first line is the number of
// entrants; each other one is a match: its deal, then entrant and place in turn.
#include <cstdint>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "arena/rating/rank_intervals.hpp"
#include "arena/rating/ratings.hpp"

using namespace arena;

namespace {

Outcomes read_outcomes() {
  int entrants = 0;
  std::cin >> entrants >> std::ws;
  Outcomes outcomes(entrants);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::uint32_t deal = 0;
    words >> deal;
    std::vector<int> players;
    std::vector<int> places;
    for (int entrant = 0, place = 0; words >> entrant >> place;) {
      players.push_back(entrant);
      places.push_back(place);
    }
    outcomes.add(deal, players, places);
  }
  return outcomes;
}

void print(const Ratings& ratings, const RankIntervals& intervals) {
  for (int a = 0; a < ratings.covariance.size(); ++a) {
    const RankInterval& ranks = intervals.ranks[static_cast<std::size_t>(a)];
    fmt::print("elo {} {}\nranks {} {} {}\n", a, ratings.elo[static_cast<std::size_t>(a)], a,
               ranks.best, ranks.worst);
    for (int b = 0; b < ratings.covariance.size(); ++b)
      fmt::print("covariance {} {} {}\n", a, b, ratings.covariance(a, b));
  }
  for (const double critical : intervals.critical_values) fmt::print("critical {}\n", critical);
}

}  // namespace

int main() try {
  const Ratings ratings = rate(read_outcomes());
  print(ratings, rank_intervals(ratings.elo, ratings.covariance));
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
