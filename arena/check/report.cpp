#include "arena/check/report.hpp"

#include <algorithm>
#include <chrono>

#include <boost/describe/class.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

BOOST_DESCRIBE_STRUCT(ReportedFinding, (), (name, result, text, details, values))

namespace {

std::string_view word(Verdict verdict) {
  return verdict == Verdict::ok ? "ok" : verdict == Verdict::note ? "note" : "failed";
}

}  // namespace

int CheckReport::count(Verdict verdict) const {
  const auto has = [verdict](const Finding& finding) { return finding.verdict == verdict; };
  return static_cast<int>(std::ranges::count_if(findings_, has));
}

bool CheckReport::is_ok(std::string_view name) const {
  return std::ranges::any_of(findings_, [name](const Finding& finding) {
    return finding.name == name && finding.verdict == Verdict::ok;
  });
}

void CheckReport::print() const {
  std::size_t width = 0;
  for (const Finding& finding : findings_) width = std::max(width, finding.name.size());
  for (const Finding& finding : findings_) {
    fmt::print("  {:<6}  {:<{}}  {}\n", word(finding.verdict), finding.name, width, finding.text);
    for (const std::string& line : finding.details)
      fmt::print("  {:<6}  {:<{}}  {}\n", "", "", width, line);
  }
}

boost::json::array CheckReport::to_json() const {
  boost::json::array checks;
  for (const Finding& finding : findings_) {
    boost::json::array details;
    for (const std::string& line : finding.details) details.emplace_back(line);
    checks.push_back(boost::json::object{{"name", finding.name},
                                         {"result", word(finding.verdict)},
                                         {"text", finding.text},
                                         {"details", std::move(details)},
                                         {"values", finding.values}});
  }
  return checks;
}

std::vector<ReportedFinding> read_findings(std::string_view report) {
  boost::json::error_code error;
  const boost::json::value value = boost::json::parse(report, error);
  const boost::json::object* const object = value.if_object();
  const boost::json::value* const checks = object ? object->if_contains("checks") : nullptr;
  if (checks == nullptr) throw Error("this is no report of a check");
  const auto findings = boost::json::try_value_to<std::vector<ReportedFinding>>(*checks);
  if (findings.has_error()) throw Error("a report of a check has other findings");
  return *findings;
}

double milliseconds(Duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

std::string fine_duration(Duration duration) {
  constexpr double detailed = 100;  // ms; longer times need no fraction
  const double ms = milliseconds(duration);
  if (ms < 1) return fmt::format("{:.0f}us", ms * 1000);
  return ms < detailed ? fmt::format("{:.1f}ms", ms)
                       : duration_text(std::chrono::round<std::chrono::milliseconds>(duration));
}

}  // namespace arena
