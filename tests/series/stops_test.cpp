// Stops at every point: a small series, in which two bots play, one never answers and one exits, is
// broken off before each handler of its loop in turn. It must end, and leave no process behind.
// Every day, after the first questions, which are like the others, only some of the handlers are
// tried; `./dev proof` tries them all.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/series/entrants/process_entrant.hpp"
#include "arena/series/schedule.hpp"
#include "arena/series/series_settings.hpp"
#include "arena/series/table.hpp"
#include "tests/process/on_loop.hpp"

namespace arena::test {

namespace {

enum class Break { interrupt, no_descriptors };

/// For a scope, no more than three files can be opened: too few for a bot. (The sanitizers want
/// two.)
class NoDescriptors {
 public:
  NoDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const int lowest_free = ::dup(STDIN_FILENO);
    ::close(lowest_free);
    const rlimit none{static_cast<rlim_t>(lowest_free) + 3, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

Entrant bot(std::vector<std::string> mode, Lifetime lifetime, Duration move_time) {
  Entrant entrant;
  entrant.name = mode.front();
  mode.insert(mode.begin(), ARENA_TEST_BOTS "/bad_bot");
  entrant.kind = std::make_shared<ProcessEntrant>(BotProcess{mode, mode});
  entrant.time.move_time = move_time;
  entrant.lifetime = lifetime;
  return entrant;
}

/// Two games one after the other, as a worker of a series plays them.
class SmallSeries {
 public:
  SmallSeries(const AnyGame& game, Lifetime lifetime)
      : entrants_{bot({"play"}, lifetime, 10s), bot({"hang_after", "1"}, lifetime, 5ms),
                  bot({"exit_after", "2"}, lifetime, 10s),
                  bot({"exit_after", "22"}, lifetime, 10s)} {
    settings_.game = &game;
  }

  /// True if the series was over before so many handlers had run, and so was not broken off.
  bool run(long handlers, Break how) {
    bool done = false;
    boost::asio::co_spawn(host_.loop.context(), play_all(),
                          [&done](std::exception_ptr) { done = true; });
    for (; handlers > 0 && !done; --handlers) host_.loop.context().run_one();
    if (done) return true;
    std::optional<NoDescriptors> no_descriptors;
    if (how == Break::no_descriptors) no_descriptors.emplace();
    if (how == Break::interrupt) interrupt();
    while (!done) host_.loop.context().run_one();
    table_.reset();
    no_descriptors.reset();
    wait_for(host_.loop, pool_.close());
    return false;
  }

 private:
  boost::asio::awaitable<void> play_all() {
    for (int number = 0; number < 2 && !broken_off_; ++number) {
      table_.emplace(Room{settings_, host_.loop, host_.spawner, pool_, {}, NoStart::forfeit});
      const ScheduledMatch match = schedule_.at(number);
      co_await table_->play(match, entrants_);
    }
    if (!broken_off_) co_await pool_.close();
  }

  void interrupt() {
    broken_off_ = true;
    if (table_) table_->interrupt();
  }

  SeriesSettings settings_;
  std::vector<Entrant> entrants_;
  Schedule schedule_{4, 2, false, SeedKey(42)};
  House host_;
  BotPool pool_;
  std::optional<Table> table_;
  bool broken_off_ = false;
};

void break_off_everywhere(Break how) {
  constexpr long first_questions = 60;
  const long step = std::getenv("ARENA_PROOF") != nullptr ? 1 : 11;  // NOLINT: nobody sets it now
  const Games games = all_games();
  const AnyGame& game = find_game(games, "streams");
  for (const Lifetime lifetime : {Lifetime::series, Lifetime::match}) {
    bool over = false;
    long handlers = 0;
    for (; !over; handlers += handlers < first_questions ? 1 : step) {
      over = SmallSeries(game, lifetime).run(handlers, how);
      INFO("broken off after " << handlers << " handlers");
      REQUIRE(processes_left() == 0);
    }
    CHECK(handlers > 40);
  }
}

}  // namespace

TEST_CASE("a series that is interrupted at any point ends and leaves no process", "[stops]") {
  break_off_everywhere(Break::interrupt);
}

TEST_CASE("a series that runs out of descriptors at any point ends and leaves no process",
          "[stops]") {
#ifdef __SANITIZE_ADDRESS__
  // To look at an exception's type, the sanitizer opens a pipe.
  WARN("left out under the sanitizers, which need descriptors of their own");
#else
  break_off_everywhere(Break::no_descriptors);
#endif
}

}  // namespace arena::test
