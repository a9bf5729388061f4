#include "arena/series/host_report.hpp"

#include <chrono>

#include <fmt/format.h>

#include "arena/util/text.hpp"

namespace arena {

namespace {

double microseconds(Duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

std::string in_words(Duration time) {
  const double us = microseconds(time);
  return us < 1000 ? fmt::format("{:.3g} us", us) : fmt::format("{:.3g} ms", us / 1000);
}

}  // namespace

std::string host_text(const HostReport& report) {
  std::string text;
  if (report.overhead.total() > 0) {
    text +=
        fmt::format("Arena's own time for a question: {} (median), {} (99 of 100), {} at most.\n",
                    in_words(report.overhead.quantile(0.5)),
                    in_words(report.overhead.quantile(0.99)), in_words(report.overhead.most()));
  }
  return text + overload_text(report);
}

std::string overload_text(const HostReport& report) {
  std::string text;
  if (report.void_matches > 0)
    text += fmt::format("Void because the host was overloaded, and played again: {}.\n",
                        counted(report.void_matches, "game"));
  if (!report.overloaded.empty()) {
    text += fmt::format(
        "The host was overloaded in {}: {}. Bots waited for a processor and may have lost by it. "
        "--clock cpu does not charge that time; --void-overloaded plays such games again.\n",
        counted(report.overloaded.size(), "game"), numbers_text(report.overloaded));
  }
  return text;
}

boost::json::object host_json(const HostReport& report) {
  boost::json::array overloaded;
  for (const MatchNumbers::Range& range : report.overloaded.ranges()) {
    for (int number = range.first; number <= range.last; ++number)
      overloaded.emplace_back(number + 1);
  }
  return {{"overhead_us",
           {{"questions", report.overhead.total()},
            {"p50", microseconds(report.overhead.quantile(0.5))},
            {"p99", microseconds(report.overhead.quantile(0.99))},
            {"max", microseconds(report.overhead.most())}}},
          {"overloaded", std::move(overloaded)},
          {"void", report.void_matches}};
}

}  // namespace arena
