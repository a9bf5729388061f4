// What is told of a match while a series runs: who forfeited and why, in words that help the bot's
// author. Of many like reports only the first few are shown; the rest is counted.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/any_game.hpp"
#include "arena/series/entrant.hpp"
#include "arena/series/table.hpp"

namespace arena {

class MatchReport {
 public:
  MatchReport(const AnyGame& game, const std::vector<Entrant>& entrants)
      : game_(game), entrants_(entrants) {}

  /// The lines to show for this match; none if all went well.
  std::vector<std::string> lines(const PlayedMatch& match);
  /// The same for what failed after a match's end.
  std::vector<std::string> lines(const std::vector<LateFault>& late);
  /// Why it is void; nothing if the host was not overloaded in this very match.
  std::vector<std::string> overload_lines(const PlayedMatch& match);
  /// What was not shown, in one line; empty if nothing.
  [[nodiscard]] std::string left_out() const;
  /// Whether a bot forfeited, or failed after a match's end.
  [[nodiscard]] bool any_fault() const { return any_fault_; }

 private:
  /// Adds a report to `lines`, unless enough of its kind are shown.
  void show(const std::string& kind, std::string text, std::vector<std::string>& lines);
  std::string forfeit_text(const PlayedMatch& match, const RecordedForfeit& forfeit) const;
  [[nodiscard]] const std::string& name_at(const PlayedMatch& match, Seat seat) const;

  const AnyGame& game_;
  const std::vector<Entrant>& entrants_;
  std::map<std::string, int> shown_;  // by player and kind of report
  int left_out_ = 0;
  bool any_fault_ = false;
};

/// Whether the person who started arena has left this match: by an entry, or by the end of the
/// input.
bool person_left(const PlayedMatch& match, const std::vector<Entrant>& entrants);

}  // namespace arena
