#include "arena/setup/tournament_setup.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "arena/setup/stored_player.hpp"
#include "arena/tournament/tournament_file.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Reads the game's options and the limits as the command line reads them.
MatchOptions match_options(const TournamentFile& file, const std::string& path) {
  MatchOptions match;
  CLI::App app;
  add_game_options(app, match);
  std::vector<std::string> words = file.game.words;
  for (const FileWords& option : file.options)
    words.insert(words.end(), option.words.begin(), option.words.end());
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    throw Error(fmt::format("{}: {}", path, error.what()));
  }
  match.seats = file.seats;
  return match;
}

PlannedEntrant planned(const FileEntrant& entrant) {
  std::vector<std::string> words = entrant.player.words;
  auto players = take_players(words, [](std::string_view) { return false; });
  if (players.size() != 1) throw Error(entrant.player.place + ": this is no player");
  PlayerArg& player = players.front();
  if (entrant.called) player = {PlayerKind::called, player.keys, {entrant.name}};
  return {player, entrant.challenger, entrant.seed_rating};
}

PlannedTournament plan_of(const TournamentFile& file, std::string text, const std::string& path) {
  PlannedTournament plan;
  plan.text = std::move(text);
  plan.store = std::filesystem::path(path).replace_extension(".db");
  plan.match = match_options(file, path);
  plan.format = file.format;
  for (const FileEntrant& entrant : file.entrants) plan.entrants.push_back(planned(entrant));
  plan.jobs = file.jobs;
  return plan;
}

}  // namespace

PlannedTournament plan_of_file(const std::string& path) {
  const TournamentFile file = read_tournament_file(path);
  return plan_of(file, contents(path), path);
}

PlannedTournament plan_of_text(const std::string& text, const std::string& path) {
  return plan_of(read_tournament(text, path), text, path);
}

TournamentSetup::TournamentSetup(PlannedTournament plan, const Games& games,
                                 TableCache& table_cache)
    : plan_(std::move(plan)), checked_(check(plan_.match, games, table_cache)) {
  check_seat_option(plan_.match, info());
  seats_ = plan_.match.seats != 0 ? plan_.match.seats : std::max(2, info().least_seats);
  plan_.format.players = info().sides_of(seats_).count();
}

Store TournamentSetup::create_store() const {
  const NewTournament tournament{checked_.settings, seats_,     plan_.format,
                                 checked_.seed,     plan_.text, plan_.seed_from};
  check_tournament(tournament, plan_.entrants.size());
  std::vector<NewEntrant> entrants;
  for (const PlannedEntrant& planned : plan_.entrants) {
    try {
      entrants.push_back(new_entrant(planned.player, checked_));
    } catch (const Error& error) {
      throw Error(fmt::format("entrant {}: {}", entrants.size() + 1, error.what()));
    }
    entrants.back().challenger = planned.challenger;
    entrants.back().seed_rating = planned.seed_rating;
  }
  return create_tournament(plan_.store, tournament, entrants);
}

Store TournamentSetup::open_store() const {
  if (std::filesystem::exists(plan_.store)) return continue_tournament(plan_.store, plan_.text);
  return create_store();
}

TournamentResults TournamentSetup::play(Store& store, const TournamentHooks& hooks) const {
  const auto format = format_of(store, info());
  const auto make = [this](const StoredEntrant& stored) {
    Entrant entrant =
        make_entrant(read_player(stored.player), *checked_.settings.game, checked_.defaults);
    entrant.name = stored.name;
    return entrant;
  };
  return play_tournament({checked_.settings, *format, seed_of(store), seats_, jobs(), make}, store,
                         hooks);
}

int TournamentSetup::jobs() const {
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return plan_.jobs != 0 ? plan_.jobs : std::max(1, cores / seats_);
}

}  // namespace arena
