// StartTrial: which problems one start of a program finds, and which it does not.
#include "arena/series/entrants/start_trial.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/series/entrants/entrants.hpp"
#include "tests/errors.hpp"

using namespace arena;
using namespace std::chrono_literals;

namespace {

/// A time limit for bots that do what they should. The computer may be very busy.
constexpr Duration patience = 3min;

/// A shell script instead of a module's worker or of another program.
Entrant bot(const std::string& script, bool module = true) {
  Entrant entrant;
  entrant.name = "bot";
  entrant.time.start_time = patience;
  entrant.kind = std::make_shared<ProcessEntrant>(
      BotProcess{{"/bin/sh", "-c", script}, {"my_module"}, {}, module});
  return entrant;
}

/// The problem with these bots; empty if they start.
std::string trouble(const std::vector<Entrant>& bots) {
  const SeriesSettings settings;
  Spawner spawner;
  return test::error_of([&] { StartTrial(settings, spawner).run(bots); });
}

}  // namespace

TEST_CASE("a module that leaves with status 0 when it has no input has loaded", "[start_trial]") {
  CHECK(trouble({bot("read line"), bot("while read line; do :; done; exit 0")}) ==
        "cannot load the module \"my_module\": exited with status 1");  // as read finds no line
  CHECK(trouble({bot("while read line; do :; done; exit 0"), bot("exit 0")}).empty());
}

TEST_CASE("the first module that ends in another way is named, with its stderr", "[start_trial]") {
  CHECK(trouble({bot("exit 0"), bot("echo no idea >&2; exit 1"), bot("exit 2")}) ==
        "cannot load the module \"my_module\": exited with status 1\n"
        "  Its stderr ends with:\n  | no idea");
  CHECK(trouble({bot("kill -SEGV $$")}) ==
        "cannot load the module \"my_module\": was killed by signal 11 (SIGSEGV)");
  Entrant slow = bot("exec sleep 1000000");
  slow.time.start_time = 100ms;
  CHECK(trouble({slow}) ==
        "cannot load the module \"my_module\": it was still loading 100ms after its start");
}

TEST_CASE("without a sandbox no other program is started", "[start_trial]") {
  CHECK(trouble({bot("exit 1", false)}).empty());
}

TEST_CASE("bots that end before a question are named, and no others", "[start_trial]") {
  const SeriesSettings settings;
  Spawner spawner;
  Entrant builtin;
  builtin.name = "house";
  builtin.kind = std::make_shared<BuiltinEntrant>("house");
  CHECK(
      StartTrial(settings, spawner)
          .early_ends({builtin, bot("echo no idea >&2; exit 1", false), bot("exit 0")}, patience) ==
      std::vector<std::string>{
          "before its first question bot exited with status 1\n"
          "  Its stderr ends with:\n  | no idea",
          "before its first question bot exited with status 0 before the end of the game"});
  CHECK(StartTrial(settings, spawner).early_ends({bot("read line", false)}, 100ms).empty());
}

TEST_CASE("a trial that is interrupted ends at once and reports nothing", "[start_trial]") {
  const SeriesSettings settings;
  Spawner spawner;
  StartTrial trial(settings, spawner);
  Entrant slow = bot("exec sleep 1000000");
  slow.time.start_time = 24h;  // nothing but the interruption ends the trial
  std::thread other([&trial] { trial.interrupt(); });
  CHECK_NOTHROW(trial.run({slow, bot("exit 1")}));
  other.join();
}
