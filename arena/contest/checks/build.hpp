// Builds a bot from its sources, in a sandbox with limits of time, memory, processes and disk: the
// build writes in memory only, and its result comes back as a tar on its standard output, which is
// read like an upload. So no untrusted program ever writes to the server's disk.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "arena/contest/bots/bots.hpp"
#include "arena/contest/checks/languages.hpp"
#include "arena/contest/contest_file.hpp"
#include "arena/process/sandbox/sandbox.hpp"
#include "arena/process/spawn/spawner.hpp"

namespace arena::contest {

/// The sandbox of builds.
std::shared_ptr<const Sandbox> build_sandbox(const Quotas& quotas);

/// A result without a check: `reason` is empty if all is well. `work`: a folder that is not there
/// yet, where it builds without a sandbox. Throws std::runtime_error if the server's disk or its
/// memory fails.
CheckResult build_bot(Spawner& spawner, const std::filesystem::path& sources, const BuildPlan& plan,
                      const Quotas& quotas, const std::shared_ptr<const Sandbox>& sandbox,
                      const std::filesystem::path& work);

}  // namespace arena::contest
