// Counters of the server, in the text format of Prometheus.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "arena/util/time.hpp"

namespace arena::site {

class Metrics {
 public:
  /// A request that was answered. `route`: its pattern; empty for none.
  void answered(std::string_view route, int status, Duration time);
  /// "arena_requests_total{...} 5" and so on. `gauges`: what is measured now, by its name.
  [[nodiscard]] std::string text(const std::map<std::string, double>& gauges) const;

 private:
  static constexpr std::array<double, 9> bounds{.001, .005, .01, .025, .05, .1, .25, 1, 5};
  struct Series {
    std::map<int, std::uint64_t> by_status;
    std::array<std::uint64_t, bounds.size()> within{};  // by bound, in seconds
    std::uint64_t count = 0;
    double seconds = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Series, std::less<>> routes_;
};

}  // namespace arena::site
