// The checks of `arena doctor`: what this host can isolate and limit, why it cannot do more, and
// what to do about it. And the costs of playing here.
#pragma once

#include <memory>
#include <optional>

#include "arena/check/report.hpp"
#include "arena/process/sandbox/sandbox.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// A check fails if this host cannot contain untrusted bots. A note: something could be better.
void check_host(Spawner& spawner, CheckReport& report);

/// Medians. A value that could not be measured is empty.
struct HostCosts {
  std::optional<Duration> start;         // a shell, until it has answered
  std::optional<Duration> start_inside;  // the same in the sandbox
  std::optional<Duration> start_apart;   // the same in a sandbox with files of its own
  std::optional<Duration> on_one_core;   // one question and its answer
  std::optional<Duration> across_cores;
};

/// Takes about a second. `sandbox`, `apart`: null if this host has none. Leaves the calling thread
/// on one core.
HostCosts measure_costs(Spawner& spawner, const std::shared_ptr<const Sandbox>& sandbox,
                        const std::shared_ptr<const Sandbox>& apart);

}  // namespace arena
