// What pages read of one phase: its standings, as computed a while ago, and its matches. Reading
// never waits for matches that are played or for standings that are computed.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/contest/moment.hpp"
#include "arena/contest/phases/phase_field.hpp"
#include "arena/contest/phases/phase_view.hpp"
#include "arena/game/games.hpp"
#include "arena/store/store.hpp"
#include "arena/util/time.hpp"

namespace arena::contest {

/// Thread-safe.
class PhaseReader {
 public:
  /// What it refers to outlives it.
  PhaseReader(Phase phase, const Games& games);

  [[nodiscard]] std::shared_ptr<const PhaseSnapshot> snapshot() const;
  /// Computes the standings again if matches or entrants have changed, but takes at most a tenth of
  /// the time. Returns whether it did. REQUIRES: one thread calls it.
  bool refresh(Moment now, PhaseState state, const std::string& problem,
               const std::stop_token& stop = {});
  /// The store was put aside.
  void forget();

  // Of the matches, here and below, only those can be read whose deal is over.

  [[nodiscard]] std::vector<MatchRow> matches(const MatchFilter& filter);
  [[nodiscard]] std::vector<MatchRow> matches_since(int first, int count);
  [[nodiscard]] std::optional<MatchRow> match(int number);
  [[nodiscard]] std::optional<std::string> record(int match);
  [[nodiscard]] std::vector<FaultRow> faults(const std::string& bot, int count);
  /// The version that plays at a seat of a match; 0 for a bot of the house, and without such a
  /// match. A copy does not count as its author's here.
  [[nodiscard]] VersionId version_at(int match, int seat);

 private:
  struct Reading;  // the store, and who its entrants are
  struct Before {
    std::shared_ptr<const PhaseSnapshot> snapshot;
    std::shared_ptr<const std::vector<StoredEntrant>> seen;
    int forgotten = 0;
  };

  /// Calls `use` with the store, if there is one.
  template <class Result, class Use>
  Result read(Use use);
  [[nodiscard]] Before state_before() const;
  void set_problem(const std::string& problem);

  Phase phase_;
  const Games& games_;
  mutable std::mutex snapshot_mutex_;
  std::shared_ptr<const PhaseSnapshot> snapshot_;
  /// Those of the snapshot.
  std::shared_ptr<const std::vector<StoredEntrant>> seen_ =
      std::make_shared<const std::vector<StoredEntrant>>();
  int forgotten_ = 0;  // how often a store was put aside
  TimePoint next_{};   // when the standings may be computed again; for the caller of `refresh`
  std::mutex reading_mutex_;
  std::shared_ptr<Reading> reading_;  // null as long as there is no store
};

}  // namespace arena::contest
