// A server of contests without its pages: accounts, bots, phases and their results. Pages, the API
// and the command line only ask this. Thread-safe. Text that users wrote (names of files, reasons,
// logs, notes) is as they wrote it: whoever shows it escapes it.
// Errors: Error with a sentence for the user where an action is refused.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/contest/bots/bots.hpp"
#include "arena/contest/bots/tryouts.hpp"
#include "arena/contest/checks/languages.hpp"
#include "arena/contest/contest.hpp"
#include "arena/contest/contest_file.hpp"
#include "arena/contest/people/accounts.hpp"
#include "arena/contest/people/audit.hpp"
#include "arena/contest/people/sessions.hpp"
#include "arena/contest/phases/phase_view.hpp"
#include "arena/contest/phases/table_games.hpp"
#include "arena/game/games.hpp"
#include "arena/series/entrants/checked_settings.hpp"

namespace arena::contest {

/// Called from the host's own threads; must return soon.
struct HostEvents {
  /// Games of a phase are about to begin. On return, no bot that `Host::opponent` refuses may play
  /// against people.
  std::function<void()> games_begin = [] {};
  /// A bot has another version, state or active version.
  std::function<void(const std::string& contest)> bots_changed = [](const auto&) {};
  /// Something went wrong that an operator must know. One sentence.
  std::function<void(const std::string&)> trouble = [](const auto&) {};
};

struct HostSettings {
  const Games& games;  // outlives the host
  Now now = system_now;
  PasswordCost cost{};
  SessionLimits sessions{};
  /// The program `arena`: it checks uploads and plays matches in child processes.
  std::string program{};
  /// How often the host looks at the clock and for changed standings.
  std::chrono::milliseconds tick{500};
  /// Each check begins with so much time; what needs more begins again later (check_queue.hpp).
  std::chrono::seconds first_look{10};
  /// How long checks wait after trouble of the server's own, such as a full disk.
  std::chrono::milliseconds before_retry{5000};
  HostEvents events{};
};

class Host {
 public:
  /// Opens the state. Throws Error for a contest that cannot be played, or a state that cannot be
  /// used, such as one that another server uses.
  Host(ContestFile file, HostSettings settings);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  /// Starts to check versions and to play phases.
  void start();
  /// Stops both soon: a running match is played again after the next start. Waits until all is
  /// stored.
  void stop();

  [[nodiscard]] const ServerSettings& server() const;
  [[nodiscard]] Accounts& accounts();
  [[nodiscard]] Sessions& sessions();
  [[nodiscard]] ApiTokens& tokens();
  [[nodiscard]] Audit& audit();
  [[nodiscard]] TableGames& table_games();

  // --- Contests ----------------------------------------------------------------------------------

  [[nodiscard]] std::vector<const Contest*> contests() const;  // as the file lists them
  /// Null if none exists.
  [[nodiscard]] const Contest* contest(std::string_view id) const;
  /// Those that are installed here.
  [[nodiscard]] const std::vector<Language>& languages() const;

  // --- Bots --------------------------------------------------------------------------------------

  /// Takes an upload; it is on the disk when this returns. Throws Error as Bots::hand_in does.
  Version hand_in(const Account& account, const std::string& contest, const std::string& bot,
                  const Upload& upload);
  /// Plays a few games with an upload that is not handed in, as `tryout` shows soon. `bot`: the
  /// name that it may get later, or empty. Throws Error if the upload is refused, or in read-only
  /// mode.
  void try_out(const Account& account, const std::string& contest, const std::string& bot,
               const Upload& upload);
  /// The latest of this author in the contest; null without one.
  [[nodiscard]] std::shared_ptr<const Tryout> tryout(AccountId account, const std::string& contest);
  [[nodiscard]] std::vector<Bot> bots(const std::string& contest);
  [[nodiscard]] std::vector<Bot> bots_of(AccountId account);
  [[nodiscard]] std::optional<Bot> bot(const std::string& contest, const std::string& name);
  /// All versions, the newest first, if `viewer` is the bot's author or an admin; else none.
  [[nodiscard]] std::vector<Version> versions(const Account& viewer, const Bot& bot);
  /// None if there is no such version, or if `viewer` may not see it.
  [[nodiscard]] std::optional<Version> version(const Account& viewer, VersionId id);
  /// What was handed in, byte for byte. None as above, and if the server has removed it.
  [[nodiscard]] std::optional<std::string> source(const Account& viewer, VersionId id);
  /// Makes an accepted version the active one: the author rolls back, or forward again.
  void activate(const Account& account, VersionId id);
  /// Whether anybody may play against the bot in the browser.
  void set_open(const Account& account, BotId bot, bool is_open);
  /// For admins, who decide what it means: an example that a class begins with is equal, too.
  [[nodiscard]] std::vector<EqualUploads> equal_uploads();
  /// How many versions wait for their check, or are being checked.
  [[nodiscard]] int waiting();

