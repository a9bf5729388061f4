#include "arena/contest/checks/build.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "arena/contest/checks/sandboxed_run.hpp"
#include "arena/contest/checks/upload_folder.hpp"
#include "arena/util/text/text.hpp"

namespace arena::contest {

namespace {

/// Arguments: the folder of the sources, the one to build in, and the words of the build. Links
/// become what they point to, because the reader of archives refuses links. A script cannot start
/// if its first line ends with CR LF, as on Windows.
constexpr const char* script = R"sh(
mkdir -p -- "$2" && cp -R -- "$1/." "$2" && cd -- "$2" || exit 71
shift 2
for file in build bot; do
  [ -f "$file" ] || continue
  if [ -n "$(sed -n '1{/^#!.*\r$/p;q}' "$file")" ]; then sed -i 's/\r$//' "$file"; fi
  chmod 755 "$file"
done
if [ $# -gt 0 ]; then
  "$@" </dev/null 1>&2 || exit 72
  if [ -f bot ]; then chmod 755 bot; fi
fi
exec tar --dereference --hard-dereference --owner=0 --group=0 --numeric-owner --mtime=@0 \
  --sort=name --exclude=./.git --exclude=__pycache__ -cf - .
)sh";
constexpr std::string_view copy_failed = "ended with status 71";
constexpr std::string_view build_failed = "ended with status 72";

std::string folder_inside(bool has_sandbox, const std::filesystem::path& work) {
  return has_sandbox ? "/tmp/bot" : work.string();
}

/// One sentence. In the sandbox the disk is a part of the memory that each build has; without it,
/// the disk is the server's.
std::string failure_text(const RunResult& run, const BuildPlan& plan, const Quotas& quotas,
                         bool has_sandbox) {
  if (run.is_good) return "";
  const bool is_disk_full = run.log.find("No space left on device") != std::string::npos ||
                            run.log.find("File size limit exceeded") != std::string::npos;
  const bool is_own_disk = is_disk_full && has_sandbox;
  if (is_own_disk)
    return fmt::format("the build needs more than its {} MiB of disk", quotas.build_disk >> 20U);
  if (is_disk_full || run.failure == copy_failed || run.failure == not_started_inside)
    throw std::runtime_error(
        fmt::format("cannot build here: the build {}: {}", run.failure, run.log));
  if (run.failure == build_failed)
    return fmt::format("the build failed: {} reports errors", plan.build.front());
  return fmt::format("the build {}", run.failure);
}

}  // namespace

std::shared_ptr<const Sandbox> build_sandbox(const Quotas& quotas) {
  SandboxLimits limits;
  limits.memory = quotas.build_memory;
  limits.processes = quotas.build_processes;
  limits.scratch = quotas.build_disk;
  return std::make_shared<const Sandbox>(limits);
}

CheckResult build_bot(Spawner& spawner, const std::filesystem::path& sources, const BuildPlan& plan,
                      const Quotas& quotas, const std::shared_ptr<const Sandbox>& sandbox,
                      const std::filesystem::path& work) {
  RunRequest request;
  // `env -C`: no word of the build is taken for a file of the folder where the server was started.
  request.command = {"/usr/bin/env", "-C",    sources,
                     "/usr/bin/sh",  "-c",    script,
                     "build",        sources, folder_inside(sandbox != nullptr, work)};
  request.command.insert(request.command.end(), plan.build.begin(), plan.build.end());
  request.declared = {fmt::format("PATH={}", system_path), "LANG=C.UTF-8"};
  request.sandbox = sandbox;
  request.time = quotas.build_time;
  request.most_output = most_built;
  RunResult run = run_program(spawner, request);
  CheckResult result;
  result.reason = failure_text(run, plan, quotas, sandbox != nullptr);
  result.language = plan.language;
  result.build_log = std::move(run.log);
  result.command = plan.command;
  result.built = std::move(run.output);
  return result;
}

}  // namespace arena::contest
