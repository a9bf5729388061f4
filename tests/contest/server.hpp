// A whole host of one contest with a clock that the test moves.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include <catch2/catch.hpp>

#include "arena/contest/host.hpp"
#include "tests/contest/clock.hpp"
#include "tests/files.hpp"

namespace arena::test {

/// A server of the contest "quiz", in a folder that bots may enter. It may be ended and started
/// again.
struct TestServer {
  /// `files`: texts that lie beside the contests' file, by name.
  explicit TestServer(std::string contests, const std::map<std::string, std::string>& files = {})
      : text(std::move(contests)) {
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
    for (const auto& [name, contents] : files) std::ofstream(folder.at(name)) << contents;
    open();
  }

  void open() {
    arena::contest::HostSettings settings{games};
    settings.now = clock.function();
    settings.cost = arena::contest::PasswordCost::least();
    settings.program = program;
    settings.tick = std::chrono::milliseconds(20);
    settings.first_look = first_look;
    settings.before_retry = before_retry;
    settings.events.trouble = [this](const std::string& trouble) {
      const std::lock_guard lock(mutex);
      troubles += trouble + '\n';
    };
    host = std::make_unique<arena::contest::Host>(
        arena::contest::read_contests(text, folder.at("contest.toml")), settings);
  }
  arena::contest::Account sign_up(const std::string& name) {
    return host->accounts().sign_up(name, "correct horse");
  }
  /// Waits for what threads do. Five minutes: the computer may be busy.
  template <class Condition>
  void wait_for(const char* what, Condition condition) const {
    for (int i = 0; i < 30000; ++i) {
      if (condition()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    const std::lock_guard lock(mutex);
    FAIL("waited without success for " << what << '\n' << troubles);
  }
  void wait_for_checks() const {
    wait_for("checks", [this] { return host->waiting() == 0; });
  }
  [[nodiscard]] std::shared_ptr<const arena::contest::PhaseSnapshot> standings(
      const std::string& phase, bool is_admin = false) const {
    return host->standings({"quiz", phase}, is_admin);
  }
  void wait_for_state(const std::string& phase, arena::contest::PhaseState state) const {
    wait_for(phase.c_str(), [&] { return standings(phase)->state == state; });
  }

  void wait_for_download(const arena::contest::PhaseKey& phase) const {
    wait_for("the file for everybody", [&] { return host->download(phase).has_value(); });
  }

  std::string text;
  std::chrono::seconds first_look{10};
  std::chrono::milliseconds before_retry{5000};
  std::string program = ARENA_PROGRAM;
  TestFolder folder;
  TestClock clock;
  Games games = all_games();
  mutable std::mutex mutex;
  std::string troubles;
  std::unique_ptr<arena::contest::Host> host;
};

}  // namespace arena::test
