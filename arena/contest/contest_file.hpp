// The file of `arena serve`: the server, its contests and their phases, as docs/contests.md
// describes them. TOML; unknown keys are refused with file, line and the known keys. Options,
// limits and players are read by the functions that read those of `arena run`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/config/player_spec.hpp"
#include "arena/contest/bots/runner.hpp"
#include "arena/contest/moment.hpp"
#include "arena/contest/people/accounts.hpp"
#include "arena/game/games.hpp"
#include "arena/series/entrants/checked_settings.hpp"
#include "arena/tournament/formats/format.hpp"

namespace arena::contest {

struct ServerSettings {
  std::string folder;  // of everything that the server keeps
  std::string address = "127.0.0.1";
  int port = 8080;
  std::string url;  // as browsers see it, without a slash at the end
  int jobs = 0;     // matches at a time, of all contests together; 0: by the number of cores
  std::chrono::seconds table_move_time{180};  // of people who play in the browser
  AccountPolicy accounts = AccountPolicy::open;
  std::vector<std::string> class_list{};  // names of accounts
};

/// What an author may use.
struct Quotas {
  int bots = 3;               // in the contest
  int versions_per_day = 20;  // of all the author's bots; with earlier ones made active again
  std::uint64_t upload = 5'000'000;  // bytes
  std::chrono::seconds build_time{60};
  std::chrono::seconds check_time{600};           // of the whole check, with the build
  std::chrono::seconds check_time_per_day{1200};  // of all checks that need more than a first look
  std::uint64_t build_disk = std::uint64_t{256} << 20U;  // bytes, sources and results together
  std::uint64_t build_memory = std::uint64_t{1} << 30U;  // bytes, includes the disk
  int build_processes = 64;
  int kept_versions = 20;  // of each bot: older ones may lose their files
};
BOOST_DESCRIBE_STRUCT(Quotas, (),
                      (bots, versions_per_day, upload, build_time, check_time, check_time_per_day,
                       build_disk, build_memory, build_processes, kept_versions))

/// A bot of the server itself.
struct HouseBot {
  std::string name;
  PlayerSpec player;     // of an upload: once the server has laid it into the runner
  std::string upload{};  // a file that the contest's runner plays; empty: another player
};

/// The opponents of the authors' bots in a phase, apart from each other.
struct Opponents {
  enum class Kind { none, house, best };
  Kind kind = Kind::none;
  int count = 0;      // best: at most so many, of different authors...
  std::string phase;  // ...of this earlier phase, under neutral names
};

struct PhaseSpec {
  std::string name;               // in addresses
  std::string title;              // for people
  FormatSettings format;          // without players and lot
  std::string deals{};            // a file; empty: they come from the seed
  std::optional<Moment> from{};   // no value: as soon as the server runs
  std::optional<Moment> until{};  // no value: until the format ends, if it does
  Opponents opponents;
  /// All active versions at its beginning play; the results are shown when it is over.
  bool is_final = false;
  int games_per_day = 0;  // 0: as many as can be played

  /// Whether new bots and versions join while it runs.
  [[nodiscard]] bool is_open() const {
    return !is_final && (format.kind == FormatKind::league || format.kind == FormatKind::gauntlet);
  }
};

struct ContestSpec {
  std::string id;  // in addresses
  std::string title;
  std::string description;  // plain text
  MatchSettings match;      // game, options, seats, limits; the sandbox is on by default
  Quotas quotas;
  std::optional<Runner> runner{};  // what uploads become a part of
  std::vector<HouseBot> house;
  std::vector<PhaseSpec> phases;

  [[nodiscard]] const PhaseSpec* phase(std::string_view name) const;
  [[nodiscard]] const HouseBot* house_bot(std::string_view name) const;
};

struct ContestFile {
  ServerSettings server;
  std::vector<ContestSpec> contests;

  [[nodiscard]] const ContestSpec* contest(std::string_view id) const;
};

/// Throws Error with file, line and column. Relative paths are from the file's folder.
ContestFile read_contest_file(const std::string& path);
/// The same of a text. `path` is for messages, and its folder for the words.
ContestFile read_contests(std::string_view text, const std::string& path);

/// The text of such a file: a contest of each game, with its built-in bots as house bots, and one
/// of each of these runners of arena's, that run until the server is stopped, on localhost.
/// `sandbox`: the kind that this host has, as of --sandbox, or empty. Throws Error as `read_runner`
/// does.
std::string demo_contests(const Games& games, const std::vector<std::string>& runners,
                          const std::string& folder, const std::string& sandbox);

}  // namespace arena::contest
