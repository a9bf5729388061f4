// A tournament while it is played, on stderr: a table that is redrawn at a terminal, else a line
// now and then.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/store/store.hpp"
#include "arena/tournament/standings.hpp"
#include "arena/util/time.hpp"

namespace arena::cli {

class LiveTable {
 public:
  /// `matches`: of the whole tournament, if that is known. Store and game outlive the table.
  LiveTable(const Store& store, const AnyGame& game, std::optional<int> matches);
  LiveTable(const LiveTable&) = delete;
  LiveTable& operator=(const LiveTable&) = delete;
  ~LiveTable() { clear(); }

  /// The match is in the store. `faults`: lines about it; without a table they are printed as they
  /// come. `planned`: the number of matches of all pairings that are known so far.
  void show(const StoredMatch& match, const std::vector<std::string>& faults, int planned);
  /// Removes the table from the screen.
  void clear();

 private:
  void rate();
  void draw();
  [[nodiscard]] std::string head() const;
  [[nodiscard]] std::string row(const EntrantStanding& entrant) const;
  [[nodiscard]] std::vector<std::string> fault_lines() const;
  [[nodiscard]] std::string result_text(const StoredMatch& match, const std::vector<int>& scores,
                                        std::size_t own) const;

  const Store& store_;
  const AnyGame& game_;
  std::optional<int> matches_;
  bool terminal_;
  int before_;  // matches that the store had at the start
  int played_;
  int planned_ = 0;
  TimePoint start_;
  TimePoint next_draw_;
  TimePoint next_rating_;
  Standings standings_;
  std::map<int, std::string> names_;  // by the entrant's id
  std::map<int, std::string> last_;   // likewise: its last result
  std::deque<std::string> faults_;    // the last few
  int lines_ = 0;                     // of the table on the screen
};

}  // namespace arena::cli
