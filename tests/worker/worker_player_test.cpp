// Batches in child processes give what they give in this process, whatever happens to a process.
#include "arena/worker/worker_player.hpp"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "arena/process/limits/process_table.hpp"
#include "arena/series/play/batch.hpp"
#include "arena/worker/messages.hpp"
#include "arena/worker/worker_process.hpp"
#include "tests/builtin_series.hpp"
#include "tests/errors.hpp"
#include "tests/files.hpp"
#include "tests/proof.hpp"
#include "tests/worker/processes.hpp"

using namespace arena;
using namespace std::chrono_literals;
using test::descendants;
using test::error_of;
using test::worker_command;

namespace {

SeriesPlan builtin_series(const AnyGame& game, int jobs) {
  const std::vector<std::string> bots(static_cast<std::size_t>(game.info.least_seats), "random");
  SeriesPlan plan = test::builtin_plan(game, bots, 10, true, 42);
  plan.jobs = jobs;
  return plan;
}

Batch batch_of(const SeriesPlan& plan) {
  return {plan.settings, plan.entrants, plan.schedule, plan.matches,
          plan.jobs,     false,         false,         false};
}

std::string text_of(const PlayedMatch& match) {
  return fmt::format("{} {} {}", match.number, fmt::join(match.player_at, " "),
                     to_line(match.record));
}

std::vector<std::string> played_by_workers(const SeriesPlan& plan, WorkerPlayer& player,
                                           const std::stop_token& stop = {}) {
  std::vector<std::string> lines;
  BatchResults results;
  player.play(batch_of(plan), {[&](const PlayedMatch& match) { lines.push_back(text_of(match)); }},
              results, stop);
  if (!stop.stop_requested()) CHECK(results.host.overhead.total() > 0);
  return lines;
}

std::vector<std::string> played_here(const SeriesPlan& plan) {
  std::vector<std::string> lines;
  for (const PlayedMatch& match : test::play(plan).matches) lines.push_back(text_of(match));
  return lines;
}

constexpr auto no_pause = 0s;

constexpr const char* bad_bot_program = ARENA_TEST_BOTS "/bad_bot";

/// A bot that has an hour for each question: no computer is so busy that it is late.
Entrant process_bot(const std::string& name, const std::vector<std::string>& words) {
  Entrant entrant;
  entrant.name = name;
  entrant.kind = std::make_shared<ProcessEntrant>(BotProcess{words, words, {}, false});
  entrant.time.start_time = entrant.time.move_time = 1h;
  return entrant;
}

Entrant bad_bot(const std::string& name, std::vector<std::string> words) {
  words.insert(words.begin(), bad_bot_program);
  return process_bot(name, words);
}

bool is_gone(pid_t pid) {
  const auto seen = process(pid);
  return !seen || seen->dead();
}

/// False if it does not come within three minutes, on a busy computer too.
template <class Condition>
bool waits_for(Condition condition) {
  for (int i = 0; i < 9000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(20ms);
  }
  return false;
}

}  // namespace

TEST_CASE("workers give the same matches as this process, in all games", "[worker]") {
  const Games games = all_games();
  WorkerPlayer player(worker_command);
  for (const auto& game : games) {
    const std::vector<std::string> expected = played_here(builtin_series(*game, 1));
    for (const int jobs : {1, 2}) {
      INFO(game->info.name << ", " << jobs << " workers");
      CHECK(played_by_workers(builtin_series(*game, jobs), player) == expected);
    }
  }
  CHECK(descendants("test_worker").size() == 2);  // they stay for the next batch
}

TEST_CASE("workers are believed whatever their bots do", "[worker]") {
  const Games games = all_games();
  const std::vector<std::string> mode =
      GENERATE(as<std::vector<std::string>>{}, std::vector<std::string>{"play"},
               std::vector<std::string>{"exit_after", "3"}, std::vector<std::string>{"noise", "50"},
               std::vector<std::string>{"noise", "500"}, std::vector<std::string>{"garbage"},
               std::vector<std::string>{"two_answers"}, std::vector<std::string>{"segv"},
               std::vector<std::string>{"crlf"});
  CAPTURE(mode);
  SeriesPlan plan = builtin_series(find_game(games, "lost_cities"), 1);
  plan.settings.record_times = true;
  plan.entrants[1] = bad_bot("odd", mode);
  plan.entrants[1].lifetime = GENERATE(Lifetime::match, Lifetime::series);
  plan.entrants[1].max_refusals = 3;
  WorkerPlayer player(worker_command, 5min, no_pause);
  std::vector<std::string> ends;
  player.on_end = [&ends](int, const std::string& why) { ends.push_back(why); };
  CHECK(played_by_workers(plan, player).size() == plan.matches.size());
  CHECK(ends == std::vector<std::string>());
}

/// A built-in bot against one that kills the worker in its first matches, so many times.
SeriesPlan with_killer(const AnyGame& game, const test::TestFolder& folder, int times) {
  SeriesPlan plan = builtin_series(game, 1);
  const std::string script = fmt::format(
      "for i in $(seq {1}); do mkdir '{0}'$i 2>/dev/null || continue; kill -9 $PPID; sleep 1000; "
      "done; exec '{2}' play",
      folder.at("killed"), times, bad_bot_program);
  plan.entrants[1] = process_bot("killer", {"/bin/sh", "-c", script});
  return plan;
}

