#include "arena/tournament/formats/format_design.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/core/rng.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

/// A table of counts by two small numbers.
class Counts {
 public:
  Counts(int rows, int columns)
      : columns_(columns),
        counts_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {}
  int& at(int row, int column) {
    return counts_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                   static_cast<std::size_t>(column)];
  }

 private:
  int columns_;
  std::vector<int> counts_;
};

Balance::Range range_of(Counts& counts, int rows, int columns, bool skip_diagonal) {
  std::optional<Balance::Range> range;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      if (skip_diagonal && row == column) continue;
      const int count = counts.at(row, column);
      if (!range) range = {count, count};
      range = {std::min(range->least, count), std::max(range->most, count)};
    }
  }
  return range.value_or(Balance::Range{});
}

// --- The circle method ---------------------------------------------------------------------------

/// The last entrant stays, the others move round. If their number is odd, all move, and the one who
/// would meet the last is free.
std::vector<Block> circle(int entrants) {
  const int places = entrants + entrants % 2;
  const int moving = places - 1;
  std::vector<Block> blocks;
  for (int round = 0; round < moving; ++round) {
    for (int i = 0; i < places / 2; ++i) {
      const int a = i == 0 ? moving : (round + i) % moving;
      const int b = (round + moving - i) % moving;
      if (std::max(a, b) >= entrants) continue;
      // By turns in the first seat.
      if (i == 0 ? round % 2 == 0 : i % 2 == 0)
        blocks.push_back({a, b});
      else
        blocks.push_back({b, a});
    }
  }
  return blocks;
}

// --- Blocks of three and more --------------------------------------------------------------------

std::vector<Block> all_subsets(int entrants, int seats) {
  std::vector<Block> blocks;
  Block block;
  for (int i = 0; i < seats; ++i) block.push_back(i);
  while (true) {
    blocks.push_back(block);
    int at = seats - 1;
    while (at >= 0 && block[static_cast<std::size_t>(at)] == entrants - seats + at) --at;
    if (at < 0) return blocks;
    int entrant = block[static_cast<std::size_t>(at)];
    for (; at < seats; ++at) block[static_cast<std::size_t>(at)] = ++entrant;
  }
}

/// How many subsets there are, or `enough` if there are more.
int subsets(int entrants, int seats, int enough) {
  std::int64_t count = 1;
  for (int i = 1; i <= seats; ++i) {
    count = count * (entrants - seats + i) / i;
    if (count > enough) return enough;
  }
  return static_cast<int>(count);
}

/// What to look for: `base` blocks on a circle of `points`, of which the first `fixed` contain the
/// entrant who stays (its number is `points`).
struct CyclicPlan {
  int points = 0;
  int seats = 0;
  int base = 0;
  int fixed = 0;

  [[nodiscard]] int blocks() const { return base * points; }
};

/// Two on the circle meet once for each pair of a base block that is as far apart. The search
/// replaces one entrant of a base block at a time.
class CyclicSearch {
 public:
  explicit CyclicSearch(const CyclicPlan& plan)
      : plan_(plan), distances_(static_cast<std::size_t>(plan.points / 2) + 1) {
    for (int i = 0; i < plan.base; ++i) {
      Block block;
      if (i < plan.fixed) block.push_back(plan.points);
      for (int next = 0; static_cast<int>(block.size()) < plan.seats; ++next) block.push_back(next);
      count(block, 1);
      blocks_.push_back(std::move(block));
    }
    const int entrants = plan.points + (plan.fixed > 0 ? 1 : 0);
    const int pairs = entrants * (entrants - 1);
    target_ = (plan.blocks() * plan.seats * (plan.seats - 1) + pairs / 2) / pairs;
  }

  /// Whether all meet equally often in the end.
  bool search(int steps) {
    std::int64_t cost = this->cost();
    for (int step = 0; step < steps && cost > 0; ++step) {
      Block& block = blocks_[rng_.below(static_cast<std::uint32_t>(plan_.base))];
      const std::size_t first = block.front() == plan_.points ? 1 : 0;
      const auto free = static_cast<std::uint32_t>(block.size() - first);
      int& member = block[first + rng_.below(free)];
      const int other = static_cast<int>(rng_.below(static_cast<std::uint32_t>(plan_.points)));
      if (std::ranges::find(block, other) != block.end()) continue;
      const int kept = member;
      count(block, -1);
      member = other;
      count(block, 1);
      const std::int64_t changed = this->cost();
      constexpr int slack = 4;  // now and then uphill, to leave a dead end
      if (changed <= cost || (changed <= cost + slack && rng_.below(64) == 0)) {
        cost = changed;
        continue;
      }
      count(block, -1);
      member = kept;
      count(block, 1);
    }
    return cost == 0;
  }

