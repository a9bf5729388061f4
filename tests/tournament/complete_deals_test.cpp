// Which matches may be read while a tournament is played.
#include "arena/tournament/stored/complete_deals.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "tests/files.hpp"

using namespace arena;

namespace {

const GameInfo& lost_cities() {
  static const Games games = all_games();
  return find_game(games, "lost_cities").info;
}

const json::object with_same_deals{{"same_deals", true}};
const json::object with_given_deals{{"given_deals", {json::object{}}}};

/// A tournament of Lost Cities whose four entrants play two pairings of two deals in each batch.
class PlayedInTurn {
 public:
  /// `settings`: of its format.
  explicit PlayedInTurn(const json::object& settings)
      : store_(create(folder_.at("a.db"), settings)) {}

  void add_match() {
    const int number = store_.matches();
    if (number % 8 == 0) add_batch();
    StoredMatch match;
    match.number = number;
    match.pairing = number / 4;
    match.deal = number / 2 % 2;
    match.table = number % 2;
    match.seats.resize(2);
    match.seats[0].entrant = match.pairing % 2 == 0 ? 1 : 3;
    match.seats[1].entrant = match.seats[0].entrant + 1;
    match.record = "{}";
    store_.add(match, {});
  }
  /// How many matches may be read, as it is found out again and as it is known from before.
  [[nodiscard]] int readable() {
    const int again = CompleteDeals(store_.tournament(), lost_cities()).matches(store_);
    CHECK(complete_.matches(store_) == again);
    return again;
  }
  Store& store() { return store_; }

 private:
  void add_batch() {
    const int batch = store_.matches() / 8;
    REQUIRE(store_.add({{2 * batch, batch, "", {1, 2}, 2}, {2 * batch + 1, batch, "", {3, 4}, 2}},
                       store_.entrants()));
  }
  static Store create(const std::string& path, const json::object& settings) {
    StoredTournament tournament;
    tournament.game = "lost_cities";
    tournament.format = "round_robin";
    tournament.settings = settings;
    std::vector<StoredEntrant> entrants(4);
    for (std::size_t i = 0; i < entrants.size(); ++i) entrants[i].name = "abcd"[i];
    return Store::create(path, tournament, "0x1", entrants);
  }

  test::TestFolder folder_;
  Store store_;
  CompleteDeals complete_{store_.tournament(), lost_cities()};
};

std::vector<int> readable_after_each(PlayedInTurn& played, int matches) {
  std::vector<int> readable{played.readable()};
  for (int i = 0; i < matches; ++i) {
    played.add_match();
    readable.push_back(played.readable());
  }
  return readable;
}

}  // namespace

TEST_CASE("complete deals: a match waits for the other table of its deal", "[tournament]") {
  PlayedInTurn played({});
  CHECK(readable_after_each(played, 9) == std::vector{0, 0, 2, 2, 4, 4, 6, 6, 8, 8});
}

TEST_CASE("complete deals: pairings that play the same deals wait for each other", "[tournament]") {
  PlayedInTurn played(with_same_deals);
  CHECK(readable_after_each(played, 17) ==
        std::vector{0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8, 16, 16});
}

TEST_CASE("complete deals: given ones are played until the end", "[tournament]") {
  PlayedInTurn played(with_given_deals);
  CHECK(readable_after_each(played, 9) == std::vector(10, 0));
}

TEST_CASE("complete deals: when the tournament is over, all matches", "[tournament]") {
  for (const json::object& settings : {json::object(), with_same_deals, with_given_deals}) {
    PlayedInTurn played(settings);
    for (int i = 0; i < 9; ++i) played.add_match();
    CHECK(played.readable() < 9);
    played.store().reveal_seed();
    CHECK(played.readable() == 9);
  }
}

TEST_CASE("complete deals: a reader sees what another one has stored", "[tournament]") {
  PlayedInTurn played({});
  const Store reader(played.store().path(), Access::read);
  CompleteDeals complete(reader.tournament(), lost_cities());
  CHECK(complete.matches(reader) == 0);
  for (int i = 0; i < 3; ++i) played.add_match();
  CHECK(complete.matches(reader) == 2);
  played.store().reveal_seed();
  CHECK(complete.matches(reader) == 3);
}
