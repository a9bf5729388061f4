// Messages about the matches of a running series: who forfeited and why, in words that help the
// bot's author. It shows only the first few of similar reports, and counts the rest.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "arena/game/any_game.hpp"
#include "arena/series/entrant.hpp"
#include "arena/series/table.hpp"

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

}  // namespace arena
