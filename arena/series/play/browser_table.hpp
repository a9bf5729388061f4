// Where a person plays in a browser, for who runs a series and need not know a server
// (site/play/home_table.hpp).
#pragma once

#include <memory>
#include <span>
#include <string>

#include "arena/record/record.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/play/run.hpp"

namespace arena {

class BrowserTable {
 public:
  virtual ~BrowserTable() = default;

  /// Where the person plays.
  [[nodiscard]] virtual std::string address() const = 0;
  /// What plays for the person. It lives no longer than the table.
  [[nodiscard]] virtual std::shared_ptr<const EntrantKind> person() = 0;

  // Called by the series: the record of a match so far, and a whole match.
  virtual void moved(int match, std::span<const RecordedMove> moves,
                     std::span<const RecordedForfeit> forfeits) = 0;
  virtual void played(const PlayedMatch& match) = 0;

  /// Returns when the browser has the last match as a replay, or after a few seconds.
  virtual void finish() = 0;
};

}  // namespace arena
