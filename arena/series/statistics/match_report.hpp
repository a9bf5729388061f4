// Messages about the matches of a running series: who forfeited and why, in words that help the
// bot's author. It shows only the first few of similar reports, and counts the rest.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/game/any_game.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/play/match_number_set.hpp"
#include "arena/series/play/table.hpp"
#include "arena/util/duration_counts.hpp"

namespace arena {

class MatchReport {
 public:
  /// `most_alike`: how many reports of one kind about one player are shown.
  MatchReport(const AnyGame& game, const std::vector<Entrant>& entrants, int most_alike = 3)
      : game_(game), entrants_(entrants), most_alike_(most_alike) {}

  /// The lines to show for this match; empty if there is nothing to report.
  std::vector<std::string> lines(const PlayedMatch& match);
  /// The same for bots that failed after a match.
  std::vector<std::string> lines(const std::vector<LateFault>& late);
  /// Why the match is void; empty if the host was not overloaded in this match.
  std::vector<std::string> overload_lines(const PlayedMatch& match);
  /// How many reports were not shown, in one line; empty if none.
  [[nodiscard]] std::string left_out() const;
  /// True if a bot forfeited, or failed after a match.
  [[nodiscard]] bool any_fault() const { return any_fault_; }

 private:
  /// Adds a report to `lines`, unless enough reports of its kind were shown.
  void show(const std::string& kind, std::string text, std::vector<std::string>& lines);
  std::string forfeit_text(const PlayedMatch& match, const RecordedForfeit& forfeit) const;
  [[nodiscard]] const std::string& name_at(const PlayedMatch& match, Seat seat) const;

  const AnyGame& game_;
  const std::vector<Entrant>& entrants_;
  int most_alike_;
  std::map<std::string, int> shown_;  // by player and kind of report
  int left_out_ = 0;
  bool any_fault_ = false;
};

/// True if the person who started arena left this match, by an entry or by ending the input.
bool person_left(const PlayedMatch& match, const std::vector<Entrant>& entrants);

// How the host coped with a series: arena's own time for each question, and the matches in which
// bots waited for a processor because the host was overloaded.

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