TEST_CASE("a match that ends three workers is left out, and says so", "[worker]") {
  const Games games = all_games();
  const test::TestFolder folder;
  SeriesPlan plan = with_killer(find_game(games, "lost_cities"), folder, 6);
  plan.jobs = GENERATE(1, 2);
  WorkerPlayer player(worker_command, 5min, no_pause);
  std::vector<std::string> ends;
  player.on_end = [&ends](int, const std::string& why) { ends.push_back(why); };
  std::vector<PlayedMatch> played;
  BatchResults results;
  player.play(batch_of(plan), {[&](const PlayedMatch& match) { played.push_back(match); }}, results,
              {});
  REQUIRE(played.size() == plan.matches.size());
  CHECK(ends == std::vector<std::string>(6, "was killed by signal 9"));
  const auto first = std::ranges::find_if(
      played, [](const PlayedMatch& match) { return !left_out_text(match.record).empty(); });
  REQUIRE(first != played.end());
  const Record& record = first->record;
  CHECK(left_out_text(record) == "ended 3 workers; the last one was killed by signal 9");
  CHECK(record.seed == plan.schedule.at(first->number).deal.seed);
  CHECK(record.players.at(0).name != record.players.at(1).name);
  CHECK(record.scores == std::vector<int>{0, 0});
  CHECK(record.places == std::vector<int>{1, 1});
  CHECK(record.moves.empty());
  CHECK(record.forfeits.empty());
}

TEST_CASE("workers that end without bots too end the batch", "[worker]") {
  const Games games = all_games();
  const SeriesPlan plan = builtin_series(find_game(games, "streams"), 1);
  const auto error = [&plan](const std::string& script) {
    WorkerPlayer player({"/bin/sh", "-c", script}, 5min, no_pause);
    return error_of([&] { static_cast<void>(played_by_workers(plan, player)); });
  };
  CHECK(error("exit 7") == "game 0 ended 4 workers; the last one exited with status 7");
  CHECK(error("kill -9 $$") == "game 0 ended 4 workers; the last one was killed by signal 9");
  CHECK(
      error("read plan; echo nonsense; cat") ==
      "game 0 ended 4 workers; the last one wrote nonsense: the message is not JSON: syntax error");
  CHECK(error("read plan; echo '{\"begun\":{\"match\":0}}'; cat")
            .ends_with("it reports moves, but was not asked to"));
  CHECK(error("read plan; head -c 67109000 /dev/zero; cat")
            .ends_with("a message is longer than 67108864 bytes"));
  CHECK(error("read plan; echo '{\"error\":{\"what\":\"too bad\"}}'; cat") == "too bad");
  CHECK(error("read plan; echo '{\"failed\":{\"what\":\"no memory\"}}'; cat") ==
        "game 0 ended 3 workers; the last one failed: no memory");
}

TEST_CASE("a worker is over when its process is, whoever has its socket", "[worker]") {
  const std::string script =
      GENERATE("sleep 30 2>&- & exit 7", "yes '{\"alive\":true}' 2>&- & exit 7");
  WorkerProcess worker({"/bin/sh", "-c", script});
  while (worker.next_line()) {
  }
  CHECK(worker.ending() == "exited with status 7");
}

TEST_CASE("a worker that should end and writes on is killed", "[worker]") {
  WorkerProcess worker({"/bin/sh", "-c", "exec yes '{\"alive\":true}'"});
  worker.end();
  while (worker.next_line()) {
  }
  CHECK(worker.ending() == "was killed by signal 9");
}

TEST_CASE("a lie is tried again like any failure, and said, also after the last match",
          "[worker]") {
  const Games games = all_games();
  const test::TestFolder folder;
  SeriesPlan plan = builtin_series(find_game(games, "streams"), 1);
  plan.matches = MatchNumbers::up_to(2);
  // The first worker lies, in the first match or when it is done; later ones do not.
  const std::string lie =
      GENERATE(R"(s/"scores":\[[-0-9]*/"scores":[99/)", R"(s/{"done":.*/{"alive":{}}/)");
  const std::string script =
      fmt::format("if mkdir {0} 2>&-; then {1} | sed -u '{2}'; else exec {1}; fi",
                  folder.at("lied"), worker_command.front(), lie);
  WorkerPlayer player({"/bin/sh", "-c", script}, 5min, no_pause);
  std::vector<std::string> ends;
  player.on_end = [&ends](int, const std::string& why) { ends.push_back(why); };
  CHECK(played_by_workers(plan, player) == played_here(plan));
  REQUIRE(ends.size() == 1);
  CHECK(ends.front().starts_with("wrote nonsense: "));
}

