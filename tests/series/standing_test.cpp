// The verdict of a series, and the words of the standing.
#include "arena/series/statistics/standing.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/series/statistics/figures.hpp"
#include "arena/series/statistics/series_verdict.hpp"

using namespace arena;
using Kind = SeriesVerdict::Kind;

namespace {

/// A match of players who each made a move; the places follow from the scores.
MatchResult match_of(const std::vector<int>& scores) {
  MatchResult result{
      scores, {}, std::vector<long>(scores.size(), 1), std::vector<std::string>(scores.size())};
  for (const int score : scores) {
    const auto better = std::ranges::count_if(scores, [score](int other) { return other > score; });
    result.places.push_back(1 + static_cast<int>(better));
  }
  return result;
}

/// Every match is a deal of its own; player p sits in seat p.
SeriesStatistics played(const std::vector<MatchResult>& matches) {
  const int players = static_cast<int>(matches.front().scores.size());
  SeriesStatistics statistics(players, true);
  std::vector<int> seating;
  for (int player = 0; player < players; ++player) seating.push_back(player);
  for (std::size_t deal = 0; deal < matches.size(); ++deal)
    statistics.add(static_cast<int>(deal), seating, matches[deal]);
  statistics.finish();
  return statistics;
}

/// Of ten matches the first player wins `wins` by one point, and loses the others by ten.
SeriesStatistics small_wins_and_large_losses(int deals, int wins) {
  std::vector<MatchResult> matches;
  for (int deal = 0; deal < deals; ++deal)
    matches.push_back(
        match_of(deal % 10 < wins ? std::vector{1, 0} : std::vector{0, 10 + deal % 3}));
  return played(matches);
}

std::string words(const SeriesStatistics& statistics, RankBy by,
                  const std::vector<std::string>& names = {"ann", "bob", "cat"}) {
  return verdict_text(verdict_of(statistics, by), statistics, {"poker", names, 0});
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("who wins small and loses large is better by wins, and worse by score", "[verdict]") {
  const SeriesStatistics statistics = small_wins_and_large_losses(400, 6);
  const SeriesVerdict by_wins = verdict_of(statistics, RankBy::wins);
  CHECK(by_wins.kind == Kind::stronger);
  CHECK(by_wins.leader == 0);
  CHECK(by_wins.lead == Approx(0.6));
  const SeriesVerdict by_score = verdict_of(statistics, RankBy::score);
  CHECK(by_score.kind == Kind::stronger);
  CHECK(by_score.leader == 1);
  CHECK(by_score.lead > 0);
  CHECK(by_score.interval.value().low > 0);
  const std::string text = words(statistics, RankBy::score);
  CHECK(has(text, "bob is stronger by score (95 % interval +"));
  CHECK(has(text, "By wins, ann leads with 60.0 % ("));
  CHECK(has(words(statistics, RankBy::wins), "ann is stronger by wins (95 % interval 5"));
  CHECK(has(words(statistics, RankBy::wins), "By score, bob leads by "));
}

TEST_CASE("an undecided verdict says about how many more deals would decide it", "[verdict]") {
  const SeriesStatistics statistics = small_wins_and_large_losses(60, 6);
  const SeriesVerdict verdict = verdict_of(statistics, RankBy::wins);
  REQUIRE(verdict.kind == Kind::undecided);
  // Wilson's interval of a share of 0.6 begins at 0.5 when 0.1^2 = z^2 0.5 (1 - 0.5) / n: n = 96.
  CHECK(60 + verdict.more_deals == Approx(96).margin(8));
  CHECK(has(words(statistics, RankBy::wins), "ann leads, but this may be luck (95 % interval 4"));
  CHECK(has(words(statistics, RankBy::wins), "more deals would decide it: -n "));
  const int enough = 60 + static_cast<int>(verdict.more_deals);
  CHECK(verdict_of(small_wins_and_large_losses(enough + 10, 6), RankBy::wins).kind ==
        Kind::stronger);
}

TEST_CASE("a player that forfeited everything before its first move was never measured",
          "[verdict]") {
  MatchResult silent = match_of({0, 0});
  silent.places = {2, 1};
  silent.moves = {0, 0};
  silent.forfeit[0] = "exit";
  const SeriesStatistics statistics = played(std::vector(200, silent));
  CHECK(verdict_of(statistics, RankBy::wins).kind == Kind::not_compared);
  CHECK(words(statistics, RankBy::wins) ==
        "ann made no move, and forfeited 200 of 200 games. This does not measure "
        "strength. `arena check poker` with a bot's command shows what is wrong.\n");
}

TEST_CASE("a player that forfeited every game was never measured, whatever it moved before",
          "[verdict]") {
  MatchResult crash = match_of({-1180, -20});
  crash.forfeit[0] = "exit";
  crash.margins[0] = -1180;
  const SeriesStatistics all = played(std::vector(8, crash));
  for (const RankBy by : {RankBy::wins, RankBy::score}) {
    CHECK(verdict_of(all, by).kind == Kind::not_compared);
    CHECK(words(all, by) ==
          "ann forfeited 8 of 8 games. This does not measure strength. `arena check poker` with a "
          "bot's command shows what is wrong.\n");
  }

  std::vector<MatchResult> most(8, crash);
  most[2] = match_of({10, 30});
  CHECK(verdict_of(played(most), RankBy::wins).kind == Kind::stronger);
  CHECK(has(words(played(most), RankBy::wins),
            "By score, bob leads by 20 points a game, without the forfeits.\n"));
}

TEST_CASE("where each game ends by a forfeit of one or the other, both were never measured",
          "[verdict]") {
  MatchResult first = match_of({0, 5});
  first.forfeit[0] = "exit";
  MatchResult second = match_of({5, 0});
  second.forfeit[1] = "time";
  const SeriesStatistics statistics = played({first, second, first, first});
  CHECK(verdict_of(statistics, RankBy::wins).kind == Kind::not_compared);
  CHECK(has(words(statistics, RankBy::wins), "ann forfeited 3 of 4 games."));
  CHECK(has(words(statistics, RankBy::wins), "bob forfeited 1 of 4 games."));
}

TEST_CASE("score and margin of a standing are those of games without a forfeit", "[standing]") {
  MatchResult crash = match_of({-1180, -20});
  crash.forfeit[0] = "exit";
  crash.margins[0] = -1180;
  const SeriesStatistics statistics =
      played({match_of({10, 30}), crash, match_of({14, 20}), crash});
  StandingHead head;
  head.game = "poker";
  head.title = "Poker";
  head.names = {"ann", "bob"};
  head.matches = 4;
  const std::string text = standing_text(head, statistics);
  CHECK_FALSE(has(text, "1180"));
  CHECK(has(text,
            "ann forfeited 2 games (2 exit).\n2 of 4 games were played without a forfeit.\n"
            "Score and margin are of deals without a forfeit.\n"));
  const auto players = standing_json(head, statistics).at("players").as_array();
  CHECK(players.at(0).at("margin").as_double() == 13);
  CHECK(players.at(1).at("score").as_double() == 12);

  // Where points count, a forfeit must not pay.
  head.rank_by = RankBy::score;
  const auto counted = standing_json(head, statistics).at("players").as_array();
  CHECK(counted.at(1).at("score").as_double() == (10 + 14 - 2 * 1180) / 4.0);
  CHECK(counted.at(1).at("margin").as_double() == -13);

  const auto none = standing_json(head, played({crash, crash}));
  CHECK(none.at("forfeited_games").as_int64() == 2);
  CHECK(none.at("players").at(1).at("margin").is_null());
}

TEST_CASE("of equal shares of wins, fewer forfeits rank first, not the margin without them",
          "[standing]") {
  MatchResult gives_up = match_of({0, 5});
  gives_up.forfeit[0] = "exit";
  const SeriesStatistics statistics = played({match_of({30, 0}), gives_up});
  CHECK(statistics.of(0).margin.value() > statistics.of(1).margin.value());
  CHECK(statistics.ranking(RankBy::wins) == std::vector<int>{1, 0});
}

TEST_CASE("of two bots that never move, the first one ends every game", "[verdict]") {
  MatchResult dead = match_of({0, 0});
  dead.places = {2, 1};
  dead.moves = {0, 0};
  dead.forfeit[0] = "exit";
  MatchResult other = dead;
  other.places = {1, 2};
  other.forfeit = {"", "exit"};
  const SeriesStatistics statistics = played({dead, other, dead});
  CHECK(verdict_of(statistics, RankBy::wins).kind == Kind::not_compared);
  CHECK(has(words(statistics, RankBy::wins), "ann made no move, and forfeited 2 of 3"));
  CHECK(has(words(statistics, RankBy::wins), "bob made no move, and forfeited 1 of 3"));
}

TEST_CASE("how many more deals decide it follows Student's t, or the number of equal deals",
          "[verdict]") {
  const SeriesStatistics two = played({match_of({10, 0}), match_of({14, 0})});
  const SeriesVerdict few = verdict_of(two, RankBy::score);
  REQUIRE(few.kind == Kind::undecided);
  // Lead 12, standard deviation 2.83: t(0.975, 1) s / sqrt(2) = 25.4, t(0.975, 2) s / sqrt(3)
  // = 7.0.
  CHECK(few.more_deals == 1);
  const SeriesStatistics equal = played(std::vector(2, match_of({3, 1})));
  CHECK(verdict_of(equal, RankBy::score).more_deals ==
        2);  // Wilson's interval of 4 of 4 is above 0.5
}

TEST_CASE("what the rest of a run decides needs no larger one", "[verdict]") {
  const SeriesStatistics statistics = small_wins_and_large_losses(60, 6);
  const std::vector<std::string> names = {"ann", "bob"};
  const SeriesVerdict verdict = verdict_of(statistics, RankBy::wins);
  CHECK(has(verdict_text(verdict, statistics, {"poker", names, 60}), "would decide it: -n "));
  CHECK(has(verdict_text(verdict, statistics, {"poker", names, 1000}),
            "would decide it, which is within this run."));
}

TEST_CASE("the players that did play are compared beside one that never did", "[verdict]") {
  MatchResult match = match_of({5, 1, 0});
  match.moves[2] = 0;
  match.forfeit[2] = "time";
  const std::string text = words(played(std::vector(20, match)), RankBy::wins);
  CHECK(has(text, "cat made no move"));
  CHECK(has(text, "ann is stronger than bob by wins"));
}

TEST_CASE("with three players the second has to be left behind, by a widened interval",
          "[verdict]") {
  const auto play = [](int best) {
    std::vector<MatchResult> matches;
    for (int deal = 0; deal < 100; ++deal) {
      std::vector<int> scores(3, 0);
      scores[deal % 10 < best ? 0 : deal % 10 == 9 ? 2 : 1] = 1;
      matches.push_back(match_of(scores));
    }
    return played(matches);
  };
  // 50 and 40 of 100: both are well above a third.
  CHECK(verdict_of(play(5), RankBy::wins).kind == Kind::undecided);
  CHECK(has(words(play(5), RankBy::wins), "ann leads bob, but this may be luck"));
  // Wilson's interval of a mean of 0.55, of 50 ones, 40 zeros and 10 halves, at 5 % / 3: 0.4368 to
  // 0.6583. The difference of the two is twice that less one.
  CHECK(has(words(play(5), RankBy::wins),
            "95 % interval of the difference in win share -12.6 to +31.7 points, widened for 3 "
            "pairs of players"));
  CHECK(verdict_of(play(8), RankBy::wins).kind == Kind::stronger);
}

TEST_CASE("a mean of one deal has no interval in JSON", "[standing]") {
  StandingHead head;
  head.names = {"ann", "bob"};
  const auto interval_of = [&head](const std::vector<MatchResult>& matches) {
    return standing_json(head, played(matches)).at("players").at(0).at("score_95");
  };
  CHECK(interval_of({match_of({3, 1})}).is_null());
  // 4, and Student's t of one degree of freedom, 12.706, times an error of 1
  CHECK(interval_of({match_of({3, 1}), match_of({5, 1})}).at(0).as_double() ==
        Approx(-8.706).margin(1e-3));
}

TEST_CASE("one deal, a level series and equal leads have verdicts of their own", "[verdict]") {
  CHECK(words(played({match_of({3, 1})}), RankBy::wins) ==
        "One deal says little about strength. Play more with -n.\n");
  const SeriesStatistics level = played({match_of({3, 1}), match_of({1, 3})});
  CHECK(verdict_of(level, RankBy::wins).kind == Kind::level);
  CHECK(has(words(level, RankBy::wins), "are level by wins so far (95 % interval "));
  CHECK(has(words(level, RankBy::wins), "By score, they are level."));
  CHECK(words(played({match_of({2, 2})}), RankBy::wins) ==
        "One deal says little about strength. Play more with -n.\n");
  const SeriesStatistics same = played(std::vector(10, match_of({3, 1})));
  CHECK(
      has(words(same, RankBy::score), "ann is stronger by score (the same lead in all 10 deals)"));
  CHECK(verdict_of(played(std::vector(3, match_of({3, 1}))), RankBy::score).kind ==
        Kind::undecided);
}

TEST_CASE("figures have the digits that their interval deserves", "[figures]") {
  CHECK(digits_of(13.0) == 0);
  CHECK(digits_of(2.9) == 1);
  CHECK(digits_of(0.72) == 2);
  CHECK(digits_of(0.0072) == 4);
  CHECK(number_text(-0.0376, 4, true) == "-0.0376");
  CHECK(number_text(-0.0001, 1, true) == "0.0");
  CHECK(number_text(5.7, 1, true) == "+5.7");
  CHECK(number_text(5.7, 1, false) == "5.7");
  Mean mean;
  mean.add(22);
  CHECK(with_error(mean, 3, false) == "22");
  for (const double value : {10.0, 21.0, 30.0, 25.5}) mean.add(value);
  CHECK(with_error(mean, 1, true) == "+21.7 ± 9.2");
  CHECK(percent_text({0.474, 0.714}) == "47.4 to 71.4");
  CHECK(percent_text({0.50001, 0.50031}) == "50.001 to 50.031");
}

TEST_CASE("an end of an interval that is not the level does not look like it", "[figures]") {
  CHECK(digits_of({2.3, 23}, 0) == 0);
  CHECK(digits_of({0.4, 23}, 0) == 1);
  CHECK(digits_of({-0.5, 21}, 0) == 1);
  CHECK(digits_of({-21, -0.004}, 0) == 3);
  CHECK(digits_of({0, 23}, 0) == 0);
  CHECK(digits_of({1e-12, 23}, 0) == 0);
  CHECK(percent_text({0.5003, 0.584}) == "50.03 to 58.40");
  CHECK(percent_text({0.416, 0.49996}) == "41.600 to 49.996");
}
