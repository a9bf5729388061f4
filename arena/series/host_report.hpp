// How the host coped with a series: arena's own time for each question, and the matches in which
// bots waited for a processor because the host was overloaded.
#pragma once

#include <string>

#include <boost/json.hpp>

#include "arena/series/match_numbers.hpp"
#include "arena/util/duration_counts.hpp"

namespace arena {

struct HostReport {
  DurationCounts overhead;  // of each question
  MatchNumbers overloaded;  // these count
  int void_matches = 0;     // these were played again
};

/// Sentences, one on each line; empty if there is nothing to report.
std::string host_text(const HostReport& report);
/// Only the sentences about overload.
std::string overload_text(const HostReport& report);
/// Times in microseconds, games counted from 1.
boost::json::object host_json(const HostReport& report);

}  // namespace arena
