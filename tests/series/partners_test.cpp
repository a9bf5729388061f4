// Partners: a game with four seats on two sides, its laws, series, standing, forfeits and records.
#include <bit>
#include <fstream>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/typed_game.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/earlier_games.hpp"
#include "arena/series/statistics/standing.hpp"
#include "arena/series/statistics/statistics.hpp"
#include "tests/builtin_series.hpp"
#include "tests/files.hpp"
#include "tests/forfeit_laws.hpp"
#include "tests/game/little_whist.hpp"
#include "tests/laws.hpp"

using namespace arena;
using namespace arena::little_whist;
using Catch::Contains;
using test::builtin;
using test::play;

namespace {

/// Deals the cards that the seat does not see to the others again, as many to each as before.
void disguise(Position<LittleWhist>& now, Seat seat, Rng& rng) {
  State& state = now.state;
  FixedVector<int, card_count> hidden;
  for (int card = 0; card < card_count; ++card) {
    for (Seat other = 0; other < seat_count; ++other) {
      if (other != seat && (state.hands[index_of(other)] & card_bit(card)) != 0)
        hidden.push_back(card);
    }
  }
  rng.shuffle(hidden);
  std::size_t next = 0;
  for (Seat other = 0; other < seat_count; ++other) {
    if (other == seat) continue;
    Cards& hand = state.hands[index_of(other)];
    const int count = std::popcount(hand);
    hand = 0;
    for (int i = 0; i < count; ++i) hand |= card_bit(hidden[next++]);
  }
}

/// Plays its first legal card. In seat 2 it leaves at its third turn.
class Leaver final : public test::MovingBot {
 public:
  std::variant<std::string, Fault> move(std::shared_ptr<const AnyView> view) override {
    const json::object seen = view->fields();
    if (++turn_ == 3 && seen.at("seat") == 2) return Fault{FaultKind::exit, "left"};
    View known;
    known.hand = seen.at("hand").to_number<Cards>();
    known.led = seen.at("led").to_number<int>();
    return text_of(LittleWhist::moves(known)[0]);
  }

 private:
  int turn_ = 0;
};

Entrant leaver(const std::string& name) {
  Entrant entrant;
  entrant.name = name;
  entrant.kind = std::make_shared<InProcessEntrant>([] { return std::make_unique<Leaver>(); });
  return entrant;
}

SeriesPlan plan_of(const AnyGame& game, std::vector<Entrant> players, int deals, bool duplicate) {
  if (static_cast<int>(players.size()) < seat_count)
    players = at_all_seats(players, game.info.sides_of(seat_count));
  return test::plan_of(game, std::move(players), deals, duplicate, 42);
}

std::string standing_of(const SeriesPlan& plan, const SeriesStatistics& statistics) {
  StandingHead head;
  head.game = "little_whist";
  head.title = "Little whist";
  head.names = team_names(plan.entrants, plan.schedule.sides());
  head.seatings = plan.schedule.tables();
  head.matches = plan.schedule.matches();
  return standing_text(head, statistics);
}

std::string names_of(const Record& record) {
  std::string names;
  for (const RecordedPlayer& player : record.players) names += player.name + " ";
  return names;
}

}  // namespace

TEST_CASE("a game with partners keeps the laws of every game", "[partners][laws]") {
  const AnyGame game = typed_game<GameModule>();
  Setup<LittleWhist> setup;
  setup.seats = seat_count;
  laws::check_laws<GameModule>(game, setup, 50, disguise);
}

TEST_CASE("a forfeit never pays for the side of the seat", "[partners][forfeit]") {
  Setup<LittleWhist> setup;
  setup.seats = seat_count;
  laws::forfeits_never_pay<LittleWhist>({setup});
}

TEST_CASE("partners share score and place", "[partners]") {
  Setup<LittleWhist> setup;
  setup.seats = seat_count;
  for (int card = 0; card < card_count; ++card) setup.deal.cards.push_back(card);
  for (Seat first = 0; first < seat_count; ++first) {
    setup.deal.first = first;  // no player can follow the leader's suit
    Match<LittleWhist> match(setup);
    Rng rng(1);
    laws::play_to_the_end(match, rng);
    Record record;
    match.finish(record);
    CHECK(record.scores == (first % 2 == 0 ? std::vector{4, 0, 4, 0} : std::vector{0, 4, 0, 4}));
    CHECK(record.places == (first % 2 == 0 ? std::vector{1, 2, 1, 2} : std::vector{2, 1, 2, 1}));
  }
}