  [[nodiscard]] std::vector<Block> developed() const {
    std::vector<Block> all;
    for (int shift = 0; shift < plan_.points; ++shift) {
      for (Block block : blocks_) {
        for (int& member : block) {
          if (member != plan_.points) member = (member + shift) % plan_.points;
        }
        all.push_back(std::move(block));
      }
    }
    return all;
  }

 private:
  /// Half round an even circle, each pair of a base block comes twice.
  [[nodiscard]] std::int64_t weight(std::size_t distance) const {
    return 2 * distance == static_cast<std::size_t>(plan_.points) ? 2 : 1;
  }

  void count(const Block& block, int sign) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (std::max(block[i], block[j]) == plan_.points) continue;
        const int apart = std::abs(block[i] - block[j]);
        distances_[static_cast<std::size_t>(std::min(apart, plan_.points - apart))] += sign;
      }
    }
  }

  [[nodiscard]] std::int64_t cost() const {
    std::int64_t sum = 0;
    for (std::size_t d = 1; d < distances_.size(); ++d) {
      const std::int64_t excess = weight(d) * distances_[d] - target_;
      sum += excess * excess;
    }
    return sum;
  }

  CyclicPlan plan_;
  std::vector<Block> blocks_;
  std::vector<std::int64_t> distances_;  // how many pairs of base blocks are so far apart
  std::int64_t target_ = 0;
  Rng rng_{1};  // any number will do, as long as it is always the same
};

/// The plans by which all could meet equally often, those with the fewest blocks first.
std::vector<CyclicPlan> even_plans(int entrants, int seats, int most_blocks) {
  std::vector<CyclicPlan> plans;
  for (const int points : {entrants, entrants - 1}) {
    for (int base = 1; base * points <= most_blocks; ++base) {
      // What all blocks together have of meetings, and each two entrants of them.
      const int meetings = base * points * seats * (seats - 1);
      const int pairs = entrants * (entrants - 1);
      const int each = meetings / pairs;
      if (meetings % pairs != 0 || (points % 2 == 0 && each % 2 != 0)) continue;
      const bool one_stays = points < entrants;
      if (one_stays && each % (seats - 1) != 0) continue;
      plans.push_back({points, seats, base, one_stays ? each / (seats - 1) : 0});
    }
  }
  std::ranges::stable_sort(plans, {}, &CyclicPlan::blocks);
  return plans;
}

constexpr int search_steps = 100'000;

std::vector<Block> even_meetings(int entrants, int seats) {
  const int most = entrants * (entrants - 1);
  const int of_subsets = subsets(entrants, seats, most + 1);
  for (const CyclicPlan& plan : even_plans(entrants, seats, of_subsets - 1)) {
    CyclicSearch search(plan);
    if (search.search(search_steps)) return search.developed();
  }
  if (of_subsets <= most) return all_subsets(entrants, seats);
  CyclicSearch nearly({entrants, seats, entrants - 1, 0});
  nearly.search(search_steps);
  return nearly.developed();
}

std::string times(const Balance::Range& range) {
  if (range.is_even()) return fmt::format("{}", range.least);
  return fmt::format("{} {} {}", range.least, range.most == range.least + 1 ? "or" : "to",
                     range.most);
}

}  // namespace

Balance balance_of(const std::vector<Block>& blocks, int entrants) {
  Balance balance;
  balance.blocks = static_cast<int>(blocks.size());
  if (blocks.empty()) return balance;
  Counts tables(entrants, 1);
  Counts met(entrants, entrants);
  for (const Block& block : blocks) {
    for (const int entrant : block) {
      ++tables.at(entrant, 0);
      for (const int other : block) ++met.at(entrant, other);
    }
  }
  balance.tables = range_of(tables, entrants, 1, false);
  balance.meetings = range_of(met, entrants, entrants, true);
  return balance;
}

std::string balance_text(const Balance& balance) {
  return fmt::format("{}, each entrant at {}, each two meet at {}",
                     counted(balance.blocks, "table"), times(balance.tables),
                     times(balance.meetings));
}

std::vector<Block> balanced_blocks(int entrants, int seats) {
  if (entrants < seats) return {};
  if (seats == 2) return circle(entrants);
  return entrants == seats ? all_subsets(entrants, seats) : even_meetings(entrants, seats);
}

std::vector<Block> shifted_blocks(int entrants, int seats) {
  constexpr int few_steps = 2000;  // one base block is seldom even, and soon as even as it can be
  CyclicSearch search({entrants, seats, 1, 0});
  search.search(few_steps);
  return search.developed();
}

}  // namespace arena
