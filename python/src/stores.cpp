// `_arena.StoreFile`: reads a store.
#include <exception>
#include <functional>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/config/player_spec.hpp"
#include "arena/config/root_seed.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/results/standings_export.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/extent.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/error.hpp"
#include "python/src/games.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

constexpr int seconds_of_us = 1'000'000;
constexpr int matches_a_signal_check = 1000;

/// What is thrown here comes with the name of the store.
PlayerSpec player_of(const StoredEntrant& entrant) {
  try {
    return read_player(entrant.player);
  } catch (const Error& error) {
    throw std::runtime_error(error.what());
  }
}

/// A store's file, which is opened for each question: so what is read is as new as the file.
class StoreFile {
 public:
  StoreFile(std::shared_ptr<Library> library, std::string path)
      : library_(std::move(library)), path_(std::move(path)) {
    static_cast<void>(open());
  }

  [[nodiscard]] py::object tournament() const {
    const Store store = open();
    const StoredTournament stored = store.tournament();
    if (stored.seed) static_cast<void>(read_root_seed(*stored.seed).value());  // Python reads it
    const Extent extent = extent_of(store, find_game(library_->games, stored.game));
    return to_python(json::object{
        {"game", stored.game},
        {"options", stored.options},
        {"seats", stored.seats},
        {"format", stored.format},
        {"text", stored.file},
        {"commitment", stored.commitment},
        {"version", stored.version},
        {rules_version_key, json::value_from(rules_version(stored))},
        {"games", extent.matches},
        {"planned_games", json::value_from(extent.planned)},
        {"over", extent.is_over},
        {"seed", stored.seed ? json::value(*stored.seed) : json::value()},
    });
  }
  [[nodiscard]] py::list entrants() const {
    py::list rows;
    for (const StoredEntrant& entrant : open().entrants()) {
      const PlayerSpec player = player_of(entrant);
      const bool is_team = player.kind == PlayerKind::team;
      const std::string command = is_team ? player_text(player) : join_words(player.words);
      rows.append(to_python(json::object{{"id", entrant.id},
                                         {"name", entrant.name},
                                         {"active", !entrant.stays.has_left()},
                                         {"kind", described::to_json(player.kind)},
                                         {"command", command},
                                         {builtins_key, identities_of(entrant)},
                                         {"files_hash", entrant.files_hash},
                                         {"challenger", entrant.challenger},
                                         {"seed_rating", entrant.seed_rating}}));
    }
    return rows;
  }
  [[nodiscard]] py::list matches(int first) const {
    const Store store = open();
    std::map<int, py::str> names;
    for (const StoredEntrant& entrant : store.entrants()) names[entrant.id] = to_str(entrant.name);
    py::list rows;
    store.for_each_match(first, [&](const StoredMatch& match) {
      if (match.number % matches_a_signal_check == 0 && PyErr_CheckSignals() != 0)
        throw py::error_already_set();
      const std::vector<int> scores = shown_scores(store, match);
      for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
        const StoredSeat& stored = match.seats[seat];
        py::dict row;
        row["match"] = match.number;
        row["pairing"] = match.pairing;
        row["deal"] = match.deal;
        row["seed"] = match.seed;
        row["table"] = match.table;
        row["seat"] = seat;
        row["entrant"] = names[stored.entrant];
        row["entrant_id"] = stored.entrant;
        row["score"] = scores[seat];
        row["counted_score"] = stored.score;
        row["place"] = stored.place;
        row["margin"] = stored.margin;
        row["fault"] = to_str(stored.fault);
        row["detail"] = to_str(stored.detail);
        row["questions"] = stored.questions;
        row["thinking"] = static_cast<double>(stored.thinking_us) / seconds_of_us;
        row["slowest"] = static_cast<double>(stored.slowest_us) / seconds_of_us;
        rows.append(row);
      }
    });
    return rows;
  }
  [[nodiscard]] py::str record(int match) const {
    const Store store = open();
    if (match >= store.matches())
      throw Error(fmt::format("the store has {} games, counted from 0: there is no game {}",
                              store.matches(), match));
    return to_str(store.record(match));
  }
  [[nodiscard]] py::list standings(const std::string& anchor) const {
    return rows(&for_each_entrant, anchor);
  }
  [[nodiscard]] py::list ratings(const std::string& anchor) const {
    return rows(&for_each_rating, anchor);
  }
  [[nodiscard]] py::list pairs() const { return rows(&for_each_pair, ""); }
  [[nodiscard]] py::list superiority() const { return rows(&for_each_superiority, ""); }
  [[nodiscard]] py::object result() const {
    return read([this](const Store& store) {
      return format_result_json(format_result(store, library_->games));
    });
  }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  [[nodiscard]] Store open() const { return Store(path_, Access::snapshot); }
  /// Lets other Python threads run meanwhile.
  [[nodiscard]] py::object read(const std::function<json::value(const Store&)>& value_of) const {
    const json::value found = [&] {
      const py::gil_scoped_release unlocked;
      return value_of(open());
    }();
    return to_python(found);
  }
  [[nodiscard]] py::list rows(void (*for_each_row)(const Standings&, const UseRow&),
                              const std::string& anchor) const {
    const Standings standings = [&] {
      const py::gil_scoped_release unlocked;
      const Store store = open();
      return standings_of(store, find_game(library_->games, store.tournament().game),
                          read_anchor(anchor));
    }();
    py::list rows;
    for_each_row(standings, [&rows](const json::object& row) { rows.append(to_python(row)); });
    return rows;
  }

  std::shared_ptr<Library> library_;
  std::string path_;
};

/// Adds a method. Store checks most data, and its Error names the file. Whatever else damaged data
/// cause becomes such an Error here.
template <class Result, class... Arguments>
void add_method(py::class_<StoreFile>& type, const char* name,
                Result (StoreFile::*method)(Arguments...) const) {
  type.def(name, [=](const StoreFile& file, Arguments... arguments) {
    try {
      return (file.*method)(arguments...);
    } catch (const Error&) {
      throw;
    } catch (const py::error_already_set&) {
      throw;
    } catch (const py::builtin_exception&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      throw Error(fmt::format("\"{}\" is damaged: its {} cannot be read", file.path(), name));
    }
  });
}

}  // namespace

void add_stores(py::module_& module, std::shared_ptr<Library> library) {
  py::class_<StoreFile> type(module, "StoreFile", "The implementation of arena.Store.");
  type.def(py::init([library = std::move(library)](std::string path) {
    return StoreFile(library, std::move(path));
  }));
  add_method(type, "tournament", &StoreFile::tournament);
  add_method(type, "entrants", &StoreFile::entrants);
  add_method(type, "matches", &StoreFile::matches);
  add_method(type, "record", &StoreFile::record);
  add_method(type, "standings", &StoreFile::standings);
  add_method(type, "ratings", &StoreFile::ratings);
  add_method(type, "pairs", &StoreFile::pairs);
  add_method(type, "superiority", &StoreFile::superiority);
  add_method(type, "result", &StoreFile::result);
}

}  // namespace arena::python
