// What all formats count in the results: sums by entrant, meetings, places.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "arena/tournament/formats/format.hpp"

namespace arena {

/// Over deals.
struct EntrantTotals {
  double shares = 0;
  double margins = 0;
  int deals = 0;

  [[nodiscard]] double share() const { return deals == 0 ? 0 : shares / deals; }
  [[nodiscard]] double margin() const { return deals == 0 ? 0 : margins / deals; }
};

/// The batch that comes after all that were played.
int next_batch(const TournamentProgress& progress);
/// The indices of those who take part in this batch, ascending.
std::vector<int> active_entrants(std::span<const FormatEntrant> entrants, int batch);
/// Whether none of the pairing's entrants is withdrawn before this batch.
bool all_active(std::span<const FormatEntrant> entrants, const Pairing& pairing, int batch);

/// By entrant, over the pairings that have a result; with a batch, only those whose entrants are
/// all active in it.
std::vector<EntrantTotals> entrant_totals(const TournamentProgress& progress,
                                          std::optional<int> batch);

/// How often each two entrants sat at one table.
class Meetings {
 public:
  explicit Meetings(std::size_t entrants) : entrants_(entrants), counts_(entrants * entrants) {}

  void add(std::span<const int> table) {
    for (const int a : table) {
      for (const int b : table) counts_[index(a, b)] += a != b ? 1 : 0;
    }
  }
  [[nodiscard]] int of(int a, int b) const { return counts_[index(a, b)]; }

 private:
  [[nodiscard]] std::size_t index(int a, int b) const {
    return static_cast<std::size_t>(a) * entrants_ + static_cast<std::size_t>(b);
  }

  std::size_t entrants_;
  std::vector<int> counts_;
};

/// Without the rounding errors of sums, so that equal scores compare as equal.
double without_rounding_errors(double value);

/// Sorts by score, then by the tie-breaks, higher values first, and fills in the places. Those who
/// are not in the running come last.
void sort_and_place(std::vector<RankedEntrant>& ranking);

/// By mean share of the deals, then by mean margin. Results against entrants that were withdrawn do
/// not count, so all others are compared by the same opponents.
std::vector<RankedEntrant> rank_by_share(const TournamentProgress& progress);

}  // namespace arena
