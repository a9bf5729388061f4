// Turns the options of users and records into the setup of a match, and replays records.
// Separate from `typed_game`, and without players, so that tests can use it alone.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/core/game.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/core/refinements/match_report.hpp"
#include "arena/match/replay.hpp"
#include "arena/match/replay_result.hpp"
#include "arena/record/record.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

inline constexpr std::string_view refusals_option = "max_refusals";

/// Throws Error that names an unknown or wrong option.
template <class G>
Setup<G> setup_of(const json::object& options, int seats, DealSeed seed) {
  Setup<G> setup;
  setup.seats = seats;
  setup.seed = seed;
  json::object own = options;
  own.erase(refusals_option);
  described::from_object(own, setup.options, "option", refusals_option);
  return setup;
}

/// How many refused answers in a row the options allow, or else the default.
template <class GameModule>
int max_refusals_of(const json::object& options) {
  int refusals = DefaultProtocol<GameModule>::terms.max_refusals;
  if (const json::value* given = options.if_contains(refusals_option))
    described::from_json(*given, refusals, "option max_refusals");
  if (refusals < 0)
    throw Error(fmt::format("option max_refusals must be 0 or more, not {}", refusals));
  return refusals;
}

/// True if the game allows so many seats; all sides must have the same number of seats.
template <class G>
bool can_seat(int count) {
  return count >= G::info.least_seats && count <= G::info.most_seats &&
         (G::info.sides == 0 || count % G::info.sides == 0);
}

/// "2 seats", "1 to 16 seats", "4 to 8 seats on 2 equal sides".
template <class G>
std::string seats_text() {
  constexpr const GameInfo& info = G::info;
  if (info.least_seats == info.most_seats) return counted(info.least_seats, "seat");
  const std::string text = fmt::format("{} to {} seats", info.least_seats, info.most_seats);
  return info.sides == 0 ? text : fmt::format("{} on {} equal sides", text, info.sides);
}

/// Throws Error if the game cannot have so many seats.
template <class G>
void require_seats(int seats) {
  if (can_seat<G>(seats)) return;
  throw Error(fmt::format("{} has {}, not {}", G::info.title, seats_text<G>(), seats));
}

/// The setup of a match to be played. Throws Error if seats or options are impossible.
template <class G>
Setup<G> checked_setup(const json::object& options, int seats, DealSeed seed) {
  require_seats<G>(seats);
  Setup<G> setup = setup_of<G>(options, seats, seed);
  if (const Refusal refusal = G::check(setup)) throw Error("option " + std::string(refusal.text()));
  return setup;
}

/// `prepare(replay)` may say what the replay keeps. Throws Error if the record's options, deal or
/// players are impossible.
template <class GameModule, class Prepare = decltype([](Replay<GameModule>&) {})>
Replayed replay_record(const Record& record, ReplayOptions options, Prepare prepare = {}) {
  using G = typename GameModule::Game;
  const int count = static_cast<int>(record.players.size());
  if (!can_seat<G>(count)) {
    throw Error(fmt::format("{} has {}, the record has {}", G::info.title, seats_text<G>(),
                            counted(count, "player")));
  }
  DealSeed seed;
  if (record.seed) seed = {*record.seed, options.deal_number};
  Setup<G> setup = setup_of<G>(record.options, count, seed);
  described::from_object(record.deal, setup.deal, "deal");
  if (!record.seed && setup.deal == typename G::Deal{})
    throw Error("record: the deal is empty, and there is no seed");
  if (const Refusal refusal = G::check(setup)) throw Error(std::string(refusal.text()));
  std::vector<int> allowed(record.players.size(), max_refusals_of<GameModule>(record.options));
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    if (record.players[i].rest.contains(refusals_option))
      allowed[i] = max_refusals_of<GameModule>(record.players[i].rest);
  }
  Replay<GameModule> replay(record, setup, std::move(allowed), options);
  prepare(replay);
  Replayed replayed = replay.run();
  const int version = record.rules_version.value_or(G::info.version);
  if (replayed.broken && version != G::info.version) {
    replayed.broken->reason += fmt::format(
        " (played by version {} of the rules; this is version {})", version, G::info.version);
  }
  return replayed;
}

/// The match of a record, as far as it keeps the rules. Throws Error as `replay_record` does.
template <class GameModule>
WholeMatch<typename GameModule::Game> whole_match(const Record& record, int number) {
  WholeMatch<typename GameModule::Game> match;
  match.number = number;
  for (const RecordedPlayer& player : record.players) {
    match.names.push_back(player.name);
    match.builtins.push_back(player.builtin);
  }
  match.options =
      setup_of<typename GameModule::Game>(record.options, static_cast<int>(match.names.size()), {})
          .options;
  static_cast<void>(replay_record<GameModule>(
      record, {}, [&match](auto& replay) { replay.keep_events(match.events); }));
  return match;
}

/// The same with the moves that its players chose.
template <class GameModule>
ReviewedMatch<typename GameModule::Game> reviewed_match(const Record& record) {
  ReviewedMatch<typename GameModule::Game> match;
  static_cast<void>(
      replay_record<GameModule>(record, {}, [&match](auto& replay) { replay.keep_moves(match); }));
  return match;
}

}  // namespace arena
