// The kinds of entrants: a process, a built-in bot, a bot in arena's own process, a connection, and
// the person at the terminal.
#pragma once

#include <unistd.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/core/seat.hpp"
#include "arena/peer/terminal.hpp"
#include "arena/series/entrants/bot_pool.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/entrants/series_settings.hpp"

namespace arena {

/// A process that arena starts: a program, or the worker of a Python module.
class ProcessEntrant final : public EntrantKind {
 public:
  explicit ProcessEntrant(BotProcess process) : process_(std::move(process)) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                            const SeatInMatch& seat) const override;
  [[nodiscard]] const BotProcess* process() const override { return &process_; }
  [[nodiscard]] boost::json::value to_json() const override;

 private:
  BotProcess process_;
};

/// The worker of a Python module. It also finds modules in arena's PYTHONPATH.
BotProcess module_worker(std::vector<std::string> program, std::vector<std::string> words,
                         std::vector<std::string> declared = {});

/// A built-in bot of the game.
class BuiltinEntrant final : public EntrantKind {
 public:
  explicit BuiltinEntrant(std::string name) : name_(std::move(name)) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& /*entrant*/, const Room& /*room*/,
                                            const SeatInMatch& seat) const override {
    Occupant occupant{BuiltinSeat{name_, seat.bot_seed}};
    co_return occupant;
  }
  void check(const SeriesSettings& settings, int seats) const override {
    settings.game->builtins.check(name_, settings.options, seats);
  }
  void prepare(const SeriesSettings& settings, int seats) const override {
    settings.game->builtins.prepare(name_, settings.options, seats, *settings.table_cache);
  }
  [[nodiscard]] bool plays_by_clock(const AnyGame& game) const override {
    return game.builtins.plays_by_clock(name_);
  }
  [[nodiscard]] std::optional<BuiltinIdentity> builtin(const AnyGame& game) const override {
    return game.builtins.identity(name_);
  }
  [[nodiscard]] boost::json::value to_json() const override {
    return boost::json::object{{"builtin", name_}};
  }

 private:
  std::string name_;
};

/// A bot that cannot play: it forfeits at its first question.
class MissingEntrant final : public EntrantKind {
 public:
  /// `why`: a part of a sentence, such as "cannot start: its files are gone".
  explicit MissingEntrant(std::string why) : why_(std::move(why)) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                            const SeatInMatch& seat) const override;
  [[nodiscard]] boost::json::value to_json() const override {
    return boost::json::object{{"missing", why_}};
  }

 private:
  std::string why_;
};

/// A bot in arena's own process.
class InProcessEntrant final : public EntrantKind {
 public:
  /// `make` creates one bot for each match, in the match's thread.
  explicit InProcessEntrant(std::function<std::unique_ptr<InProcessBot>()> make)
      : make_(std::move(make)) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& /*entrant*/, const Room& /*room*/,
                                            const SeatInMatch& /*seat*/) const override {
    std::unique_ptr<InProcessBot> bot = make_();
    Occupant occupant{bot.get()};
    occupant.bot = std::move(bot);
    co_return occupant;
  }
  /// Such bots share one interpreter.
  [[nodiscard]] bool plays_side_by_side() const override { return false; }

 private:
  std::function<std::unique_ptr<InProcessBot>()> make_;
};

/// At the other end of a connection.
class ConnectedEntrant final : public EntrantKind {
 public:
  /// `connect` opens the connection: for each match, or once if the entrant stays for a series.
  explicit ConnectedEntrant(PeerMaker connect) : connect_(std::move(connect)) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                            const SeatInMatch& seat) const override {
    std::unique_ptr<Peer> peer = co_await room.pool.take(entrant, seat, PeerMaker(connect_));
    Occupant occupant = line_occupant(std::move(peer), entrant, room.settings);
    co_return occupant;
  }

 private:
  PeerMaker connect_;
};

/// The person who started arena, at the terminal.
class PersonEntrant final : public EntrantKind {
 public:
  /// Without a screen the person sees the protocol as a bot does.
  explicit PersonEntrant(std::optional<ScreenStyle> screen = {}) : screen_(screen) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                            const SeatInMatch& /*seat*/) const override {
    auto peer = std::make_unique<TerminalPeer>(room.loop, STDIN_FILENO, STDOUT_FILENO);
    Occupant occupant = line_occupant(std::move(peer), entrant, room.settings, screen_);
    co_return occupant;
  }
  [[nodiscard]] bool is_person() const override { return true; }
  [[nodiscard]] bool plays_side_by_side() const override { return false; }

 private:
  std::optional<ScreenStyle> screen_;
};

/// The kind that another process wrote with `to_json`. Throws Error, which names the wrong field.
std::shared_ptr<const EntrantKind> read_kind(const boost::json::object& object);

// Teams: players that stay together on one side, whatever their seats. A team has one player for
// each seat of a side. In a game without partners, each player is a team.

/// In a game with partners, each bot plays a whole side if there are no more bots than sides. If
/// there are more players, or a person among them, each player takes one seat.
bool play_whole_sides(const std::vector<Entrant>& players, Sides sides);

/// The players by seat, if each plays a whole side. Each one has its own process for each seat of
/// its side. REQUIRES: players.size() == sides.count().
std::vector<Entrant> at_all_seats(const std::vector<Entrant>& players, Sides sides);

/// By team: "name", or "name + partner" if several players are a team.
std::vector<std::string> team_names(const std::vector<Entrant>& players, Sides sides);

/// The team of each side. `player_at` is by seat.
std::vector<int> teams_at(const std::vector<int>& player_at, Sides sides);

}  // namespace arena
