// What moves lost, and how it adds up: exactly in the bidding game and in bridge, by a search
// elsewhere.
#include "arena/review/review.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/described.hpp"
#include "arena/game/games.hpp"
#include "arena/game/typed_setup.hpp"
#include "games/bidding/last_rounds.hpp"
#include "games/bidding/value_table.hpp"
#include "games/bridge/score.hpp"
#include "protocols/bridge/bridge.hpp"
#include "tests/builtin_series.hpp"
#include "tests/errors.hpp"

using namespace arena;

namespace {

const Games games = all_games();

/// A review of matches between built-in bots, which are called "random-1" and so on.
GameReview review_of(std::string_view game_name, const std::vector<std::string>& bots, int deals,
                     const GameReviewSettings& settings, const json::object& options = {},
                     const std::string& player = "") {
  const AnyGame& game = find_game(games, std::string(game_name));
  GamesToReview wanted(game, player, 1000);
  for (const PlayedMatch& match :
       test::play(test::builtin_plan(game, bots, deals, false, 1, options)).matches)
    REQUIRE(wanted.add(match.number + 1, match.record).empty());
  return review_games(game, wanted.records(), settings);
}

/// A review of one record.
GameReview review_of(Record record) {
  const AnyGame& game = find_game(games, record.game);
  GamesToReview wanted(game, "", 1);
  static_cast<void>(wanted.add(1, std::move(record)));
  return review_games(game, wanted.records(), {.play_outs = 20});
}

/// A match between built-in bots.
Record record_of(std::string_view game_name, const std::vector<std::string>& bots,
                 const json::object& options = {}) {
  const AnyGame& game = find_game(games, std::string(game_name));
  return test::play(test::builtin_plan(game, bots, 1, false, 1, options)).matches[0].record;
}

const PlayerReview& of(const GameReview& review, std::string_view player) {
  const auto found = std::ranges::find(review.players, player, &PlayerReview::player);
  REQUIRE(found != review.players.end());
  return *found;
}

/// The figures of a player follow from its moves.
void check_sums(const GameReview& review) {
  for (const PlayerReview& player : review.players) {
    double habits = 0;
    for (const Habit& habit : player.habits) habits += habit.loss * habit.times;
    CHECK(habits == Approx(player.loss * player.decisions).margin(1e-9));
    CHECK(std::ranges::is_sorted(player.worst, std::ranges::greater(),
                                 [](const ReviewedMove& move) { return move.loss - move.error; }));
    CHECK(player.worst.size() <= 10);
  }
  for (const ReviewedMove& move : review.moves) {
    INFO(move.played << " or " << move.better);
    CHECK(move.played != move.better);
    CHECK(move.better.empty() == move.better_kind.empty());
    CHECK_FALSE(move.kind.empty());
    if (move.exact) CHECK((move.error == 0 && move.loss >= 0));
    if (move.better.empty()) CHECK(move.loss == 0);
  }
}

}  // namespace

TEST_CASE("review: the last rounds of the bidding game have the values of the whole game",
          "[review]") {
  using namespace bidding;
  const Ties ties = GENERATE(Ties::discard, Ties::carry);
  for (const Prizes order : {Prizes::random, Prizes::ascending, Prizes::descending}) {
    const ValueTable table({5, ties, order, Objective::difference});
    LastRounds rounds(order, ties, 5);
    Rest rest{Cards::up_to(5), Cards::up_to(5), Cards::up_to(5)};
    const int gone = order == Prizes::descending ? 5 : 1;
    const int carried = ties == Ties::carry ? gone : 0;  // then the first bids were equal
    rest.own.remove(2);
    rest.other.remove(ties == Ties::carry ? 2 : 4);
    rest.prizes.remove(gone);
    next_prizes(order, rest.prizes).for_each([&](int prize) {
      const PayMatrix own = rounds.round(rest, prize, prize + carried);
      const PayMatrix known = table.round({rest.own, rest.other, rest.prizes, 0, carried}, prize);
      for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column)
          CHECK(own.at(row, column) == Approx(known.at(row, column)).margin(1e-9));
      }
    });
  }
}

