#include "arena/site/api/metrics.hpp"

#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace arena::site {

void Metrics::answered(std::string_view route, int status, Duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  const std::lock_guard lock(mutex_);
  Series& series = routes_[std::string(route)];
  ++series.by_status[status];
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (seconds <= bounds[i]) ++series.within[i];
  }
  ++series.count;
  series.seconds += seconds;
}

std::string Metrics::text(const std::map<std::string, double>& gauges) const {
  std::string out;
  std::string_view family;  // those of a family follow each other, as they are sorted
  for (const auto& [name, value] : gauges) {
    const std::string_view of = std::string_view(name).substr(0, name.find('{'));
    if (std::exchange(family, of) != of) out += fmt::format("# TYPE {} gauge\n", of);
    out += fmt::format("{} {}\n", name, value);
  }
  const std::lock_guard lock(mutex_);
  out += "# TYPE arena_requests_total counter\n";
  for (const auto& [route, series] : routes_) {
    for (const auto& [status, count] : series.by_status)
      out += fmt::format("arena_requests_total{{route=\"{}\",status=\"{}\"}} {}\n", route, status,
                         count);
  }
  out += "# TYPE arena_request_seconds histogram\n";
  for (const auto& [route, series] : routes_) {
    for (std::size_t i = 0; i < bounds.size(); ++i)
      out += fmt::format("arena_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n", route,
                         bounds[i], series.within[i]);
    out += fmt::format(
        "arena_request_seconds_bucket{{route=\"{0}\",le=\"+Inf\"}} {1}\n"
        "arena_request_seconds_sum{{route=\"{0}\"}} "
        "{2}\narena_request_seconds_count{{route=\"{0}\"}} {1}\n",
        route, series.count, series.seconds);
  }
  return out;
}

}  // namespace arena::site
