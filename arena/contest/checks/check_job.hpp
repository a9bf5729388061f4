// The check of one version: unpack, recognise, build, and try as `arena check` does. It runs in a
// child process (`arena checker`), so that nothing in an upload can harm the server.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <boost/describe/class.hpp>
#include <boost/json.hpp>

#include "arena/contest/bots/bots.hpp"
#include "arena/contest/bots/runner.hpp"
#include "arena/contest/bots/tryouts.hpp"
#include "arena/contest/contest_file.hpp"
#include "arena/game/games.hpp"

namespace arena::contest {

struct CheckJob {
  /// A folder that only this job uses. It has the upload's bytes in the file `upload`; afterwards a
  /// tar of what plays in `built`, if the version is accepted.
  std::string folder;
  std::string bot;
  std::string file_name;
  std::string language;
  std::string protocol;
  MatchSettings match;
  Quotas quotas;
  std::optional<Runner> runner{};
  bool is_tryout = false;  // only a few games, for its author
};

// A job and its results are JSON between the server and its child; what is built is in the folder.
BOOST_DESCRIBE_STRUCT(CheckJob, (),
                      (folder, bot, file_name, language, protocol, match, quotas, runner,
                       is_tryout))
BOOST_DESCRIBE_STRUCT(CheckResult, (), (is_accepted, reason, language, build_log, report, command))
BOOST_DESCRIBE_STRUCT(TryoutResult, (), (reason, build_log, records, written))
/// Throws Error if it is not a result, or if pages cannot show its report, and std::runtime_error
/// if it does not say how the bot plays, nor why not.
CheckResult read_check_result(const json::object& object);

/// Throws Error or another exception if the server cannot check: the version is not to blame.
CheckResult run_check(const CheckJob& job, const Games& games);

/// The games of a tryout end after so long.
inline constexpr std::chrono::seconds time_of_tryout{40};
/// Plays against the runner's example, or the game's own default opponent. Throws as `run_check`.
TryoutResult run_tryout(const CheckJob& job, const Games& games);

/// The whole of `arena checker`: reads a job, one line of JSON, from standard input and writes the
/// result, {"result": {...}} or {"error": "..."}, to standard output. If the input ends before, it
/// kills what it started and ends the process. Returns the exit status.
int serve_check(const Games& games);

}  // namespace arena::contest
