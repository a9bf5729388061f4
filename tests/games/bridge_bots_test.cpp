// The built-in bots of bridge: natural's calls in single cases, and their results in IMPs.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "games/bridge/bots/bots.hpp"
#include "games/bridge/bots/natural.hpp"
#include "games/bridge/bots/solving_bots.hpp"
#include "tests/builtin_series.hpp"
#include "tests/games/bridge_table.hpp"

using namespace arena;
using namespace arena::bridge;
using namespace arena::bridge::test;

namespace {

/// What North calls with this hand after these calls; the dealer is chosen so that it is its turn.
std::string call_with(const std::string& hand, const std::string& calls = "") {
  const int before = static_cast<int>(words(calls).size());
  Auction auction(after(0, 4 - before % 4));
  Seat caller = auction.dealer();
  for (const std::string& word : words(calls)) {
    auction.add(*read_call(word), caller);
    caller = after(caller);
  }
  Hands read;
  REQUIRE(from_text("N:" + hand + " ... ... ...", read));
  REQUIRE(read.of[0].size() == 13);
  View view{};
  view.stage = Stage::auction;
  view.dummy = no_seat;
  view.hand = read.of[0];
  view.auction = auction;
  view.legal = Moves::of_calls(auction.legal(0));
  return text_of(natural_call(view));
}

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
  CHECK(refusal("").empty());
  CHECK(refusal("samples=1").empty());
  CHECK(refusal("samples=1000").empty());
  for (const std::string wrong : {"", "0", "1001", "-1", "1.5", "3 samples=3"})
    CHECK(refusal("samples=" + wrong) ==
          "samples must be a whole number from 1 to 1000, not \"" + wrong + '"');
  CHECK(refusal("sample=3") == "unknown setting \"sample\"; known: samples");
  CHECK(with_samples(sampler_style, "samples=32").samples == 32);
  CHECK(with_samples(sampler_style, "").samples == sampler_style.samples);
}

TEST_CASE("natural opens by points and shape", "[bridge][natural]") {
  CHECK(call_with("AKJ52.K4.Q83.T62") == "1S");
  CHECK(call_with("K4.AKJ52.Q83.T62") == "1H");
  CHECK(call_with("AK32.K4.QJ83.T62") == "1D");
  CHECK(call_with("AK32.K42.QJ8.T62") == "1C");
  CHECK(call_with("AK32.K42.QJ8.AT6") == "1NT");
  CHECK(call_with("AK32.KQ2.AQ8.KT6") == "2NT");
  CHECK(call_with("AKQJ2.KQ2.AQ8.K6") == "2C");
  CHECK(call_with("KQJ952.42.Q83.62") == "2S");
  CHECK(call_with("7.KQJ9532.83.J62") == "3H");
  CHECK(call_with("KQJ95.42.Q83.J62") == "pass");
}

TEST_CASE("natural raises a major by its points", "[bridge][natural]") {
  CHECK(call_with("Q53.K842.J83.962", "1S pass") == "2S");
  CHECK(call_with("Q53.KQ42.A83.962", "1S pass") == "3S");
  CHECK(call_with("Q532.KQ42.AK3.62", "1S pass") == "4S");
  CHECK(call_with("953.9842.J83.962", "1S pass") == "pass");
  CHECK(call_with("95.KQ842.J83.962", "1S pass") == "1NT");
  CHECK(call_with("KQ84.95.J83.9652", "1H pass") == "1S");
}

TEST_CASE("natural answers 1NT: Stayman, games, weak suits", "[bridge][natural]") {
  CHECK(call_with("KQ84.A5.J83.9652", "1NT pass") == "2C");
  CHECK(call_with("K84.A5.KJ83.9652", "1NT pass") == "3NT");
  CHECK(call_with("98543.A5.J83.965", "1NT pass") == "2S");
  CHECK(call_with("985.A54.J83.9652", "1NT pass") == "pass");
  CHECK(call_with("AK32.K42.QJ8.AT6", "1NT pass 2C pass") == "2S");
  CHECK(call_with("AK3.K42.QJ82.AT6", "1NT pass 2C pass") == "2D");
}

TEST_CASE("natural asks for aces before a slam, and answers", "[bridge][natural]") {
  CHECK(call_with("KQ84.AKQ5.A83.K2", "1S pass") == "4NT");
  CHECK(call_with("AJ976.2.KQ42.A53", "1S pass 4NT pass") == "5H");
  CHECK(call_with("KQ84.AKQ5.A83.K2", "1S pass 4NT pass 5H pass") == "6S");
  CHECK(call_with("KQ84.KQJ5.A83.KQ", "1S pass 4NT pass 5C pass") == "5S");
}

TEST_CASE("natural overcalls, doubles for takeout, and answers a double", "[bridge][natural]") {
  CHECK(call_with("AQJ52.K4.983.T62", "1D") == "1S");
  CHECK(call_with("AQ52.KJ94.3.KT62", "1D") == "X");
  CHECK(call_with("AQ5.KJ9.KQ3.KT62", "1D") == "1NT");
  CHECK(call_with("9752.K4.983.T652", "1D X pass") == "1S");
}

TEST_CASE("each built-in bot beats the one before in IMPs", "[bridge][natural]") {
  const Mean over_random = lead_in_imps("pass", "random", 60);
  CHECK(over_random.interval()->low > 0);
  const Mean over_pass = lead_in_imps("natural", "pass", 60);
  CHECK(over_pass.interval()->low > 0);
  CHECK(over_pass.value() < 24);
}
