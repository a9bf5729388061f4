// The matches of a tournament's pairings. They are those of one long series, `arena run --seed`,
// in which the players of each deal are the entrants of its pairing. Pairings may share deals; then
// each has matches of its own with the same cards. In a store of runs, each run is a pairing, and a
// series of its own.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "arena/series/play/schedule.hpp"
#include "arena/tournament/formats/format.hpp"

namespace arena {

class PairingMatches final : public MatchSource {
 public:
  /// `duplicate`: each deal is played once per seating. `same_deals`: the pairings of a batch that
  /// have no entrant in common share their deals.
  PairingMatches(Sides sides, bool duplicate, const SeedKey& key, bool same_deals = false);

  /// REQUIRES: its first deal follows the last deal of the pairing that was added before.
  void add(const Pairing& pairing);
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
  /// The first deal of the series that the pairing may play.
  [[nodiscard]] int first_of_series(const Pairing& pairing);

  Schedule series_;
  bool same_deals_;
  std::vector<Pairing> pairings_;
  std::vector<int> first_of_series_;      // by pairing: where its deals begin in the series
  std::size_t batch_ = 0;                 // the first pairing of the last batch
  int deals_before_batch_ = 0;            // of the series, which earlier batches have played
  int deals_so_far_ = 0;                  // the same with the last batch
  std::map<std::size_t, Schedule> runs_;  // by the index of the pairing
};

}  // namespace arena
