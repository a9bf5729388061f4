// Fair repetition: how each game repeats a deal so that luck favours no player. One set of tests
// for all games: in games whose seats are alike, one match of a deal is fair; in the others, each
// deal is played once per seating.
#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/util/error.hpp"
#include "tests/builtin_series.hpp"

using namespace arena;
using namespace arena::test;

namespace {

constexpr int deal_count = 4;
constexpr int seed = 7;

bool can_play(const AnyGame& game, const std::string& builtin, int seats) {
  try {
    game.options.check_seats(seats, {});
    game.builtins.check(builtin, {}, seats);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// By player.
std::vector<int> scores_of(const PlayedMatch& match) {
  std::vector<int> scores(match.player_at.size());
  for (std::size_t seat = 0; seat < scores.size(); ++seat)
    scores[static_cast<std::size_t>(match.player_at[seat])] = match.record.scores->at(seat);
  return scores;
}

/// The cards of the first hand-out, and who deals: what does not depend on the players.
boost::json::value cards_of(const PlayedMatch& match) {
  const boost::json::object& deal = match.record.deal;
  if (!deal.contains("deals")) return deal;
  boost::json::object first = deal.at("deals").as_array().front().as_object();
  first.erase("shuffles");  // of what was played
  return first;
}

/// Two bots in turn, as many as the game needs.
std::vector<std::string> in_turn(const AnyGame& game, const std::string& one,
                                 const std::string& other) {
  std::vector<std::string> bots;
  for (int seat = 0; seat < std::max(game.info.least_seats, 2); ++seat)
    bots.push_back(seat % 2 == 0 ? one : other);
  return bots;
}

/// A bot that draws no random numbers, which differ from match to match.
std::string steady_bot(const AnyGame& game) {
  return game.info.name == "bidding" ? "ordered" : std::string(game.builtins.default_name());
}

/// Another bot than that; where seats are alike, also one that draws none.
std::string other_bot(const AnyGame& game) {
  if (!game.info.seats_are_alike) return "random";
  for (const BuiltinInfo& builtin : game.builtins.list()) {
    const std::string name(builtin.name);
    const int seats = std::max(game.info.least_seats, 2);
    if (name == steady_bot(game) || !can_play(game, name, seats)) continue;
    const SeriesPlan plan = builtin_plan(game, in_turn(game, name, name), deal_count, false, seed);
    const Played played = play(plan);
    if (!played.statistics.lead(0, 1).score.has_error()) return name;
  }
  FAIL("only one bot plays without chance");
  return {};
}

/// Calls `visit(game, seats)` for every game and some numbers of seats.
template <class Visit>
void for_each_table(Visit visit) {
  const Games games = all_games();
  for (const auto& game : games) {
    for (const int seats : {2, 3, 4}) {
      if (can_play(*game, steady_bot(*game), seats)) {
        INFO(game->info.name << " with " << seats << " seats");
        visit(*game, seats);
      }
    }
  }
}

std::vector<std::string> same_bots(const AnyGame& game, int seats) {
  return std::vector<std::string>(static_cast<std::size_t>(seats), steady_bot(game));
}

}  // namespace

TEST_CASE("equal bots get equal results from every deal that is repeated fairly",
          "[fair_repetition]") {
  for_each_table([](const AnyGame& game, int seats) {
    const Played played = play(
        builtin_plan(game, same_bots(game, seats), deal_count, !game.info.seats_are_alike, seed));
    REQUIRE(played.statistics.deals() == deal_count);
    for (int other = 1; other < played.statistics.players(); ++other) {
      const Lead& lead = played.statistics.lead(0, other);
      CHECK(lead.share.value() == Approx(0.5));
      CHECK(lead.score.value() == Approx(0).margin(1e-9));
      CHECK(lead.score.squares() == Approx(0).margin(1e-9));
    }
  });
}

TEST_CASE("all matches of a deal have the same cards, and each player sits once in every seat",
          "[fair_repetition]") {
  for_each_table([](const AnyGame& game, int seats) {
    const SeriesPlan plan = builtin_plan(game, same_bots(game, seats), deal_count, true, seed);
    const Played played = play(plan);
    const int tables = plan.schedule.tables();
    REQUIRE(tables == game.info.sides_of(seats).count());
    REQUIRE(played.matches.size() == static_cast<std::size_t>(deal_count * tables));
    for (int deal = 0; deal < deal_count; ++deal) {
      std::vector<std::vector<int>> sat(static_cast<std::size_t>(seats));  // by player
      for (int table = 0; table < tables; ++table) {
        const PlayedMatch& match = played.matches[static_cast<std::size_t>(deal * tables + table)];
        CHECK(cards_of(match) == cards_of(played.matches[static_cast<std::size_t>(deal * tables)]));
        for (std::size_t seat = 0; seat < sat.size(); ++seat)
          sat[static_cast<std::size_t>(match.player_at[seat])].push_back(static_cast<int>(seat));
      }
      for (std::vector<int>& of : sat) {
        const auto side_of = [&plan](int seat) { return plan.schedule.sides().of(seat); };
        std::sort(of.begin(), of.end(),
                  [side_of](int a, int b) { return side_of(a) < side_of(b); });
        // With partners: once on every side.
        for (std::size_t table = 0; table < of.size(); ++table) {
          CHECK(side_of(of[table]) == static_cast<int>(table));
        }
        CHECK(of.size() == static_cast<std::size_t>(tables));
      }
    }
    CHECK(cards_of(played.matches.front()) != cards_of(played.matches.back()));
  });
}

TEST_CASE("exchanged seats are the same match exactly in the games that say so",
          "[fair_repetition]") {
  const Games games = all_games();
  for (const auto& game : games) {
    INFO(game->info.name);
    const SeriesPlan plan = builtin_plan(*game, in_turn(*game, steady_bot(*game), other_bot(*game)),
                                         deal_count, true, seed);
    const Played played = play(plan);
    int same = 0;
    for (std::size_t first = 0; first < played.matches.size(); first += 2)
      same += scores_of(played.matches[first]) == scores_of(played.matches[first + 1]) ? 1 : 0;
    if (game->info.seats_are_alike) {
      CHECK(same == deal_count);
    } else {
      CHECK(same < deal_count);
    }
    // A deal counts once, however many matches it has.
    CHECK(played.statistics.of(0).share.count() == deal_count);
  }
}
