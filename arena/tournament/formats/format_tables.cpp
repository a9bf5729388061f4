#include "arena/tournament/formats/format_tables.hpp"

#include <map>
#include <set>

namespace arena {

std::vector<int> known_entrants(std::span<const FormatEntrant> entrants, int batch) {
  std::vector<int> known;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (entrants[i].stays.first_batch() <= batch) known.push_back(static_cast<int>(i));
  }
  return known;
}

std::vector<Block> named(std::vector<Block> blocks, const std::vector<int>& names) {
  for (Block& block : blocks) {
    for (int& member : block) member = names[static_cast<std::size_t>(member)];
  }
  return blocks;
}

namespace {

Block sorted(Block block) {
  std::ranges::sort(block);
  return block;
}

}  // namespace

std::vector<Block> without_played(const std::vector<Block>& blocks,
                                  std::span<const PlayedPairing> played) {
  std::map<Block, int> done;
  for (const PlayedPairing& one : played) ++done[sorted(one.pairing.entrants)];
  std::vector<Block> left;
  for (const Block& block : blocks) {
    const auto found = done.find(sorted(block));
    if (found != done.end() && found->second > 0)
      --found->second;
    else
      left.push_back(block);
  }
  return left;
}

bool are_all_in(const Block& block, const std::vector<int>& entrants) {
  return std::ranges::all_of(
      block, [&](int member) { return std::ranges::binary_search(entrants, member); });
}

std::vector<Block> disjoint(const std::vector<Block>& blocks) {
  std::set<int> seated;
  std::vector<Block> chosen;
  for (const Block& block : blocks) {
    if (std::ranges::any_of(block, [&](int member) { return seated.contains(member); })) continue;
    seated.insert(block.begin(), block.end());
    chosen.push_back(block);
  }
  return chosen;
}

Meetings meetings_of(const TournamentProgress& progress, int batch) {
  Meetings meetings(progress.entrants.size());
  for (const auto& [pairing, result] : progress.played) {
    if (result && all_active(progress.entrants, pairing, batch)) meetings.add(pairing.entrants);
  }
  return meetings;
}

}  // namespace arena
