// The folders of versions follow from the database, also after kills.
#include "arena/contest/bots/bot_folders.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <set>
#include <thread>

#include <catch2/catch.hpp>

#include "arena/util/sha256.hpp"
#include "tests/contest/clock.hpp"
#include "tests/errors.hpp"
#include "tests/files.hpp"
#include "tests/proof.hpp"

using namespace arena;
using namespace arena::contest;
using arena::test::error_of;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

constexpr int versions = 60;

/// A host's folder with accepted versions of one bot. Opened again after each kill.
struct FoldersWorld {
  explicit FoldersWorld(const std::string& path) : state(make_state_folder(path, false)) {}

  void add_versions() {
    const AccountId ann = Accounts(database, now, PasswordCost::least(), AccountPolicy::open)
                              .sign_up("ann", "correct horse")
                              .id;
    ContestSpec contest;
    contest.id = "quiz";
    contest.quotas.versions_per_day = versions;
    for (int number = 1; number <= versions; ++number) {
      static_cast<void>(bots.hand_in(ann, contest, "quick", {"bot.py", std::to_string(number)}));
      CheckResult result;
      result.is_accepted = true;
      result.built = "tar of " + std::to_string(number);
      bots.finish(bots.begin_check(bots.queued().front().number)->id, result);
      const fs::path folder = state.version(sha256(result.built));
      fs::create_directory(folder);
      for (const char* const name : {"one", "two", "three"}) test::put(folder / name, "x");
    }
  }
  void keep(int newest) {
    bots.forget_files({{{"quiz", newest}}, {}});
    folders.sweep();
  }
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(fs::path(state.version("x")).parent_path()))
      found.insert(entry.path().filename());
    return found;
  }

  test::TestClock clock;
  Now now = clock.function();
  StateFolder state;
  Database database{state.database()};
  Bots bots{database, now};
  BotFolders folders{state, bots};
};

}  // namespace

TEST_CASE("bot folders: a kill in the middle of a removal leaves no half of a folder", "[host]") {
  const test::TestFolder folder(test::quick_place());
  FoldersWorld(folder.path()).add_versions();
  int killed = 0;
  for (int newest = versions - 2; newest > 0; newest -= 2) {
    const pid_t child = ::fork();
    if (child == 0) {
      FoldersWorld(folder.path()).keep(newest);
      ::_exit(0);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(100 * newest));
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    killed += WIFSIGNALED(status) ? 1 : 0;
    FoldersWorld world(folder.path());
    const std::set<std::string> names = world.names();
    for (const std::string& built : world.bots.kept_builds()) CHECK(names.contains(built));
    for (const std::string& name : names) {
      if (name != "removed") CHECK(fs::exists(fs::path(world.state.version(name)) / "three"));
    }
    CHECK(static_cast<int>(world.bots.kept_builds().size()) >= newest);
  }
  if (proof::is_on()) CHECK(killed > 0);  // on a busy computer all may have ended before
  FoldersWorld world(folder.path());
  world.keep(1);
  CHECK(world.names() == world.bots.kept_builds());
  CHECK(world.names().size() == 1);
}

TEST_CASE("bot folders: what a crash left is removed, and what is gone is named", "[host]") {
  const test::TestFolder folder(test::quick_place());
  FoldersWorld world(folder.path());
  world.add_versions();
  fs::create_directory(world.state.version("1234.XXabcd"));  // a folder that was being made
  world.keep(versions);
  CHECK(world.names() == world.bots.kept_builds());
  const Version first = world.bots.version(1).value();
  CHECK(world.folders.folder(1, first.built) == world.state.version(first.built));
  world.keep(3);
  CHECK(world.names().size() == 3);
  CHECK_THAT(error_of([&] { static_cast<void>(world.folders.folder(1, first.built)); }),
             Contains("has removed the files"));
}