TEST_CASE("equal teams share every duplicate deal, and only then", "[partners][duplicate]") {
  const AnyGame game = typed_game<GameModule>();
  const std::vector<Entrant> players = {builtin("ann", "careful"), builtin("bob", "careful")};
  const auto twice = play(plan_of(game, players, 60, true));
  CHECK(twice.matches.size() == 120);
  CHECK(twice.statistics.deals() == 60);
  CHECK(twice.statistics.of(0).share.value() == 0.5);
  CHECK_FALSE(twice.statistics.of(0).share.has_error());
  CHECK_FALSE(twice.statistics.of(0).score.has_error());
  CHECK_FALSE(twice.statistics.lead(0, 1).score.has_error());
  CHECK(twice.statistics.of(0).wins > 10);
  CHECK(twice.statistics.of(0).moves == 60 * 16);
  const auto once = play(plan_of(game, players, 60, false));
  CHECK(once.statistics.of(0).share.has_error());
}

TEST_CASE("the two tables of a deal have the same cards and the sides exchanged",
          "[partners][duplicate]") {
  const AnyGame game = typed_game<GameModule>();
  const std::vector<Entrant> players = {builtin("ann", "careful"), builtin("bob", "random")};
  const auto played = play(plan_of(game, players, 20, true));
  REQUIRE(played.matches.size() == 40);
  for (std::size_t i = 0; i < 40; i += 2) {
    CHECK(played.matches[i].record.deal == played.matches[i + 1].record.deal);
    CHECK(names_of(played.matches[i].record) == "ann bob ann bob ");
    CHECK(names_of(played.matches[i + 1].record) == "bob ann bob ann ");
  }
}

TEST_CASE("four players are two teams that stay together", "[partners][duplicate]") {
  const AnyGame game = typed_game<GameModule>();
  const SeriesPlan plan = plan_of(game,
                                  {builtin("ann", "careful"), builtin("bob", "random"),
                                   builtin("cat", "careful"), builtin("dan", "random")},
                                  300, true);
  const auto played = play(plan);
  CHECK(names_of(played.matches[0].record) == "ann bob cat dan ");
  CHECK(names_of(played.matches[1].record) == "bob cat dan ann ");
  CHECK(played.statistics.of(0).wins > played.statistics.of(1).wins);
  const std::string text = standing_of(plan, played.statistics);
  INFO(text);
  CHECK_THAT(text, Contains("600 games (300 deals, each in 2 seatings)"));
  CHECK_THAT(text, Contains("\n1.  ann + cat  "));
  CHECK_THAT(text, Contains("\n2.  bob + dan  "));
  CHECK_THAT(text, Contains("ann + cat is stronger by wins"));
}

TEST_CASE("as many bots as sides play whole sides; more players, or a person, sit seat by seat",
          "[partners]") {
  const Entrant ann = builtin("ann", "careful");
  const Entrant bob = builtin("bob", "random");
  Entrant you;
  you.kind = std::make_shared<PersonEntrant>();
  CHECK(play_whole_sides({}, {4, 2}));
  CHECK(play_whole_sides({ann}, {4, 2}));
  CHECK(play_whole_sides({ann, bob}, {4, 2}));
  CHECK_FALSE(play_whole_sides({ann, bob, ann}, {4, 2}));
  CHECK_FALSE(play_whole_sides({you}, {4, 2}));
  CHECK_FALSE(play_whole_sides({ann, bob}, {2, 0}));
  CHECK_FALSE(play_whole_sides({ann}, {4, 0}));
  const auto seated = at_all_seats({ann, bob}, {4, 2});
  REQUIRE(seated.size() == 4);
  CHECK(seated[0].name + seated[1].name + seated[2].name + seated[3].name == "annbobannbob");
}