  // --- Phases ------------------------------------------------------------------------------------

  /// As it stood about a second ago; never waits for matches or for other readers. Without an
  /// account that is an admin, a hidden final has no rows. Null if there is no such phase.
  [[nodiscard]] std::shared_ptr<const PhaseSnapshot> standings(const PhaseKey& phase,
                                                               bool is_admin = false) const;
  // A match can be read, by admins too, when no bot plays its deal any more (CompleteDeals): from a
  // record, bots at another table would learn what they may not see.

  /// The newest first. Empty for hidden ones unless `is_admin`.
  [[nodiscard]] std::vector<MatchRow> matches(const PhaseKey& phase, const MatchFilter& filter,
                                              bool is_admin = false);
  [[nodiscard]] std::optional<MatchRow> match(const PhaseKey& phase, int number,
                                              bool is_admin = false);
  /// The feed of results: in ascending order, from this number on.
  [[nodiscard]] std::vector<MatchRow> matches_since(const PhaseKey& phase, int first, int count,
                                                    bool is_admin = false);
  /// A record's line, without the commands of its players. None if there is no such match, or if it
  /// is hidden.
  [[nodiscard]] std::optional<std::string> record(const PhaseKey& phase, int match,
                                                  bool is_admin = false);
  /// The ratings over time, oldest first, about one point an hour for each bot, more at first. Of
  /// at most 200 moments, with the latest one.
  [[nodiscard]] std::vector<RatingPoint> history(const PhaseKey& phase, bool is_admin = false);
  /// The forfeits of a bot, the newest first. Empty unless `viewer` is its author or an admin.
  [[nodiscard]] std::vector<FaultRow> faults(const Account& viewer, const PhaseKey& phase,
                                             const Bot& bot, int count);
  /// Whether `viewer` may read the log of this seat: the author of its bot, and admins.
  [[nodiscard]] bool may_read_log(const Account& viewer, const PhaseKey& phase, int match,
                                  int seat);
  /// What the author's own bot wrote to stderr in a match; the logs of the latest matches are kept.
  /// None if `viewer` is neither its author nor an admin, or if there is no log.
  [[nodiscard]] std::optional<std::string> log(const Account& viewer, const PhaseKey& phase,
                                               int match, int seat);
  /// A file for everybody, once the phase is over; none before. It is the phase's store, for `arena
  /// verify`, without what bots wrote to stderr.
  [[nodiscard]] std::optional<std::string> download(const PhaseKey& phase) const;

  // --- Play --------------------------------------------------------------------------------------

  /// The authors' bots against which people may play now: those that are open, unless bots of their
  /// author play in a phase. A person could tell those more than they may know.
  [[nodiscard]] std::vector<std::string> opponents(const std::string& contest);
  /// What plays for a bot against people: one of these, or of the house. None for others. For
  /// `make_entrant` with the contest's defaults.
  [[nodiscard]] std::optional<PlayerSpec> opponent(const std::string& contest,
                                                   const std::string& bot);
  /// Something went wrong that the operator must know, as `HostEvents::trouble` says.
  void report_trouble(const std::string& trouble);

  // --- Administration ----------------------------------------------------------------------------
  // Each throws Error if `admin` is not an administrator, and is noted in the audit log.

  void disqualify(const Account& admin, VersionId id, const std::string& reason);
  /// See Accounts::set_disabled. The bots of a disabled account leave the phases.
  void set_disabled(const Account& admin, const Account& account, bool is_disabled);
  /// Now, before their dates. A phase that has ended does not begin again, except by `replay`.
  void begin_phase(const Account& admin, const PhaseKey& phase);
  void end_phase(const Account& admin, const PhaseKey& phase);
  /// Plays a phase again from its beginning, with a new seed. The earlier store is kept beside it.
  /// Throws Error, too, if its `until` has passed.
  void replay(const Account& admin, const PhaseKey& phase);
  /// Copies the whole state into a new folder while the server runs: after a restore by copying it
  /// back, nothing that was there at the beginning of this call is missing.
  void back_up(const Account& admin, const std::string& folder);
  /// While read-only, users cannot sign up or hand in; matches go on.
  void set_read_only(const Account& admin, bool is_read_only);
  [[nodiscard]] bool is_read_only();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace arena::contest
