// The built-in bots `double_dummy` and `sampler`. For each card they deal the hidden hands again
// some times, solve these deals, and play the card that is best on average. They bid as `natural`.
#pragma once

#include <memory>
#include <string_view>

#include "arena/core/bot.hpp"
#include "games/bridge/bridge.hpp"
#include "games/bridge/double_dummy.hpp"

namespace arena::bridge {

struct SolvingStyle {
  int samples = 0;             // deals for each card; 0: the settings say it
  bool uses_calls = false;     // prefers deals that fit the auction (call_evidence.hpp)
  bool counts_points = false;  // the best card has the most points, not tricks
};
inline constexpr SolvingStyle double_dummy_style{12, false, false};
inline constexpr SolvingStyle sampler_style{0, true, true};

/// A match with the same seed takes the same course: the number of samples is fixed, not the time.
std::unique_ptr<Bot<Bridge>> make_solving_bot(const BotSetup<Bridge>& setup,
                                              const SolvingStyle& style);

/// The setting "samples=32" in the setup's words. Throws Error that names what is wrong in them.
SolvingStyle with_samples(SolvingStyle style, std::string_view words);

}  // namespace arena::bridge
