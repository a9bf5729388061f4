// The built-in bots of bridge: their settings, and their results in IMPs.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "games/bridge/bots/bots.hpp"
#include "games/bridge/bots/solving_bots.hpp"
#include "tests/builtin_series.hpp"

using namespace arena;
using namespace arena::bridge;

namespace {

/// The mean lead of the first bot over the second in IMPs a board, and its interval.
Mean lead_in_imps(const std::string& one, const std::string& other, int boards) {
  const Games games = all_games();
  const AnyGame& game = find_game(games, "bridge");
  return arena::test::play(
             arena::test::builtin_plan(game, {one, other, one, other}, boards, true, 5))
      .statistics.lead(0, 1)
      .score;
}

}  // namespace

TEST_CASE("the bots that solve deals think in threads of their own", "[bridge]") {
  for (const auto& bot : builtins())
    CHECK(bot.is_slow == (bot.name == "double_dummy" || bot.name == "sampler"));
}

TEST_CASE("sampler takes a number of samples, or says what is wrong with it", "[bridge]") {
  const auto& sampler = *std::ranges::find(builtins(), "sampler", &Builtin<Bridge>::name);
  const auto refusal = [&](std::string_view settings) {
    return std::string(sampler.refusal({.settings = settings}).text());
  };
  CHECK(refusal("samples=1").empty());
  CHECK(refusal("samples=1000").empty());
  for (const std::string wrong : {"", "0", "1001", "-1", "1.5", "3 samples=3"})
    CHECK(refusal("samples=" + wrong) ==
          "samples must be a whole number from 1 to 1000, not \"" + wrong + '"');
  CHECK(refusal("sample=3") == "unknown setting \"sample\"; known: samples");
  CHECK(with_samples(sampler_style, "samples=32").samples == 32);
}

TEST_CASE("each built-in bot beats the one before in IMPs", "[bridge][natural]") {
  const Mean over_random = lead_in_imps("pass", "random", 60);
  CHECK(over_random.interval()->low > 0);
  const Mean over_pass = lead_in_imps("natural", "pass", 60);
  CHECK(over_pass.interval()->low > 0);
  CHECK(over_pass.value() < 24);
}
