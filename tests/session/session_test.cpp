// Sessions without a command line: a bot of arena comes over TCP to a table of built-in bots.
#include "arena/session/session.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/config/player_spec.hpp"
#include "arena/series/entrants/entrant_factory.hpp"
#include "arena/session/visit.hpp"
#include "arena/util/error.hpp"
#include "tests/errors.hpp"

using namespace arena;
using namespace arena::session;
using arena::test::error_of;

namespace {

MatchSettings settings_of(const std::string& game) {
  MatchSettings settings;
  settings.game = game;
  settings.seed = read_root_seed("5");
  return settings;
}

struct Checked {
  explicit Checked(const std::string& game) : checked(check(settings_of(game), games, tables)) {}

  [[nodiscard]] Entrant bot(const std::string& name) const {
    return make_entrant({.kind = PlayerKind::builtin, .words = {name}}, *checked.settings.game,
                        checked.defaults);
  }

  Games games = all_games();
  TableCache tables;
  CheckedSettings checked;
};

/// Three boards of bridge between four bots that pass, one of which is a guest.
struct BridgeSession : Checked {
  BridgeSession() : Checked("bridge") {
    plan.choice = SeatChoice{.protocol = protocol_by_choice(*checked.settings.game)};
    hooks.listening = [this](const std::string& address) { send_guest(address); };
    hooks.said = [](const std::string&) {};
    hooks.failed_late = [](const std::vector<LateFault>&) {};
  }

  SessionResults serve_with(std::function<void(int number)> played) {
    hooks.played = [played](const PlayedMatch& match, const std::vector<Entrant>&) {
      played(match.number);
    };
    SessionResults results = serve(plan, hooks);
    guest.join();
    return results;
  }

  /// The session may end before the guest's last board.
  void send_guest(const std::string& address) {
    const int port = std::stoi(address.substr(address.rfind(':') + 1));
    guest = std::jthread([this, port] {
      const VisitSettings settings{.server = {"127.0.0.1", static_cast<std::uint16_t>(port)},
                                   .seat = "west"};
      try {
        visit(settings, checked, bot("pass"),
              [this](const std::vector<std::string>&, const Closing&) { ++seen_by_guest; });
      } catch (const Error&) {
      }
    });
  }

  SessionPlan plan{.checked = checked,
                   .players = std::vector<Entrant>(3, bot("pass")),
                   .seats = 4,
                   .games = 3,
                   .host = "127.0.0.1"};
  SessionHooks hooks;
  std::stop_source stopping;
  int seen_by_guest = 0;
  std::jthread guest;
};

}  // namespace

TEST_CASE("session: a guest sits where it wants, and every game counts", "[session]") {
  BridgeSession session;
  std::vector<int> played;
  const SessionResults results =
      session.serve_with([&played](int number) { played.push_back(number); });
  CHECK(played == std::vector{0, 1, 2});
  CHECK(results.failure == nullptr);
  CHECK_FALSE(results.cut_short);
  CHECK(results.games == 3);
  REQUIRE(results.series);
  CHECK(results.series->plan.entrants.at(3).name == "arena");
  CHECK(results.series->results.statistics.deals() == 3);
  CHECK(session.seen_by_guest == 3);
}

TEST_CASE("session: a failure ends it, and what was played counts", "[session]") {
  BridgeSession session;
  const SessionResults results = session.serve_with([](int number) {
    if (number == 1) throw Error("the disk is full");
  });
  REQUIRE(results.failure != nullptr);
  CHECK(error_of([&] { std::rethrow_exception(results.failure); }) == "the disk is full");
  REQUIRE(results.series);
  CHECK(results.series->results.statistics.matches() == 2);
  CHECK(results.series->results.statistics.deals() == 2);
}

TEST_CASE("session: a request to stop ends it between two games", "[session]") {
  BridgeSession session;
  session.hooks.stop = session.stopping.get_token();
  const SessionResults results = session.serve_with([&](int) { session.stopping.request_stop(); });
  CHECK(results.failure == nullptr);
  CHECK_FALSE(results.cut_short);
  CHECK(results.games < 3);
}

TEST_CASE("session: limits that the plan leaves open, or that no game fits in", "[session]") {
  const Checked lost_cities("lost_cities");
  SessionPlan plan{.checked = lost_cities.checked, .seats = 2, .games = 500};
  settle(plan);
  CHECK(plan.limits.forfeits == 50);
  CHECK(plan.jobs == plan.limits.connections);
  plan.limits.connections = 1;
  CHECK(error_of([&] { settle(plan); }) == "--connections 1 is too few: a game has 2 connections");
}
