// Bots and their versions, as the database keeps them: handed in, checked, active. A bot has one
// name in its contest, and at most one active version. What is handed in is on the disk before
// `hand_in` returns. Not for: who may see what (host.hpp), building and checking (checker.hpp).
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <boost/describe/enum.hpp>
#include <boost/json.hpp>

#include "arena/contest/checks/check_queue.hpp"
#include "arena/contest/contest_file.hpp"
#include "arena/contest/database.hpp"
#include "arena/contest/moment.hpp"
#include "arena/contest/people/accounts.hpp"

namespace arena::contest {

namespace json = boost::json;

using BotId = std::int64_t;
using VersionId = std::int64_t;

/// waiting and checking come first; then accepted or refused. An admin may disqualify.
enum class VersionState { waiting, checking, accepted, refused, disqualified };
BOOST_DESCRIBE_ENUM(VersionState, waiting, checking, accepted, refused, disqualified)

struct Bot {
  BotId id = 0;
  std::string contest;
  std::string name;
  AccountId account = 0;
  std::string author;  // the account's name
  std::optional<VersionId> active{};
  int active_number = 0;  // 0: none is active
  bool is_open = false;   // anybody may play against it in the browser
  Moment made_at;
};

struct Version {
  VersionId id = 0;
  BotId bot = 0;
  int number = 0;  // of the bot, from 1
  VersionState state = VersionState::waiting;
  bool is_active = false;
  std::string file;       // SHA-256 of what was handed in
  std::string file_name;  // as it came: not to be trusted
  std::string language;   // empty: not recognised yet
  std::string protocol;
  std::string reason;  // why it is refused, disqualified or does not play; one sentence
  std::string build_log;
  std::string report;  // of the check, JSON as of `arena check --json`; empty: none yet
  std::string built;   // SHA-256 of a tar of what plays, once it is accepted
  std::vector<std::string> command;  // in its folder
  Moment handed_in_at;
  std::optional<Moment> checked_at{};
  bool has_source = true;  // the server still has what was handed in
  bool can_play = false;   // ... and what was built of it
};

/// One source file, an archive, or a text from the page.
struct Upload {
  std::string file_name;  // empty for a text
  std::string bytes;
  std::string language{};  // of a text or a single file; empty: by the file's name
  std::string protocol{};  // empty: the contest's
};

/// The upload with names that can be stored and shown. Throws Error if it is empty or too large.
Upload checked(Upload upload, const Quotas& quotas);

/// What the check of a version found.
struct CheckResult {
  bool is_accepted = false;
  std::string reason;  // one sentence if it is refused
  std::string language;
  std::string build_log;
  std::string report;  // JSON; empty if it was not built
  std::vector<std::string> command;
  std::string built;  // a tar of the folder that plays
};

/// Which versions keep their files, apart from the active ones and those that wait for a check.
struct KeptFiles {
  std::map<std::string, int> newest;  // of each bot, by contest; other contests keep all
  std::set<VersionId> in_phases;      // they play in a phase, or played in it at its end; apart
                                      // from those that entered one within the last hour
};

/// A version that plays in a contest.
struct ActiveVersion {
  std::string bot;
  std::string protocol;
  std::string built;
  std::vector<std::string> command;
  /// The first version of the bot that is the same program: its results count on.
  VersionId first = 0;
};

/// One of several versions that are equal.
struct EqualVersion {
  std::string bot;
  std::string author;
  int number = 0;
  auto operator<=>(const EqualVersion&) const = default;
};

/// Versions of different bots of one contest that are the same bytes: as they were handed in, or as
/// they play.
struct EqualUploads {
  std::string contest;
  std::vector<EqualVersion> versions;  // the oldest first
  auto operator<=>(const EqualUploads&) const = default;
};

/// Thread-safe.
class Bots {
 public:
  Bots(Database& database, Now now) : database_(database), now_(std::move(now)) {}

  /// Takes a new version of the bot, which is made if the author has none of that name. It waits
  /// for its check. The same bytes again give the version that is there, unless that was refused.
  /// Throws Error for a bad name, one that another author or a house bot has, or a used-up quota.
  Version hand_in(AccountId account, const ContestSpec& contest, const std::string& bot,
                  const Upload& upload);

  [[nodiscard]] std::optional<Bot> find(BotId id);
  [[nodiscard]] std::optional<Bot> find(const std::string& contest, const std::string& name);
  /// By name. Of all contests if `contest` is empty; of all authors if `account` is 0.
  [[nodiscard]] std::vector<Bot> all(const std::string& contest, AccountId account = 0);
  /// The newest first.
  [[nodiscard]] std::vector<Version> versions(BotId bot);
  [[nodiscard]] std::optional<Version> version(VersionId id);
  /// What was handed in, byte for byte. Empty if there is no such file any more.
  [[nodiscard]] std::string file(const std::string& hash);
  [[nodiscard]] std::vector<ActiveVersion> active(const std::string& contest);
  [[nodiscard]] int waiting();
  /// By contest. Of all authors and versions.
  [[nodiscard]] std::vector<EqualUploads> equal_uploads();

  /// Makes an accepted version the active one. Throws Error for others, if its files are gone, if
  /// an earlier version of another bot of its author is the same program, if a version that is the
  /// same program is disqualified, and for a used-up quota.
  void activate(VersionId version, const Quotas& quotas);
  void set_open(BotId bot, bool is_open);
  /// This version never plays again, and neither do the others of its author in the contest that
  /// are the same program. A bot of which one was active has no active version then. Throws Error
  /// if it is disqualified already.
  void disqualify(VersionId version, const std::string& reason);

  /// After a crash: what was being checked waits again.
  void requeue();
  /// The versions that wait for a check, the oldest first.
  [[nodiscard]] std::vector<QueuedCheck> queued();
  /// The version, which is being checked from now on. No value if it does not wait any more.
  std::optional<Version> begin_check(VersionId version);
  /// Stores the result. An accepted version becomes active, unless a later one is active already,
  /// or `activate` would refuse it: then `Version::reason` says why.
  void finish(VersionId version, const CheckResult& result);
  /// It waits again, if it is being checked. Returns whether it does.
  bool put_back(VersionId version);
  /// The tar that `finish` stored. Empty if it no longer exists.
  [[nodiscard]] std::string built(VersionId version);

  /// What stands for the version in the store of a phase, under this name: a token, the same each
  /// time.
  std::string enter(VersionId version, const std::string& contest, const std::string& phase,
                    const std::string& name);
  /// 0 for an unknown token.
  [[nodiscard]] VersionId entered(const std::string& token);

  /// Lets go the uploads and builds of other versions, but for uploads of versions that have played
  /// in a phase. What is known of a version stays.
  void forget_files(const KeptFiles& kept);
  /// Of the builds that are here, `Version::built`.
  [[nodiscard]] std::set<std::string> kept_builds();

 private:
  Database& database_;
  Now now_;
};

}  // namespace arena::contest
