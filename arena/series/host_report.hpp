// How the host kept up with a series: what questions took of arena's own time, and in which matches
// bots were kept from thinking because it had more to do than it can.
#pragma once

#include <string>

#include <boost/json.hpp>

#include "arena/series/match_numbers.hpp"
#include "arena/util/duration_counts.hpp"

namespace arena {

struct HostReport {
  DurationCounts overhead;  // of each question
  MatchNumbers overloaded;  // that counted all the same
  int void_matches = 0;     // that were played again
};

/// Sentences, each on a line of its own; none where there is nothing to say.
std::string host_text(const HostReport& report);
/// Those of them that say of overload.
std::string overload_text(const HostReport& report);
/// Times in microseconds, games counted from 1.
boost::json::object host_json(const HostReport& report);

}  // namespace arena
