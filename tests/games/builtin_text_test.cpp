// The texts of built-in bots: levels, settings, and the share of random moves.
#include "arena/game/builtin_text.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/util/error.hpp"
#include "tests/builtin_series.hpp"

using namespace arena;

namespace {

constexpr std::array<std::string_view, 3> levels = {"random", "greedy random=50%", "search n=7"};

BuiltinText read(std::string_view text) { return read_builtin_text(text, levels); }

}  // namespace

TEST_CASE("the text of a built-in bot has a name, its settings and a share of random moves") {
  CHECK(read("greedy").name == "greedy");
  CHECK(read("greedy").random_percent == 0);
  CHECK(read("search n=7 random=20% m=8").name == "search");
  CHECK(read("search n=7 random=20% m=8").settings == "n=7 m=8");
  CHECK(read("search n=7 random=20% m=8").random_percent == 20);
  CHECK(read("search ").name == "search ");  // which no bot has
}

TEST_CASE("a level stands for a text of the game") {
  CHECK(read("level=1").name == "random");
  CHECK(read("level=2").random_percent == 50);
  CHECK(read("level=3").settings == "n=7");
  CHECK(read("level=3 random=10%").random_percent == 10);
}

TEST_CASE("wrong levels and shares are refused with what they can be") {
  for (const std::string wrong : {"", "0", "4", "-1", "x", "1x", "99999999999"}) {
    CHECK_THROWS_WITH(read("level=" + wrong),
                      "level must be a whole number from 1 to 3, not \"" + wrong + '"');
  }
  CHECK_THROWS_WITH(read_builtin_text("level=1", {}), "the game has no levels");
  for (const std::string wrong : {"", "5", "101%", "-1%", "%", "5%%", "a%"}) {
    CHECK_THROWS_WITH(read("greedy random=" + wrong),
                      "random must be from 0% to 100%, not \"" + wrong + '"');
  }
}

TEST_CASE("every level plays the game as it is without options, with any number of seats") {
  for (const auto& game : all_games()) {
    const auto known = game->builtins.levels();
    REQUIRE_FALSE(known.empty());
    CHECK(game->builtins.default_name() == known[known.size() / 2]);
    for (int seats = game->info.least_seats; seats <= game->info.most_seats; ++seats) {
      for (std::size_t level = 1; level <= known.size(); ++level)
        CHECK_NOTHROW(game->builtins.check("level=" + std::to_string(level), {}, seats));
    }
  }
}

TEST_CASE("the more random moves, the weaker the bot, and with none it is the same") {
  const Games games = all_games();
  const AnyGame& game = find_game(games, "lost_cities");
  const auto share = [&](const std::vector<std::string>& bots) {
    return share_interval(
        run(test::builtin_plan(game, bots, 30, true, 1, {})).statistics.of(0).share);
  };
  CHECK(share({"greedy", "greedy random=30%"}).low > 0.7);
  CHECK(share({"greedy random=30%", "random"}).low > 0.7);
  const auto all_random = share({"greedy random=100%", "random"});
  CHECK(all_random.low < 0.5);
  CHECK(all_random.high > 0.5);
  const auto moves = [&](const std::vector<std::string>& bots) {
    std::string moves;
    SeriesHooks hooks;
    hooks.record = [&](const PlayedMatch& match) {
      for (const RecordedMove& move : match.record.moves) moves += move.text + ' ';
    };
    run(test::builtin_plan(game, bots, 1, false, 1, {}), hooks);
    return moves;
  };
  CHECK(moves({"greedy random=0%", "greedy"}) == moves({"greedy", "greedy"}));
}
