// What playing costs on this host, measured: starts of a bot, with and without the sandbox, and
// questions on one core and across two.
#pragma once

#include <memory>
#include <optional>

#include "arena/process/sandbox/sandbox.hpp"
#include "arena/process/spawner.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// Medians. What could not be measured is missing.
struct HostCosts {
  std::optional<Duration> start;         // of a shell, until it has answered
  std::optional<Duration> start_inside;  // the same in the sandbox
  std::optional<Duration> on_one_core;   // a question to it, and its answer
  std::optional<Duration> across_cores;
};

/// Takes about a second. `sandbox`: null where there is none. Leaves the calling thread on one
/// core.
HostCosts measure_costs(Spawner& spawner, const std::shared_ptr<const Sandbox>& sandbox);

}  // namespace arena
