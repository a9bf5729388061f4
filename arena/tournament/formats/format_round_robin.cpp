// Round robin. Two at a table: each pair of entrants once, in the rounds of the circle method.
// More: balanced blocks of those who were there from the start; whoever joins later, or has lost
// meetings because another was withdrawn, then gets further tables until all have met as often.
#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/tournament/formats/format_design.hpp"
#include "arena/tournament/formats/format_kinds.hpp"
#include "arena/tournament/formats/format_score.hpp"
#include "arena/tournament/formats/format_tables.hpp"

namespace arena {

namespace {

/// Tables at which those sit who have met least, until each two have met `wanted` times.
std::vector<Block> further_blocks(const std::vector<int>& active, Meetings meetings, int seats,
                                  int wanted) {
  std::vector<Block> blocks;
  const auto missing = [&](int a, int b) { return wanted - meetings.of(a, b); };
  while (true) {
    Block block;
    int most = 0;
    for (const int a : active) {
      for (const int b : active) {
        if (a >= b || missing(a, b) <= most) continue;
        most = missing(a, b);
        block = {a, b};
      }
    }
    if (block.empty()) return blocks;
    while (static_cast<int>(block.size()) < seats) {
      block.push_back(next_member(active, block, [&](int candidate) {
        int sum = 0;
        for (const int member : block) sum += missing(candidate, member);
        return sum;
      }));
    }
    meetings.add(block);
    blocks.push_back(std::move(block));
  }
}

class RoundRobin final : public Format {
 public:
  explicit RoundRobin(const FormatSettings& settings) : settings_(settings) {}

  std::vector<RankedEntrant> ranking(const TournamentProgress& progress) const override {
    return rank_by_share(progress);
  }
  std::vector<std::string_view> tie_breaks() const override { return {"margin"}; }

 private:
  std::vector<Table> tables(int batch, const TournamentProgress& earlier) const override {
    const std::vector<int> active = active_entrants(earlier.entrants, batch);
    if (static_cast<int>(active.size()) < settings_.players) return {};
    // Of two at a table, a newcomer's pairs are among those of all entrants so far.
    const std::vector<int> planned = settings_.players == 2
                                         ? known_entrants(earlier.entrants, batch)
                                         : known_entrants(earlier.entrants, 0);
    const std::vector<Block> plan =
        named(balanced_blocks(static_cast<int>(planned.size()), settings_.players), planned);
    std::vector<Block> left = without_played(plan, earlier.played);
    std::erase_if(left, [&](const Block& block) { return !are_all_in(block, active); });
    if (left.empty() && settings_.players > 2)
      left = further_blocks(active, meetings_of(earlier, batch), settings_.players,
                            wanted_meetings(plan, planned));
    std::vector<Table> tables;
    for (Block& block : disjoint(left))
      tables.push_back({std::move(block), settings_.deals, fmt::format("round {}", batch + 1)});
    return tables;
  }

  /// As often as the plan lets each two meet at least; once, if there was no plan.
  [[nodiscard]] static int wanted_meetings(const std::vector<Block>& plan,
                                           const std::vector<int>& planned) {
    if (plan.empty()) return 1;
    Meetings meetings(static_cast<std::size_t>(planned.back()) + 1);
    for (const Block& block : plan) meetings.add(block);
    int least = static_cast<int>(plan.size());
    for (const int a : planned) {
      for (const int b : planned) {
        if (a < b) least = std::min(least, meetings.of(a, b));
      }
    }
    return least;
  }

  FormatSettings settings_;
};

}  // namespace

std::unique_ptr<Format> make_round_robin(const FormatSettings& settings) {
  return std::make_unique<RoundRobin>(settings);
}

// Gauntlet. The challengers play against all others, but not against each other. A late entrant
// plays after the pairings that were planned before.

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