TEST_CASE("a worker that hangs is ended, and its match is tried again", "[worker]") {
  const Games games = all_games();
  SeriesPlan plan = builtin_series(find_game(games, "streams"), 1);
  for (Entrant& entrant : plan.entrants) entrant.time.start_time = entrant.time.move_time = 50ms;
  WorkerPlayer silent({"/bin/sh", "-c", "read plan; read more"}, 0s, no_pause);
  CHECK(error_of([&] { static_cast<void>(played_by_workers(plan, silent)); }) ==
        "game 0 ended 4 workers; the last one hung, and was ended");
}

/// Only as a proof, because a worker that does not hang must have a minute to show it.
TEST_CASE("the match of a worker that hangs is played by another one", "[worker][silence]") {
  if (!proof::is_on()) return;
  const Games games = all_games();
  SeriesPlan plan = builtin_series(find_game(games, "streams"), 1);
  for (Entrant& entrant : plan.entrants) entrant.time.start_time = entrant.time.move_time = 50ms;
  WorkerPlayer player(worker_command, 1min);
  std::vector<std::string> lines;
  std::vector<pid_t> stopped;
  const auto stop_at_first = [&](const PlayedMatch& match) {
    lines.push_back(text_of(match));
    if (!stopped.empty()) return;
    stopped = descendants("test_worker");
    for (const pid_t worker : stopped) ::kill(worker, SIGSTOP);
  };
  BatchResults results;
  player.play(batch_of(plan), {stop_at_first}, results, {});
  CHECK(lines == played_here(plan));
  CHECK(stopped.size() == 1);
  CHECK(descendants("test_worker") != stopped);
}

/// One match between bots that rest before each answer.
SeriesPlan long_match(const AnyGame& game, const std::string& milliseconds) {
  SeriesPlan plan = builtin_series(game, 1);
  for (Entrant& entrant : plan.entrants) entrant = bad_bot(entrant.name, {"late", milliseconds});
  plan.matches = MatchNumbers::up_to(1);
  return plan;
}

TEST_CASE("a worker says that a long match goes on", "[worker]") {
  const Games games = all_games();
  const SeriesPlan series = long_match(find_game(games, "lost_cities"), "50");
  const WorkerPlan plan{series.settings, series.entrants, {series.schedule.at(0)}};
  WorkerProcess worker(worker_command);
  worker.send(to_line(ToWorker(PlanMessage{to_json(plan)})));
  int signs = 0;
  bool is_played = false;
  while (!is_played) {
    const auto line = worker.next_line();
    REQUIRE(line);
    const FromWorker message = read_from_worker(*line);
    signs += std::holds_alternative<StillPlaying>(message) ? 1 : 0;
    is_played = std::holds_alternative<PlayedMatch>(message);
  }
  CHECK(signs >= 3);  // the rests take more than 4 s
}

/// Only as a proof, because the match must take longer than a worker may be silent: 86 s.
TEST_CASE("a worker that plays a long match does not hang", "[worker][silence]") {
  if (!proof::is_on()) return;
  const Games games = all_games();
  SeriesPlan plan = long_match(find_game(games, "lost_cities"), "1500");  // 132 s
  for (Entrant& entrant : plan.entrants) entrant.time.start_time = entrant.time.move_time = 7s;
  WorkerPlayer player(worker_command, 30s);
  CHECK(played_by_workers(plan, player).size() == 1);
}

TEST_CASE("a program that is missing is an error", "[worker]") {
  const Games games = all_games();
  WorkerPlayer player({"/nowhere/arena", "worker"});
  CHECK_THROWS_AS(played_by_workers(builtin_series(find_game(games, "streams"), 2), player),
                  std::system_error);
}

TEST_CASE("what a hook throws ends the batch", "[worker]") {
  const Games games = all_games();
  const SeriesPlan plan = builtin_series(find_game(games, "streams"), 2);
  WorkerPlayer player(worker_command);
  BatchResults results;
  int calls = 0;
  const auto fail_at_third = [&calls](const PlayedMatch&) {
    if (++calls == 3) throw std::runtime_error("the disk is full");
  };
  CHECK_THROWS_WITH(player.play(batch_of(plan), {fail_at_third}, results, {}), "the disk is full");
  CHECK(calls == 3);
  CHECK(played_by_workers(plan, player) == played_here(builtin_series(*plan.settings.game, 1)));
}

TEST_CASE("a request to stop ends workers and bots soon", "[worker]") {
  const Games games = all_games();
  SeriesPlan plan = builtin_series(find_game(games, "lost_cities"), 2);
  plan.entrants[1] = bad_bot("hangs", {"hang"});  // nothing but the stop ends a match
  WorkerPlayer player(worker_command);
  std::stop_source source;
  std::vector<pid_t> bots;
  std::jthread stopper([&] {
    waits_for([&] { return (bots = descendants("bad_bot")).size() == 2; });
    source.request_stop();
  });
  CHECK(played_by_workers(plan, player, source.get_token()).empty());
  stopper.join();
  CHECK(bots.size() == 2);
  CHECK(descendants("test_worker").empty());
  // Their parents are gone, so they are no longer found by them.
  CHECK(waits_for([&] { return std::ranges::all_of(bots, is_gone); }));
}
