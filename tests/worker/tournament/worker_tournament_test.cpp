// Tournaments whose matches are played by workers, some of which are killed: their stores are the
// same.
#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "arena/tournament/described/tournament_setup.hpp"
#include "arena/worker/worker_player.hpp"
#include "tests/files.hpp"
#include "tests/worker/processes.hpp"

using namespace arena;
using test::descendants;
using test::worker_command;

namespace {

/// Kills a worker after these numbers of matches that were played: as often as no match can end its
/// batch by. Where in a match the worker is then is chance.
class Killer {
 public:
  explicit Killer(std::vector<int> after) : after_(std::move(after)) {
    REQUIRE(after_.size() < WorkerPlayer::most_failures);
  }

  void played() {
    if (killed_ == after_.size() || ++played_ < after_[killed_]) return;
    std::vector<pid_t> workers = descendants("test_worker");
    // A bot that a worker starts has the worker's name for a moment.
    std::erase_if(workers, [](pid_t pid) {
      const auto seen = process(pid);
      return !seen || seen->parent != ::getpid();
    });
    if (!workers.empty() && ::kill(workers[killed_ % workers.size()], SIGKILL) == 0) ++killed_;
  }
  [[nodiscard]] bool is_done() const { return killed_ == after_.size(); }

 private:
  std::vector<int> after_;
  int played_ = 0;
  std::size_t killed_ = 0;
};

constexpr std::string_view tournament = R"(
game = "lost_cities"
format = "round_robin"
deals = {}
seed = "0x1234"
jobs = {}
[limits]
move_time = "300s"
start_time = "300s"
[[entrant]]
name = "greedy"
builtin = "greedy"
[[entrant]]
name = "random"
builtin = "random"
[[entrant]]
name = "good"
command = "{}/bad_bot play"
[[entrant]]
name = "crashes"
command = "{}/bad_bot segv"
[[entrant]]
name = "leaves"
command = "{}/bad_bot exit_after 5"
)";

/// On a busy computer arena may see that a bot's output has ended, and not yet how the bot ended.
std::string without_ends(std::string text) {
  for (const std::string_view end : {"closed its output", "was killed by signal 11 (SIGSEGV)",
                                     "exited with status 0 before the end of the game"}) {
    for (std::size_t at = 0; (at = text.find(end, at)) != std::string::npos;)
      text.replace(at, end.size(), "ended");
  }
  return text;
}

/// All that the store has of its matches, without times.
std::vector<std::string> stored(const Store& store) {
  std::vector<std::string> lines;
  store.for_each_match(0, [&](const StoredMatch& match) {
    std::string line = fmt::format("{} {} {} {:x} {}:", match.number, match.pairing, match.deal,
                                   match.seed, match.table);
    for (const StoredSeat& seat : match.seats)
      line += fmt::format(" {} {} {} {} {} {} {};", seat.entrant, seat.score, seat.place,
                          seat.margin, seat.fault, seat.detail, seat.questions);
    lines.push_back(without_ends(line + store.record(match.number)));
  });
  return lines;
}

std::vector<std::string> tournament_of(const PlayBatch& play, int deals, int jobs) {
  const test::TestFolder folder;
  const Games games = all_games();
  TableCache table_cache;
  const std::string bots = ARENA_TEST_BOTS;
  const std::string text = fmt::format(fmt::runtime(tournament), deals, jobs, bots, bots, bots);
  const TournamentSetup setup(plan_of_text(text, folder.at("cup.toml")), games, table_cache);
  Store store = setup.create_store();
  const TournamentResults results = setup.play(store, {}, play);
  if (results.failure) std::rethrow_exception(results.failure);
  CHECK(results.is_over);
  return stored(store);
}

PlayBatch by(WorkerPlayer& player, Killer* killer = nullptr) {
  return [&player, killer](const Batch& batch, const BatchHooks& hooks, BatchResults& results,
                           const std::stop_token& stop) {
    BatchHooks all = hooks;
    all.played = [&hooks, killer](const PlayedMatch& match) {
      hooks.played(match);
      if (killer != nullptr) killer->played();
    };
    player.play(batch, all, results, stop);
  };
}

}  // namespace

TEST_CASE("a tournament by workers gives the same store", "[worker]") {
  const std::vector<std::string> expected = tournament_of({}, 3, 1);
  REQUIRE(expected.size() == 60);
  WorkerPlayer player(worker_command);
  CHECK(tournament_of(by(player), 3, 1) == expected);
  CHECK(tournament_of(by(player), 3, 2) == expected);
}

TEST_CASE("a tournament with killed workers gives the same store", "[worker]") {
  const std::vector<std::string> expected = tournament_of({}, 3, 1);
  for (const int jobs : {1, 2}) {
    for (const int first : {1, 8, 21, 30}) {
      INFO("killed after " << first << " matches");
      WorkerPlayer player(worker_command);
      Killer killer({first, first + 11});
      CHECK(tournament_of(by(player, &killer), 3, jobs) == expected);
      CHECK(killer.is_done());
    }
  }
}
