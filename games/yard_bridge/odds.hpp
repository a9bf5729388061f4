// The probability that hidden cards cost a given number of points.
// Whole numbers only, so that a bot plays the same on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/yard_bridge/pack.hpp"

namespace arena::yard_bridge {

class Odds {
 public:
  /// All unseen cards have the same probability.
  explicit constexpr Odds(CardSet unseen)
      : all_(unseen.size()),
        tens_((unseen & tens).size()),
        aces_((unseen & aces).size()),
        jacks_((unseen & jacks).size()) {}

  /// The probability that `cards` of them cost exactly `cost`, in millionths.
  [[nodiscard]] constexpr std::int64_t millionths(int cards, int cost) const {
    if (cards > all_) return 0;
    std::int64_t ways = 0;
    for (int ace = 0; ace <= aces_; ++ace) {
      for (int jack = 0; jack <= jacks_; ++jack) {
        const int rest = cost - 15 * ace - 20 * jack;
        if (rest < 0 || rest % 10 != 0) continue;
        const int ten = rest / 10;
        ways += choices(aces_, ace) * choices(jacks_, jack) * choices(tens_, ten) *
                choices(all_ - aces_ - jacks_ - tens_, cards - ace - jack - ten);
      }
    }
    return 1'000'000 * ways / choices(all_, cards);
  }

 private:
  static constexpr std::size_t sizes = pack_size + 1;

  /// The number of ways to choose; 0 if that is impossible.
  static constexpr std::int64_t choices(int from, int chosen) {
    if (chosen < 0 || chosen > from) return 0;
    return table[static_cast<std::size_t>(from)][static_cast<std::size_t>(chosen)];
  }

  static constexpr auto table = [] {
    std::array<std::array<std::int64_t, sizes>, sizes> ways{};
    for (std::size_t from = 0; from < sizes; ++from) {
      ways[from][0] = 1;
      for (std::size_t chosen = 1; chosen <= from; ++chosen)
        ways[from][chosen] = ways[from - 1][chosen - 1] + ways[from - 1][chosen];
    }
    return ways;
  }();

  int all_;
  int tens_;
  int aces_;
  int jacks_;
};

}  // namespace arena::yard_bridge
