// The matches of a tournament's pairings. They are those of one long series, `arena run --seed`,
// in which the players of each deal are the entrants of its pairing. In a store of runs, each run
// is a pairing, and a series of its own.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "arena/series/schedule.hpp"
#include "arena/tournament/format.hpp"

namespace arena {

class PairingMatches final : public MatchSource {
 public:
  /// `duplicate`: each deal is played once per seating.
  PairingMatches(Sides sides, bool duplicate, const SeedKey& key);

  /// REQUIRES: its first deal follows the last deal of the pairing that was added before.
  void add(const Pairing& pairing) { pairings_.push_back(pairing); }
  /// A pairing with a seed of its own, which is a run: its deals are those of `arena run --seed`.
  void add_run(const Pairing& pairing, const SeedKey& key);
  [[nodiscard]] const std::vector<Pairing>& pairings() const { return pairings_; }

  /// How many matches the pairings have.
  [[nodiscard]] int matches() const;
  [[nodiscard]] Sides sides() const { return series_.sides(); }
  /// How many matches a deal has.
  [[nodiscard]] int tables() const { return series_.tables(); }

  /// `player_at` counts players: entrant e plays as the players e * n, e * n + 1, ..., one for each
  /// of the n seats of a side.
  [[nodiscard]] ScheduledMatch at(int match) const override;
  [[nodiscard]] int deal_of(int match) const override { return series_.deal_of(match); }
  /// The index of the match's pairing. REQUIRES: match < matches().
  [[nodiscard]] std::size_t pairing_of(int match) const;

 private:
  [[nodiscard]] ScheduledMatch in_series(int match, std::size_t pairing) const;

  Schedule series_;
  std::vector<Pairing> pairings_;
  std::map<std::size_t, Schedule> runs_;  // by the index of the pairing
};

}  // namespace arena
