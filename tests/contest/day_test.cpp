// A day of a contest in fast motion: authors hand in, good and bad, in three phases. With
// ARENA_PROOF, as `./dev proof` sets it, 40 authors hand in 300 times; else 4 of them 13 times.
// What must come out is computed here from what the authors did.
#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "arena/contest/phases/phase_field.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/verify.hpp"
#include "tests/contest/server.hpp"
#include "tests/errors.hpp"
#include "tests/proof.hpp"

using namespace arena;
using namespace arena::contest;
using namespace std::chrono_literals;

namespace {

const bool is_whole = proof::is_on();
const int authors_of_day = is_whole ? 40 : 4;
const int uploads_of_day = is_whole ? 300 : 13;
constexpr int rounds = 12;  // of uploads: one every hour from 12:00
constexpr int wanted_copies = 3;

const std::string day = R"(
[server]
folder = "state"
jobs = 2

[[contest]]
id = "quiz"
game = "streams"

[contest.limits]
move_time = "300s"
start_time = "300s"
sandbox = false

[contest.quotas]
bots = 1
versions_per_day = 9

[[contest.house]]
name = "ends"
builtin = "ends"

[[contest.phase]]
name = "one"
format = "gauntlet"
deals = 1
from = 2026-12-01T13:30:00Z
until = 2026-12-01T17:30:00Z

[[contest.phase]]
name = "two"
format = "gauntlet"
deals = 1
opponents = "best 3 of one"
from = 2026-12-01T17:30:00Z
until = 2026-12-02T00:30:00Z

[[contest.phase]]
name = "final"
format = "swiss"
deals = 1
final = true
from = 2026-12-02T00:30:00Z
)";

