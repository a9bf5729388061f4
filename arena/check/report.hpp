// What `arena check` found out, as a table of named checks: each is fine, a note, or failed, in one
// plain sentence. A check has failed if it costs the bot games, now or with another host; a note is
// what an author may want to know. Printed for people, or as one JSON object.
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
  std::vector<std::string> details{};  // more lines
  boost::json::object values{};        // what was measured, for programs
};

class CheckReport {
 public:
  void add(Finding finding) { findings_.push_back(std::move(finding)); }
  [[nodiscard]] int count(Verdict verdict) const;
  /// One check a line, with its details below.
  void print() const;
  [[nodiscard]] boost::json::array to_json() const;

 private:
  std::vector<Finding> findings_;
};

/// As `duration_text`, but short times are told in more detail: "85us", "1.2ms".
std::string fine_duration(Duration duration);
double milliseconds(Duration duration);

}  // namespace arena