TEST_CASE("one player in all seats of a side stands under its own name", "[partners]") {
  const AnyGame game = typed_game<GameModule>();
  const SeriesPlan plan =
      plan_of(game, {builtin("ann", "careful"), builtin("bob", "random")}, 30, true);
  const std::string text = standing_of(plan, play(plan).statistics);
  INFO(text);
  CHECK_THAT(text, Contains("\n1.  ann     "));
  CHECK_THAT(text, Contains("\n2.  bob     "));
  CHECK_THAT(text, !Contains(" + "));
}

TEST_CASE("a seat's forfeit is that of its side, at whichever table", "[partners][forfeit]") {
  const AnyGame game = typed_game<GameModule>();
  const SeriesPlan plan = plan_of(game, {builtin("ann", "careful"), leaver("bob")}, 20, true);
  const auto played = play(plan);
  for (std::size_t i = 0; i < played.matches.size(); ++i) {
    const Record& record = played.matches[i].record;
    laws::replays(game, record);
    if (i % 2 == 0) {
      CHECK(record.forfeits.empty());
      continue;
    }
    REQUIRE(record.forfeits.size() == 1);
    CHECK(record.forfeits[0].seat == 2);
    CHECK(record.end == "forfeit");
    CHECK(record.places == std::vector{2, 1, 2, 1});
    // Two tricks were complete: the worst is to win none of the others.
    const int own = record.scores.value()[2];
    CHECK(record.counted[0].worst == Worst{own, own - (4 - own)});
  }
  CHECK(played.statistics.of(0).forfeit_count() == 0);
  CHECK(played.statistics.of(1).forfeits.at("exit") == 20);
  CHECK(played.statistics.of(0).wins >= 20);
  CHECK_THAT(standing_of(plan, played.statistics), Contains("bob forfeited 20 games (20 exit)."));
}

TEST_CASE("a record that gives partners different places, or another place, breaks the rules",
          "[partners][replay]") {
  const AnyGame game = typed_game<GameModule>();
  const std::vector<Entrant> players = {builtin("ann", "careful"), builtin("bob", "random")};
  Record record = play(plan_of(game, players, 1, false)).matches.front().record;
  laws::replays(game, record);
  record.places.value()[3] = 4;
  CHECK(game.matches.replay(read_record(to_line(record)), {}).broken);
}

TEST_CASE("a run that goes on counts the recorded games of teams", "[partners][resume]") {
  const AnyGame game = typed_game<GameModule>();
  SeriesPlan plan = plan_of(game, {builtin("ann", "careful"), leaver("bob")}, 5, true);
  const auto played = play(plan);
  const arena::test::TestFolder folder;
  const std::string path = folder.at("games.jsonl");
  {
    std::ofstream file(path);
    for (const PlayedMatch& match : played.matches) file << to_line(match.record) << '\n';
  }
  plan.matches = {};
  const auto earlier = earlier_games(path, plan);
  REQUIRE(earlier.size() == 10);
  for (const auto& [match, result] : earlier) {
    const auto expected = result_of(played.matches[static_cast<std::size_t>(match)].record, 2);
    CHECK(result.scores == expected.scores);
    CHECK(result.forfeit == expected.forfeit);
    CHECK(result.scores.size() == 2);
  }
}

TEST_CASE("tables played at the same time give the same records", "[partners][series]") {
  const AnyGame game = typed_game<GameModule>();
  SeriesPlan plan = plan_of(game, {builtin("ann", "careful"), builtin("bob", "random")}, 20, true);
  const auto played = [&plan] {
    std::vector<std::string> lines;
    for (const PlayedMatch& match : play(plan).matches) lines.push_back(to_line(match.record));
    return lines;
  };
  const auto alone = played();
  plan.jobs = 4;
  CHECK(played() == alone);
}

TEST_CASE("seats that make no equal sides are refused", "[partners]") {
  const AnyGame game = typed_game<GameModule>();
  CHECK_NOTHROW(game.options.check_seats(4, {}));
  CHECK_THROWS_WITH(game.options.check_seats(3, {}), "Little whist has 4 seats, not 3");
}
