// Jobs and results of checks as JSON.
#include <boost/describe/class.hpp>
#include <boost/json/value_from.hpp>
#include <boost/json/value_to.hpp>

#include "arena/check/report.hpp"
#include "arena/host/check_job.hpp"
#include "arena/util/error.hpp"

namespace arena::host {

BOOST_DESCRIBE_STRUCT(CheckResult, (), (is_accepted, reason, language, build_log, report, command))
BOOST_DESCRIBE_STRUCT(TryoutResult, (), (reason, build_log, records, written))

namespace {

/// What a job says of the quotas.
struct BuildQuotas {
  std::int64_t seconds = 0;
  std::uint64_t disk = 0;
  std::uint64_t memory = 0;
  int processes = 0;
};
BOOST_DESCRIBE_STRUCT(BuildQuotas, (), (seconds, disk, memory, processes))

/// The members that a value of `like` has. Throws Error if one is missing or of another type.
template <class T>
T read(const json::value& value, const char* what) {
  const auto result = json::try_value_to<T>(value);
  if (result.has_error()) throw Error(std::string(what) + " cannot be read");
  return *result;
}

}  // namespace

json::object to_json(const CheckJob& job) {
  const BuildQuotas quotas{job.quotas.build_time.count(), job.quotas.build_disk,
                           job.quotas.build_memory, job.quotas.build_processes};
  return {{"folder", job.folder},
          {"bot", job.bot},
          {"file_name", job.file_name},
          {"language", job.language},
          {"protocol", job.protocol},
          {"match", to_json(job.match)},
          {"quotas", json::value_from(quotas)},
          {"runner", job.runner ? json::value_from(*job.runner) : json::value()},
          {"is_tryout", job.is_tryout}};
}

CheckJob read_check_job(const json::object& object) {
  CheckJob job;
  const auto text = [&object](const char* key) {
    const json::value* const value = object.if_contains(key);
    if (value == nullptr || !value->is_string()) throw Error(std::string("the job has no ") + key);
    return std::string(value->get_string());
  };
  job.folder = text("folder");
  job.bot = text("bot");
  job.file_name = text("file_name");
  job.language = text("language");
  job.protocol = text("protocol");
  from_json(object.at("match"), job.match, "the job's match");
  const auto quotas = read<BuildQuotas>(object.at("quotas"), "the job's quotas");
  job.quotas.build_time = std::chrono::seconds(quotas.seconds);
  job.quotas.build_disk = quotas.disk;
  job.quotas.build_memory = quotas.memory;
  job.quotas.build_processes = quotas.processes;
  if (const json::value& runner = object.at("runner"); !runner.is_null())
    job.runner = read<Runner>(runner, "the job's runner");
  job.is_tryout = read<bool>(object.at("is_tryout"), "whether the job is a tryout");
  return job;
}

json::object to_json(const CheckResult& result) { return json::value_from(result).as_object(); }

CheckResult read_check_result(const json::object& object) {
  auto result = read<CheckResult>(object, "the result of a check");
  if (!result.report.empty()) static_cast<void>(read_findings(result.report));  // pages show it
  return result;
}

json::object to_json(const TryoutResult& result) { return json::value_from(result).as_object(); }

TryoutResult read_tryout_result(const json::object& object) {
  return read<TryoutResult>(object, "the result of a tryout");
}

}  // namespace arena::host
