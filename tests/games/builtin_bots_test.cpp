// The built-in bots of all games: they move legally, and better ones win more.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/util/error.hpp"
#include "tests/builtin_series.hpp"

using namespace arena;

namespace {

const Games games = all_games();

/// Options beside the defaults, at their limits. No games of many deals.
std::vector<json::object> options_of(const AnyGame& game) {
  const std::string_view name = game.info.name;
  if (name == "bidding")
    return {{{"cards", 2}},
            {{"cards", 3}, {"ties", "carry"}},
            {{"cards", 5}, {"prizes", "descending"}, {"unique", true}},
            {{"cards", 13}},
            {{"cards", 32}}};
  if (name == "yard_bridge")
    return {{{"deals", 1}}, {{"deals", 1}, {"hand", 2}}, {{"deals", 2}, {"hand", 18}}};
  if (name == "bridge")
    return {{},
            {{"scoring", "rubber"}, {"boards", 2}},
            {{"scoring", "chicago"}, {"nondealer_vulnerable", true}}};
  if (name == "streams") return {{}, {{"deck", "published"}}};
  if (name == "most") return {{{"deals", 1}}, {{"deals", 1}, {"max_turns", 9}}};
  return {{}};
}

/// Whether the bot plays so many seats with these options in little time.
bool suits(const AnyGame& game, const std::string& bot, const json::object& options, int seats) {
  // The larger tables of `optimal` take seconds and work like the small ones.
  if (bot.starts_with("optimal") && options.at("cards").as_int64() > 5) return false;
  // Bots that solve deals take a second for each: tests/games/bridge_double_dummy_test.cpp has
  // them.
  if (bot == "double_dummy" || bot == "sampler") return false;
  try {
    game.options.check_seats(seats, options);
    game.builtins.check(bot, game.options.check(options), seats);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Plays a game of the bot against `random`, and checks its moves.
void check_moves(const AnyGame& game, const std::string& bot, const json::object& options,
                 int seats) {
  INFO(bot << " of " << game.info.name << ", " << seats << " seats, " << options);
  std::vector<std::string> bots(static_cast<std::size_t>(seats), "random");
  bots.front() = bot;
  SeriesHooks hooks;
  hooks.record = [&](const PlayedMatch& match) {
    REQUIRE(match.record.forfeits.empty());
    if (bot.starts_with("dumb")) return;  // it is refused by design
    for (const RecordedMove& move : match.record.moves) REQUIRE_FALSE(move.rejected);
  };
  const SeriesPlan plan = test::builtin_plan(game, bots, 1, false, 5, options);
  REQUIRE_FALSE(run(plan, hooks).failure);
}

struct Duel {
  std::string game;
  std::string better;
  std::string worse;  // in all seats of the other sides
  int seats = 2;
  int deals = 100;
  double least = 0.5;  // the share of wins of the better one, beyond all luck
};

void check_better(const Duel& duel) {
  const AnyGame& game = find_game(games, duel.game);
  const Sides sides = game.info.sides_of(duel.seats);
  std::vector<std::string> bots;
  for (Seat seat = 0; seat < duel.seats; ++seat)
    bots.push_back(sides.of(seat) == 0 ? duel.better : duel.worse);
  const bool alike = duel.game == "streams";  // all seats have the same cards
  const SeriesPlan plan =
      test::builtin_plan(game, bots, duel.deals, !alike, 1,
                         duel.game == "most" ? json::object{{"deals", 1}} : json::object{});
  const Mean share = run(plan).statistics.of(0).share;
  INFO(duel.better << " against " << duel.worse << " in " << duel.game << ", " << duel.seats
                   << " seats: " << share.value());
  CHECK(share_interval(share).low > duel.least);
}

}  // namespace

TEST_CASE("every built-in bot moves legally, with any options and seats that suit it", "[bots]") {
  for (const auto& game : games) {
    for (const BuiltinInfo& bot : game->builtins.list()) {
      for (const json::object& options : options_of(*game)) {
        const int least = game->info.least_seats;
        for (const int seats : std::set{least, least + 1, game->info.most_seats}) {
          // A short search moves like a long one.
          const std::string name(bot.name == "search" ? "search iterations=9" : bot.name);
          if (!suits(*game, name, options, seats)) continue;
          check_moves(*game, name, options, seats);
          check_moves(*game, name + " random=30%", options, seats);
        }
      }
    }
  }
}

TEST_CASE("better bots win more, beyond all luck", "[bots]") {
  const std::vector<Duel> duels = {
      {"bidding", "match_plus_one", "mimic"},
      {"bidding", "counter", "mimic"},
      {"bidding", "mimic", "ordered"},
      {"bidding", "mimic", "highest"},
      {"bidding", "learner", "match_plus_one"},
      {"bidding", "mimic", "random"},
      {"bidding", "round_solver", "random"},
      {"lost_cities", "greedy", "dumb", 2, 30, 0.7},
      {"lost_cities", "greedy", "random", 2, 30, 0.8},
      {"most", "melder", "random", 2, 30, 0.6},
      {"streams", "ends", "first_slot", 2, 250},
      {"streams", "halves", "ends", 2, 100, 0.8},
      {"streams", "table", "halves", 2, 200, 0.6},
      {"streams", "spread", "table", 2, 250},
      {"streams", "rollout", "table", 2, 40},
      {"streams", "outlook", "spread", 2, 60, 0.6},
      {"yard_bridge", "shed", "random", 2, 40, 0.8},
      {"yard_bridge", "shed", "random", 4, 20, 0.5},
      {"yard_bridge", "loader", "shed", 2, 120, 0.55},
      {"yard_bridge", "loader", "shed", 3, 60, 0.36},
      {"yard_bridge", "loader", "shed", 4, 60, 0.3},
      {"yard_bridge", "loader", "random", 6, 10, 0.4},
  };
  for (const Duel& duel : duels) check_better(duel);
}

TEST_CASE("each level up to the middle wins more than the one below", "[bots]") {
  for (const auto& game : games) {
    for (std::size_t level = 2; level <= (game->builtins.levels().size() + 1) / 2; ++level) {
      // A match of Most shows little: it is one deal.
      const int deals = game->info.name == "most" ? 300 : 100;
      check_better({std::string(game->info.name), "level=" + std::to_string(level),
                    "level=" + std::to_string(level - 1), game->info.least_seats, deals});
    }
  }
}
