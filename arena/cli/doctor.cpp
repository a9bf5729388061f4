// `arena doctor`: shows what this host can limit, what it cannot and why, and the costs of playing.
#include <future>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "arena/check/host_checks.hpp"
#include "arena/cli/shell.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

/// Returns null if the check of this kind of sandbox found that it does not work.
std::shared_ptr<const Sandbox> sandbox_if(const CheckReport& report, std::string_view check) {
  if (!report.is_ok(check)) return nullptr;
  SandboxLimits limits;
  limits.apart = check == "apart";
  return std::make_shared<const Sandbox>(limits);
}

void print_cost(const char* what, const std::optional<Duration>& time) {
  fmt::print("  {:<34}  {}\n", what, time ? fine_duration(*time) : "not to be had here");
}

void print(const CheckReport& report, const HostCosts& costs) {
  fmt::print("What holds here:\n");
  report.print();
  fmt::print("\nWhat it costs (medians):\n");
  print_cost("start of a bot, until it answers", costs.start);
  print_cost("the same in the sandbox", costs.start_inside);
  print_cost("the same with files of its own", costs.start_apart);
  print_cost("a question, bot on arena's core", costs.on_one_core);
  print_cost("a question, bot on another core", costs.across_cores);
  const int failed = report.count(Verdict::failed);
  const int notes = report.count(Verdict::note);
  if (failed > 0) {
    fmt::print("\nThis host cannot contain untrusted bots: see above.\n");
  } else {
    fmt::print("\nThis host can contain untrusted bots{}.\n",
               notes > 0 ? fmt::format(", with {} to know", counted(notes, "note")) : "");
  }
}

json::value in_microseconds(const std::optional<Duration>& time) {
  if (!time) return nullptr;
  return milliseconds(*time) * 1000;
}

json::object to_json(const CheckReport& report, const HostCosts& costs) {
  return {{"checks", report.to_json()},
          {"failed", report.count(Verdict::failed)},
          {"costs_us",
           {{"start", in_microseconds(costs.start)},
            {"start_in_sandbox", in_microseconds(costs.start_inside)},
            {"start_apart", in_microseconds(costs.start_apart)},
            {"question_on_one_core", in_microseconds(costs.on_one_core)},
            {"question_across_cores", in_microseconds(costs.across_cores)}}}};
}

int examine(bool as_json) {
  Spawner spawner;
  CheckReport report;
  check_host(spawner, report);
  const bool held = report.count(Verdict::failed) == 0;
  // On a separate thread, because the thread stays on one core.
  const HostCosts costs =
      std::async(std::launch::async, [&] {
        return measure_costs(spawner, sandbox_if(report, "sandbox"), sandbox_if(report, "apart"));
      }).get();
  if (as_json) {
    fmt::print("{}\n", compact(to_json(report, costs)));
  } else {
    print(report, costs);
  }
  return held ? done : check_failed;
}

}  // namespace

void add_doctor(CLI::App& command, Shell& shell) {
  const auto as_json = std::make_shared<bool>(false);
  command.add_flag("--json", *as_json, "The result as one JSON object on stdout");
  command.footer("\nExit status: 0 this host can contain untrusted bots, 1 it cannot.");
  shell.on(command, [as_json] { return examine(*as_json); });
}

}  // namespace arena::cli