TEST_CASE("review: a best player of the bidding game loses nothing, and others what they give away",
          "[review]") {
  const GameReview review = review_of("bidding", {"optimal", "mimic"}, 20, {}, {{"cards", 5}});
  check_sums(review);
  CHECK(review.unit == "points");
  const PlayerReview& best = of(review, "optimal-1");
  CHECK(best.games == 20);
  CHECK(best.decisions == 80);  // the last of five bids is forced
  CHECK(best.best == 80);
  CHECK(best.loss == 0);
  CHECK(best.worst.empty());
  const PlayerReview& mimic = of(review, "mimic-2");
  CHECK(mimic.loss > 0);
  CHECK_FALSE(mimic.luck);
}

TEST_CASE("review: of more cards the last rounds are reviewed, of more seats none", "[review]") {
  const GameReview review = review_of("bidding", {"scatter", "random"}, 1, {});
  check_sums(review);
  for (const ReviewedMove& move : review.moves) CHECK((move.exact && move.move > 12));
  CHECK(of(review, "scatter-1").decisions == 6);
  CHECK(review_of(record_of("bidding", {"random", "random", "random", "random"})).moves.empty());
}

TEST_CASE("review: play-outs find what weak bots lose", "[review]") {
  const auto [game, bots, options] =
      GENERATE(table<std::string, std::vector<std::string>, json::object>(
          {{"lost_cities", {"greedy", "random"}, {}},
           {"streams", {"balance", "random"}, {}},
           {"yard_bridge", {"loader", "random"}, {{"deals", 2}}}}));
  INFO(game);
  const GameReview review = review_of(game, bots, 2, {.play_outs = 60}, options);
  check_sums(review);
  const PlayerReview& good = of(review, bots[0] + "-1");
  const PlayerReview& bad = of(review, "random-2");
  CHECK(good.loss < bad.loss);
  REQUIRE(good.luck);
  CHECK(good.luck->games == 2);
  CHECK_FALSE(review.baseline.empty());
}

TEST_CASE("review: Most is reviewed by play-outs of moves that it samples", "[review]") {
  const GameReview review =
      review_of("most", {"melder", "random"}, 1, {.play_outs = 60}, {{"deals", 1}});
  check_sums(review);
  CHECK(of(review, "random-2").loss > 0);
}

TEST_CASE("review: bridge is reviewed by double-dummy analysis", "[review]") {
  const GameReview review = review_of("bridge", {"natural", "random", "natural", "random"}, 3, {});
  check_sums(review);
  CHECK(review.unit == "IMPs");
  std::set<std::string> kinds;
  for (const ReviewedMove& move : review.moves) {
    CHECK(move.exact);
    kinds.insert(move.kind);
  }
  CHECK(kinds == std::set<std::string>{"auction", "opening lead", "declarer's play", "defence"});
  // Of each board, the auction of each side is one decision.
  CHECK(std::ranges::count(review.moves, "auction", &ReviewedMove::kind) == 3 * 2);
}

TEST_CASE("review: the cards of bridge that lose are those of the review of boards", "[review]") {
  using namespace bridge;
  const Record record = record_of("bridge", {4, "random"});
  const auto events = whole_match<GameModule>(record, 1).events;
  const PlayedBoard board = boards_of(events, {}, std::vector<std::string>(4)).at(0);
  const auto known = review(board, *double_dummy(nullptr), nullptr);
  REQUIRE(known);
  std::vector<std::string> expected;
  double imps_lost = 0;
  for (std::size_t card = 0; card < known->costs.size(); ++card) {
    if (known->costs[card] == 0) continue;
    expected.push_back(text_of(board.tricks.cards[card]));
    const bool declares =
        side_of(player_of(board.tricks, card)) == side_of(board.contract->declarer);
    const auto score = [&](std::size_t cards) {
      const bool vulnerable = is_vulnerable(board.vulnerable, side_of(board.contract->declarer));
      return duplicate_score(*board.contract, known->tricks[cards], vulnerable);
    };
    imps_lost += imps((declares ? 1 : -1) * (score(card) - score(card + 1)));
  }
  REQUIRE(expected.size() > 3);
  std::vector<std::string> found;
  double found_lost = 0;
  for (const ReviewedMove& move : review_of(record).moves) {
    if (move.kind == "auction" || move.better.empty()) continue;
    found.push_back(move.played);
    found_lost += move.loss;
  }
  CHECK(found == expected);
  CHECK(found_lost == imps_lost);
}

