// Gauntlet. The challengers play against all others, but not against each other. A late entrant
// plays after the pairings that were planned before.
#include <algorithm>
#include <utility>

#include "arena/tournament/format_design.hpp"
#include "arena/tournament/format_kinds.hpp"
#include "arena/tournament/format_score.hpp"
#include "arena/tournament/format_tables.hpp"

namespace arena {

namespace {

/// The challengers of those known at this batch: the marked ones, or else the first of all.
std::vector<bool> challengers_of(std::span<const FormatEntrant> entrants, int batch) {
  std::vector<bool> is_challenger;
  for (const FormatEntrant& entrant : entrants)
    is_challenger.push_back(entrant.challenger && entrant.stays.first_batch() <= batch);
  if (!is_challenger.empty() && std::ranges::find(is_challenger, true) == is_challenger.end())
    is_challenger.front() = true;
  return is_challenger;
}

class Gauntlet final : public Format {
 public:
  explicit Gauntlet(const FormatSettings& settings) : settings_(settings) {}

  std::vector<RankedEntrant> ranking(const TournamentProgress& progress) const override {
    return rank_by_share(progress);
  }
  std::vector<std::string_view> tie_breaks() const override { return {"margin"}; }

 private:
  std::vector<Table> tables(int batch, const TournamentProgress& earlier) const override {
    const std::vector<bool> is_challenger = challengers_of(earlier.entrants, batch);
    std::vector<int> challengers;
    std::vector<int> others;
    for (const int entrant : active_entrants(earlier.entrants, batch))
      (is_challenger[static_cast<std::size_t>(entrant)] ? challengers : others).push_back(entrant);
    if (static_cast<int>(others.size()) < settings_.players - 1) return {};
    const Meetings meetings = meetings_of(earlier, batch);
    std::vector<Table> tables;
    for (const int challenger : challengers) {
      for (Block& block : blocks_for(challenger, others, meetings)) {
        block.insert(block.begin(), challenger);
        tables.push_back({std::move(block), settings_.deals, "gauntlet"});
      }
    }
    return tables;
  }

  /// The opponents of each table that this challenger still has to play at. With more than two at
  /// a table, each opponent is met as often as there are seats for opponents.
  [[nodiscard]] std::vector<Block> blocks_for(int challenger, const std::vector<int>& others,
                                              const Meetings& meetings) const {
    const int free = settings_.players - 1;
    const auto count = static_cast<int>(others.size());
    const int wanted = count == free ? 1 : free;
    std::vector<int> missing;
    for (const int other : others)
      missing.push_back(std::max(0, wanted - meetings.of(challenger, other)));
    const bool has_begun = std::ranges::any_of(missing, [&](int n) { return n != wanted; });
    if (!has_begun && free > 1 && count > free) return named(shifted_blocks(count, free), others);
    std::vector<int> places;
    for (int i = 0; i < count; ++i) places.push_back(i);
    const auto missing_of = [&](int place) { return missing[static_cast<std::size_t>(place)]; };
    std::vector<Block> blocks;
    while (std::ranges::any_of(missing, [](int n) { return n > 0; })) {
      Block block;
      while (static_cast<int>(block.size()) < free)
        block.push_back(next_member(places, block, missing_of));
      for (const int place : block) --missing[static_cast<std::size_t>(place)];
      blocks.push_back(std::move(block));
    }
    return named(std::move(blocks), others);
  }

  FormatSettings settings_;
};

}  // namespace

std::unique_ptr<Format> make_gauntlet(const FormatSettings& settings) {
  return std::make_unique<Gauntlet>(settings);
}

}  // namespace arena
