// Teams of two different bots in a tournament: who sits where, what the store keeps of them, and
// that verifying notices a swap.
#include <algorithm>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "arena/game/typed_game.hpp"
#include "arena/tournament/play_tournament.hpp"
#include "arena/tournament/standings.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/tournament/stored/stored_progress.hpp"
#include "arena/tournament/stored/tournament_store.hpp"
#include "arena/tournament/verify.hpp"
#include "tests/builtin_series.hpp"
#include "tests/files.hpp"
#include "tests/game/little_whist.hpp"

namespace arena {

namespace {

PlayerSpec builtin_player(const std::string& name, const std::string& bot) {
  return {.kind = PlayerKind::builtin, .name = name, .words = {bot}};
}

NewEntrant team_of(const std::string& name, const std::vector<std::string>& bots) {
  NewEntrant team;
  team.name = name;
  PlayerSpec player{.kind = PlayerKind::team, .name = name};
  for (const std::string& bot : bots) {
    team.bots.push_back(test::builtin(bot, bot));
    player.bots.push_back(builtin_player(bot, bot));
  }
  team.player = to_json(player);
  return team;
}

NewEntrant single(const std::string& name, const std::string& bot) {
  NewEntrant entrant;
  entrant.name = name;
  entrant.bots.push_back(test::builtin(name, bot));
  entrant.player = to_json(builtin_player(name, bot));
  return entrant;
}

std::vector<Entrant> players_of(const StoredEntrant& stored) {
  std::vector<Entrant> bots;
  for (const StoredBot& bot : bots_of(stored)) {
    bots.push_back(test::builtin(bot.name, bot.player.words.at(0)));
  }
  return bots;
}

Games whist() {
  Games whist;
  whist.push_back(std::make_unique<const AnyGame>(typed_game<little_whist::GameModule>()));
  return whist;
}

class Cup {
 public:
  Cup() {
    settings_.game = games_.front().get();
    settings_.options = settings_.game->options.check({});
    tournament_ = {settings_, 4, {.deals = 5}, read_root_seed("7").value(), "whist"};
  }

  Store play(const std::function<std::vector<Entrant>(const StoredEntrant&)>& make_bots) {
    Store store = create_tournament(folder_.path() / "whist.db", tournament_, entrants_);
    const auto format = make_format(tournament_.format);
    const TournamentResults results =
        play_tournament({settings_, *format, tournament_.seed, 4, 1, make_bots}, store);
    if (results.failure) std::rethrow_exception(results.failure);
    REQUIRE(results.is_over);
    return store;
  }
  [[nodiscard]] const Games& games() const { return games_; }
  [[nodiscard]] const SeriesSettings& settings() const { return settings_; }

 private:
  Games games_ = whist();
  SeriesSettings settings_;
  NewTournament tournament_;
  std::vector<NewEntrant> entrants_ = {team_of("pair", {"careful", "random"}),
                                       single("ann", "careful"), single("bob", "random")};
  test::TestFolder folder_;
};

}  // namespace

TEST_CASE("the two bots of a team sit at the seats of its side", "[tournament][teams]") {
  Cup cup;
  const Store store = cup.play(players_of);
  std::map<std::string, int> games_of;  // seats of each bot in all games
  REQUIRE(store.matches() == 3 * 5 * 2);
  store.for_each_match(0, [&](const StoredMatch& match) {
    const Record record = read_record(store.record(match.number));
    for (std::size_t seat = 0; seat < 4; ++seat) {
      const std::size_t partner = (seat + 2) % 4;
      CHECK(match.seats[seat].entrant == match.seats[partner].entrant);
      CHECK(match.seats[seat].score == match.seats[partner].score);
      const std::string& name = record.players[seat].name;
      games_of[name] += 1;
      if (name == "pair (careful)") CHECK(record.players[partner].name == "pair (random)");
    }
  });
  CHECK(games_of == std::map<std::string, int>{
                        {"pair (careful)", 20}, {"pair (random)", 20}, {"ann", 40}, {"bob", 40}});
  const Standings standings = standings_of(store, *cup.settings().game);
  REQUIRE(standings.entrants.size() == 3);
  for (const EntrantStanding& entrant : standings.entrants) CHECK(entrant.sums.deals == 10);
  const Verification verified = verify(store, cup.games());
  CHECK(verified.findings.empty());
}

TEST_CASE("verifying notices partners that have changed places", "[tournament][teams]") {
  Cup cup;
  const Store store = cup.play([](const StoredEntrant& stored) {
    std::vector<Entrant> bots = players_of(stored);
    std::ranges::reverse(bots);
    return bots;
  });
  const Verification verified = verify(store, cup.games());
  REQUIRE_FALSE(verified.findings.empty());
  CHECK_THAT(verified.findings.front(), Catch::Matchers::Contains("names another player"));
}

TEST_CASE("verifying notices games that are missing at the end", "[tournament]") {
  Cup cup;
  const std::string path = cup.play(players_of).path();
  SQLite::Database file(path, SQLite::OPEN_READWRITE);
  for (const char* const table : {"timing", "result", "record"})
    file.exec(fmt::format("DELETE FROM {} WHERE match = 29", table));
  file.exec("DELETE FROM match WHERE number = 29");
  const Verification verified = verify(Store(path, Access::read), cup.games());
  CHECK_THAT(verified.findings,
             Catch::Matchers::VectorContains(std::string("1 of 30 games are missing at the end")));
}

TEST_CASE("what a format knows of a pairing is what its games say", "[tournament]") {
  Cup cup;
  const Store store = cup.play(players_of);
  const std::vector<StoredPairing> pairings = store.pairings();
  std::map<int, double> shares;  // of the first one of the pairing, by deal
  store.for_each_match(0, [&](const StoredMatch& match) {
    const int first = pairings[static_cast<std::size_t>(match.pairing)].entrants.front();
    const auto own = static_cast<std::size_t>(match.seats[0].entrant == first ? 0 : 1);
    const bool is_level = match.seats[0].place == match.seats[1].place;
    shares[5 * match.pairing + match.deal] += is_level                      ? 0.25
                                              : match.seats[own].place == 1 ? 0.5
                                                                            : 0;
  });
  const StoredProgress progress(store, *cup.settings().game, 2);
  for (const PlayedPairing& played : progress.view().played) {
    REQUIRE(played.result);
    double sum = 0;
    double squares = 0;
    for (int deal = 0; deal < 5; ++deal) {
      const double share = shares[5 * played.pairing.number + deal];
      sum += share;
      squares += share * share;
    }
    CHECK(played.result->shares[0] == sum);
    CHECK(played.result->shares[1] == 5 - sum);
    CHECK(played.result->share_squares == squares);
  }
}

TEST_CASE("a team has a bot for each seat of a side", "[tournament][teams]") {
  const Cup cup;
  for (const auto& [bots, says] :
       {std::pair(std::vector<std::string>{"random"},
                  "pair has 1 bot, but a side of Little whist has 2 seats"),
        std::pair(std::vector<std::string>{"random", "careful", "random"}, "pair has 3 bots")}) {
    CHECK_THROWS_WITH(to_stored(team_of("pair", bots), cup.settings(), 4),
                      Catch::Matchers::Contains(says));
  }
}

}  // namespace arena
