// A contest of a running server, and where the server keeps what.
#pragma once

#include <string>
#include <vector>

#include "arena/contest/bots/bots.hpp"
#include "arena/contest/contest_file.hpp"
#include "arena/contest/phases/phase_view.hpp"
#include "arena/series/entrants/checked_settings.hpp"

namespace arena::contest {

/// A contest as it was checked when the server started.
struct Contest {
  ContestSpec spec;
  CheckedSettings checked;  // game, options, limits
  int seats = 2;

  [[nodiscard]] const AnyGame& game() const { return *checked.settings.game; }
};

/// The server's folder.
struct StateFolder {
  std::string path;

  [[nodiscard]] std::string database() const { return path + "/host.db"; }
  /// The files of a version that plays, by the hash of its tar: whatever is restored or replaced,
  /// the folder has what its name says.
  [[nodiscard]] std::string version(const std::string& built) const {
    return path + "/versions/" + built;
  }
  [[nodiscard]] std::string check(VersionId id) const {
    return path + "/checks/" + std::to_string(id);
  }
  [[nodiscard]] std::string store(const PhaseKey& phase) const {
    return path + "/phases/" + phase.contest + "/" + phase.phase + ".db";
  }
  /// The stores of a phase that began again since: their numbers, in the order in which they were
  /// put aside, and their files.
  [[nodiscard]] std::vector<int> put_aside(const PhaseKey& phase) const;
  [[nodiscard]] std::string put_aside(const PhaseKey& phase, int number) const {
    return store(phase) + "." + std::to_string(number);
  }
  [[nodiscard]] std::string house(const std::string& contest, const std::string& name) const {
    return path + "/house/" + contest + "/" + name;
  }
  /// The store of a phase that is over, for everybody.
  [[nodiscard]] std::string download(const PhaseKey& phase) const {
    return path + "/downloads/" + phase.contest + "/" + phase.phase + ".db";
  }
  [[nodiscard]] std::string logs(const PhaseKey& phase) const {
    return path + "/logs/" + phase.contest + "/" + phase.phase;
  }
};

/// Throws Error if the contest cannot be played.
Contest check_contest(const ContestSpec& spec, const Games& games, TableCache& tables);

/// Lays the uploads of the house into the runner, in the server's folder. REQUIRES: this comes
/// before `check_contest`.
void lay_house(ContestSpec& spec, const StateFolder& folder);

/// Starts each program of the house for a moment. Throws Error if one cannot start, or ends by
/// itself, such as an interpreter whose script is missing.
void try_house(const Contest& contest);

/// The first folder on the way to `path`, which may not be there yet, that bots in the sandbox
/// cannot enter; empty if they can enter all. They are another user only if arena is root.
std::filesystem::path closed_to_bots(const std::filesystem::path& path);

/// Makes the folder and its parts, and returns its canonical path. Throws Error if it cannot, or if
/// `for_sandbox` and bots could not enter it.
StateFolder make_state_folder(const std::string& path, bool for_sandbox);

}  // namespace arena::contest
