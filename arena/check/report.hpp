// The results of `arena check`: a table of named checks, each with a verdict and one plain
// sentence. A check fails if the problem costs the bot games, here or on another host. A note is
// worth knowing. Printed for people, or as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "arena/util/time.hpp"

namespace arena {

enum class Verdict { ok, note, failed };

struct Finding {
  Finding(std::string_view check, Verdict found, std::string sentence)
      : name(check), verdict(found), text(std::move(sentence)) {}

  std::string_view name;
  Verdict verdict;
  std::string text;
  std::vector<std::string> details{};  // further lines
  boost::json::object values{};        // measured values, for programs
};

/// A finding of a report that was written as JSON.
struct ReportedFinding {
  std::string name;
  std::string result;  // "ok", "note" or "failed"
  std::string text;
  std::vector<std::string> details;
  boost::json::object values;
};
/// Those of the "checks" of a report. Throws Error if the text is no report.
std::vector<ReportedFinding> read_findings(std::string_view report);

class CheckReport {
 public:
  void add(Finding finding) { findings_.push_back(std::move(finding)); }
  [[nodiscard]] int count(Verdict verdict) const;
  /// Whether there is such a check, and all is well.
  [[nodiscard]] bool is_ok(std::string_view name) const;
  /// Prints one check per line, with its details below.
  void print() const;
  [[nodiscard]] boost::json::array to_json() const;

 private:
  std::vector<Finding> findings_;
};

/// As `duration_text`, but more precise for short times: "85us", "1.2ms".
std::string fine_duration(Duration duration);
double milliseconds(Duration duration);

}  // namespace arena
