#include "games/bridge/session.hpp"

namespace arena::bridge {

namespace {

constexpr int quick_rubber = 700;     // the opponents have no game
constexpr int slow_rubber = 500;      // the opponents have one
constexpr int unfinished_game = 300;  // the only game of an unfinished rubber
constexpr int unfinished_part = 100;  // the only part-score in its last game
constexpr int last_part_score = 100;  // made on the last deal of a Chicago

/// Adds the points of a deal that count in a rubber and in Chicago. Returns whether the declarer's
/// side has now completed a game.
bool add_points(Session& session, const Result& result) {
  const Contract& contract = result.contract;
  if (contract.level == 0) return false;
  session.totals[index_of(result.honours.side)] += result.honours.points;
  const int side = side_of(contract.declarer);
  const bool vulnerable = is_vulnerable(result.vulnerable, side);
  if (result.tricks < contract.target()) {
    session.totals[index_of(1 - side)] +=
        penalty(contract, contract.target() - result.tricks, vulnerable);
    return false;
  }
  const int points = trick_points(contract);
  session.totals[index_of(side)] += points + points_above(contract, result.tricks, vulnerable);
  session.below[index_of(side)] += points;
  if (session.below[index_of(side)] < trick_points_for_game) return false;
  session.below = {};
  ++session.games[index_of(side)];
  return true;
}

/// Adds points to the side for which `has` is true, if it is only one side.
template <class Has>
void add_to_only(Session& session, int points, Has has) {
  for (int side = 0; side < 2; ++side) {
    if (has(index_of(side)) && !has(index_of(1 - side))) session.totals[index_of(side)] += points;
  }
}

}  // namespace

void score_board(Session& session, const Result& result) {
  const int side = side_of(result.contract.declarer);
  const int points =
      duplicate_score(result.contract, result.tricks, is_vulnerable(result.vulnerable, side));
  session.totals[index_of(side)] += points;
  session.totals[index_of(1 - side)] -= points;
}

bool score_rubber(Session& session, const Result& result) {
  if (!add_points(session, result)) return false;
  const int side = side_of(result.contract.declarer);
  if (session.games[index_of(side)] < 2) return false;
  const bool quick = session.games[index_of(1 - side)] == 0;
  session.totals[index_of(side)] += quick ? quick_rubber : slow_rubber;
  return true;
}

void end_unfinished(Session& session) {
  add_to_only(session, unfinished_game,
              [&session](std::size_t side) { return session.games[side] > 0; });
  add_to_only(session, unfinished_part,
              [&session](std::size_t side) { return session.below[side] > 0; });
}

void score_chicago(Session& session, const Result& result, int deal) {
  const int side = side_of(result.contract.declarer);
  int& total = session.totals[index_of(side)];
  if (add_points(session, result)) {
    total += is_vulnerable(result.vulnerable, side) ? 500 : 300;
  } else if (deal == chicago_deals && result.tricks >= result.contract.target()) {
    total += last_part_score;
  }
}

}  // namespace arena::bridge