TEST_CASE("review: it does not depend on the number of threads", "[review]") {
  const auto text = [](int jobs) {
    return boost::json::serialize(described::to_json(
        review_of("lost_cities", {"greedy", "greedy"}, 3, {.play_outs = 20, .jobs = jobs})));
  };
  CHECK(text(1) == text(3));
}

TEST_CASE("review: one player, or all of them", "[review]") {
  const GameReview review =
      review_of("bidding", {"mimic", "random"}, 3, {}, {{"cards", 4}}, "mimic-1");
  REQUIRE(review.players.size() == 1);
  CHECK(review.players[0].games == 3);
  CHECK(std::ranges::all_of(review.moves, [](const ReviewedMove& move) { return move.seat == 0; }));
  CHECK(test::error_of([] {
          review_of("bidding", {"mimic", "random"}, 1, {}, {{"cards", 4}}, "x");
        }) == "no game has the player \"x\"; there are: mimic-1, random-2");
}

TEST_CASE(
    "review: partners of one name are one player, and a player against itself plays two games",
    "[review]") {
  const auto named = [](const std::vector<std::string>& by_seat) {
    Record record = record_of("bridge", {4, "random"});
    for (std::size_t seat = 0; seat < by_seat.size(); ++seat)
      record.players[seat].name = by_seat[seat];
    return review_of(record);
  };
  const GameReview teams = named({"a", "b", "a", "b"});
  REQUIRE(teams.players.size() == 2);
  CHECK(teams.players[0].games == 1);
  const GameReview itself = named({"a", "a", "a", "a"});
  REQUIRE(itself.players.size() == 1);
  CHECK(itself.players[0].games == 2);
  CHECK(itself.players[0].decisions == teams.players[0].decisions + teams.players[1].decisions);
}

TEST_CASE("review: a record that breaks the rules counts as far as it goes, without luck",
          "[review]") {
  Record record = record_of("lost_cities", {"random", "random"});
  CHECK(review_of(record).players[0].luck);
  record.moves.resize(5);
  const GameReview review = review_of(record);
  CHECK((!review.moves.empty() && review.moves.size() <= 5));
  CHECK_FALSE(review.players[0].luck);
}

TEST_CASE("review: records that do not count are named", "[review]") {
  const AnyGame& game = find_game(games, "lost_cities");
  GamesToReview wanted(game, "", 2);
  Record record = record_of("lost_cities", {"random", "random"});
  CHECK(wanted.add(1, record).empty());
  CHECK(wanted.add(2, record) == "this match is there already, and counts once");
  record.options["max_turns"] = -5;
  CHECK(wanted.add(3, record) == "max_turns must be from 1 to 60000, not -5");
  CHECK(wanted.records().size() == 1);
  CHECK_FALSE(wanted.is_full_for(record));
}

TEST_CASE("review: the luck is that of the deal in the record", "[review]") {
  const AnyGame& game = find_game(games, "lost_cities");
  for (const PlayedMatch& match :
       test::play(test::builtin_plan(game, {"greedy", "greedy"}, 4, false, 1)).matches) {
    const Record& record = match.record;
    Record without_seed = record;
    without_seed.seed = std::nullopt;
    const auto luck = of(review_of(record), "greedy-1").luck;
    REQUIRE(luck);
    CHECK(luck->deals == of(review_of(without_seed), "greedy-1").luck->deals);
    const double first = game.baseline->of({}, 2, {*record.seed, match.number})[0];
    CHECK(luck->deals == first);
  }
}

TEST_CASE("review: a forfeit is said", "[review]") {
  Record record = record_of("lost_cities", {"random", "random"});
  record.moves.resize(1);
  record.forfeits.push_back({record.moves[0].seat, "exit", "", 1, {}});
  const GameReview review = review_of(record);
  const std::string& name = record.players[static_cast<std::size_t>(record.moves[0].seat)].name;
  CHECK(of(review, name).forfeits == 1);
}