/// In shell, because it starts at once. A sorter puts a card where it belongs by its value; the
/// others take the first free slot.
std::string quick_bot(bool sorts, int number) {
  return fmt::format(R"(# {}
while read -r line; do
  case $line in *'"type":"turn"'*) ;; *) continue ;; esac
  card=${{line#*\"current_card\":}} card=${{card%%[!0-9]*}}
  legal=${{line#*\"legal\":\[}} legal=${{legal%%]*}}
  best='' IFS=,
  for slot in $legal; do
    slot=${{slot#\"}} slot=${{slot%\"}}
    far=$(({} * (slot * 29 - (card - 1) * 19)))
    [ $far -ge 0 ] || far=$((-far))
    if [ -z "$best" ] || [ $far -lt $least ]; then best=$slot least=$far; fi
  done
  echo "{{\"move\": \"$best\"}}"
done
)",
                     number, sorts ? 1 : 0);
}

std::string bad_bot(int number) {
  return fmt::format("# {}\n{}", number, number % 8 == 0 ? "exit 3\n" : "read -r line; echo 99\n");
}

struct Expected {
  int versions = 0;
  int active = 0;  // the number of the last good version
  std::vector<VersionId> accepted;
  int at_deadline = 0;  // how many of them before stage two
};

struct Day : test::TestServer {
  Day() : TestServer(day) {
    for (int i = 0; i < authors_of_day; ++i) authors.push_back(sign_up(fmt::format("author{}", i)));
  }

  /// The even authors' bots sort. Each hands in once in the first round; every fourth upload of the
  /// rest is bad.
  void hand_in(int author, bool is_good) {
    Expected& of = expected[static_cast<std::size_t>(author)];
    const int number = uploads++;
    const Version version =
        host->hand_in(authors[static_cast<std::size_t>(author)], "quiz", name_of(author),
                      {"bot.sh", is_good ? quick_bot(author % 2 == 0, number) : bad_bot(number)});
    CHECK(version.number == ++of.versions);
    if (!is_good) return;
    of.active = version.number;
    of.accepted.push_back(version.id);
  }
  static std::string name_of(int author) { return fmt::format("bot{}", author); }
  static int author_of(const std::string& bot) { return std::stoi(bot.substr(3)); }
  [[nodiscard]] const Expected& of(const std::string& bot) const {
    return expected[static_cast<std::size_t>(author_of(bot))];
  }

  void hand_in_round(int round) {
    if (round == 0) {
      for (int author = 0; author < authors_of_day; ++author) hand_in(author, true);
      return;
    }
    const int until = authors_of_day + (uploads_of_day - authors_of_day) * round / (rounds - 1);
    while (uploads < until) {
      const int author = static_cast<int>(random() % authors_of_day);
      if (expected[static_cast<std::size_t>(author)].versions == 9) {
        CHECK_FALSE(test::error_of([&] { hand_in_again(author); }).empty());
        continue;
      }
      hand_in(author, uploads % 4 != 0);
    }
  }
  void hand_in_again(int author) const {
    host->hand_in(authors[static_cast<std::size_t>(author)], "quiz", name_of(author),
                  {"bot.sh", quick_bot(true, -1)});
  }

  /// Each active version has played all deals of a gauntlet against all opponents.
  void wait_for_games(const std::string& phase, int games_of_bot) const {
    wait_for("games", [&] {
      int whole = 0;
      const auto now = standings(phase);
      for (const StandingRow& row : now->rows) {
        if (!row.is_active || !row.name.starts_with("bot")) continue;
        whole += row.version == of(row.name).active && row.sums.matches == games_of_bot;
      }
      return whole == authors_of_day;
    });
  }

  [[nodiscard]] std::vector<StoredEntrant> entrants(const std::string& phase) const {
    return Store(*host->download({"quiz", phase}), Access::read).entrants();
  }

  std::vector<Account> authors;
  std::vector<Expected> expected = std::vector<Expected>(static_cast<std::size_t>(authors_of_day));
  std::mt19937 random{16};
  int uploads = 0;
};

/// Every game is whole, no bot forfeited, and each player has as many games as its pairings give.
void check_games(const Day& server, const std::string& phase) {
  const auto path = server.host->download({"quiz", phase});
  REQUIRE(path);
  CHECK(verify(Store(*path, Access::read), server.games).findings.empty());
  for (const StandingRow& row : server.standings(phase)->rows) CHECK(row.sums.forfeits == 0);
}

}  // namespace

TEST_CASE("host: a day of a contest in fast motion", "[host][day]") {
  Day server;
  Host& host = *server.host;
  const int seatings = host.contest("quiz")->game().info.seats_are_alike ? 1 : 2;
  host.start();
  for (int round = 0; round < rounds; ++round) {
    server.hand_in_round(round);
    server.wait_for_checks();
    if (round == 5) {  // the last one of stage one
      server.wait_for_games("one", seatings);
      for (Expected& of : server.expected) of.at_deadline = static_cast<int>(of.accepted.size());
    }
    server.clock.pass(1h);
  }
  CHECK(server.uploads == uploads_of_day);
  server.wait_for_games("two", wanted_copies * seatings);
  server.clock.pass(1h);
  server.wait_for_state("final", PhaseState::over);
  server.wait_for("its file", [&] { return host.download({"quiz", "final"}).has_value(); });
  host.stop();
  Database database(server.folder.at("state/host.db"));
  Bots bots(database, server.clock.function());
  const auto version_of = [&bots](const StoredEntrant& entrant) {
    return arena::contest::version_of(bots, entrant);
  };

  // Versions: numbered without gaps; the last good one is active, bad ones are refused.
  std::set<VersionId> good;
  for (int author = 0; author < authors_of_day; ++author) {
    const Expected& of = server.expected[static_cast<std::size_t>(author)];
    const auto bot = host.bot("quiz", Day::name_of(author));
    REQUIRE(bot);
    CHECK(bot->active == of.accepted.back());
    std::set<VersionId> accepted;
    const auto versions = host.versions(server.authors[static_cast<std::size_t>(author)], *bot);
    CHECK(static_cast<int>(versions.size()) == of.versions);
    for (const Version& version : versions) {
      CHECK((version.state == VersionState::accepted || version.state == VersionState::refused));
      if (version.state == VersionState::accepted)
        accepted.insert(version.id);
      else
        CHECK_FALSE(version.reason.empty());
    }
    CHECK(accepted == std::set<VersionId>(of.accepted.begin(), of.accepted.end()));
    good.insert(accepted.begin(), accepted.end());
  }

  // Only accepted versions took part, in each stage those that were active in it.
  for (const char* const phase : {"one", "two", "final"}) {
    check_games(server, phase);
    for (const StoredEntrant& entrant : server.entrants(phase))
      CHECK((version_of(entrant) == 0 || good.contains(version_of(entrant))));
  }
  std::map<std::string, VersionId> in_final;
  for (const StoredEntrant& entrant : server.entrants("final"))
    in_final[entrant.name] = version_of(entrant);
  CHECK(static_cast<int>(in_final.size()) == authors_of_day);
  for (int author = 0; author < authors_of_day; ++author)
    CHECK(in_final[Day::name_of(author)] ==
          server.expected[static_cast<std::size_t>(author)].accepted.back());

  // The copies are the best of stage one at its end.
  std::vector<VersionId> best;
  for (const StandingRow& row : server.standings("one")->rows) {
    if (!row.is_active || !row.name.starts_with("bot") || best.size() == wanted_copies) continue;
    const Expected& of = server.of(row.name);
    best.push_back(of.accepted[static_cast<std::size_t>(of.at_deadline - 1)]);
  }
  std::map<std::string, VersionId> copied;
  for (const StoredEntrant& entrant : server.entrants("two"))
    if (entrant.name.starts_with("one-")) copied[entrant.name] = version_of(entrant);
  CHECK(copied == std::map<std::string, VersionId>{
                      {"one-1", best[0]}, {"one-2", best[1]}, {"one-3", best[2]}});

  // The winner of the final sorts.
  const auto table = server.standings("final");
  REQUIRE(table->result);
  CHECK(Day::author_of(table->rows.front().name) % 2 == 0);
}
