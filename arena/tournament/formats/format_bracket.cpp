#include "arena/tournament/formats/format_bracket.hpp"

#include <bit>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace arena {

namespace {

using Kind = TieSource::Kind;
using Sources = std::vector<TieSource>;

/// The seeds from the top of the bracket to its bottom: 0 7 3 4 1 6 2 5. The sum of two that would
/// meet is the same in each round.
Sources seeded(int size) {
  std::vector<int> order{0};
  while (static_cast<int>(order.size()) < size) {
    const int last = static_cast<int>(order.size()) * 2 - 1;
    std::vector<int> wider;
    for (const int seed : order) {
      wider.push_back(seed);
      wider.push_back(last - seed);
    }
    order = std::move(wider);
  }
  Sources sources;
  for (const int seed : order) sources.push_back({Kind::seed, seed});
  return sources;
}

class Builder {
 public:
  /// Adds the ties of a round between neighbours. Returns where their winners come from.
  Sources round(const Sources& from, const std::string& name, int stage) {
    Sources winners;
    losers_.clear();
    const bool several = from.size() > 2;
    for (std::size_t i = 0; i + 1 < from.size(); i += 2) {
      const int index = static_cast<int>(ties_.size());
      ties_.push_back({several ? fmt::format("{} {}", name, i / 2 + 1) : name,
                       {from[i], from[i + 1]},
                       stage,
                       false});
      winners.push_back({Kind::winner, index});
      losers_.push_back({Kind::loser, index});
    }
    return winners;
  }
  void reset(const std::string& name, int stage) {
    const int before = static_cast<int>(ties_.size()) - 1;
    ties_.push_back({name, {TieSource{Kind::loser, before}, {Kind::winner, before}}, stage, true});
  }
  /// Of the round that was added last.
  [[nodiscard]] const Sources& losers() const { return losers_; }
  std::vector<BracketTie> take() { return std::move(ties_); }

 private:
  std::vector<BracketTie> ties_;
  Sources losers_;
};

std::string round_name(std::size_t entrants, int round) {
  if (entrants == 2) return "final";
  if (entrants == 4) return "semi-final";
  if (entrants == 8) return "quarter-final";
  return fmt::format("round {}, tie", round + 1);
}

Sources first_round(int entrants) {
  return seeded(static_cast<int>(std::bit_ceil(static_cast<unsigned>(entrants))));
}

/// Where the losers of the upper rounds enter the lower bracket: far from the entrants that
/// they have beaten. The loser of upper tie i enters at i ^ shift. From round to round both
/// brackets halve, so the losers of an earlier round are at i ^ (its shift, halved each time),
/// counted from the tie that they would have reached.
class Entry {
 public:
  /// The shift of the next round, which has so many losers.
  unsigned next(std::size_t losers) {
    for (unsigned& shift : earlier_) shift /= 2;
    unsigned best = 0;
    for (unsigned shift = 1; shift < losers; ++shift) {
      if (rounds_until_met(shift) > rounds_until_met(best)) best = shift;
    }
    earlier_.insert(earlier_.begin(), best);
    return best;
  }

 private:
  /// How many rounds the losers can win before they may meet those of each earlier round. The last
  /// round counts first, because its losers are the strongest.
  [[nodiscard]] std::vector<int> rounds_until_met(unsigned shift) const {
    std::vector<int> rounds;
    for (const unsigned other : earlier_) rounds.push_back(std::bit_width(shift ^ other));
    return rounds;
  }

  std::vector<unsigned> earlier_{0};  // the last round first; the first round is where it was
};

Sources interleaved(const Sources& stayed, const Sources& newcomers, unsigned shift) {
  Sources all;
  for (std::size_t i = 0; i < stayed.size(); ++i) {
    all.push_back(newcomers[i ^ shift]);
    all.push_back(stayed[i]);
  }
  return all;
}

}  // namespace

std::vector<BracketTie> single_bracket(int entrants) {
  Builder builder;
  Sources left = first_round(entrants);
  for (int round = 0; left.size() > 1; ++round)
    left = builder.round(left, round_name(left.size(), round), round);
  return builder.take();
}

std::vector<BracketTie> double_bracket(int entrants) {
  Builder builder;
  Sources upper = first_round(entrants);
  Sources lower;
  Entry entry;
  int lower_round = 0;
  const auto play_lower = [&](const Sources& from) {
    ++lower_round;
    lower = builder.round(from,
                          from.size() > 2 ? fmt::format("lower round {}, tie", lower_round)
                                          : fmt::format("lower round {}", lower_round),
                          lower_round);
  };
  for (int round = 0; upper.size() > 1; ++round) {
    upper = builder.round(upper, "upper " + round_name(upper.size(), round), -1);
    const Sources losers = builder.losers();
    if (round == 0)
      lower = losers;
    else
      play_lower(interleaved(lower, losers, entry.next(losers.size())));
    if (!upper.empty() && lower.size() > 1) play_lower(lower);
  }
  builder.round({upper.front(), lower.front()}, "grand final", -1);
  builder.reset("second grand final", lower_round + 1);
  return builder.take();
}

}  // namespace arena
