// The columns of standings for people: each is said once, and terminals, reports and the site show
// it; its title on the site is in texts.json. Not for: places, names and drawings, which each of
// them has in its own way; the table of a tournament that is played, and the facts of one bot on
// the site, which show less; the data of --json, --csv and Python (standings_export.hpp).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "arena/tournament/standings.hpp"

namespace arena {

struct StandingsColumn {
  /// A terminal has room for less.
  enum class Where { everywhere, pages, terminals };

  Where where = Where::everywhere;
  std::string_view name;   // of its texts on the site: "standings.points"
  std::string_view title;  // in English
  /// REQUIRES of both: the entrant has played a deal. An empty text if there is nothing to say.
  std::string (*value)(const EntrantStanding& entrant);
  /// How sure it is: "± 12". Null if that is not a question.
  std::string (*error)(const EntrantStanding& entrant) = nullptr;

  [[nodiscard]] bool is_on_pages() const { return where != Where::terminals; }
  [[nodiscard]] bool is_on_terminals() const { return where != Where::pages; }
};

/// In their order.
std::span<const StandingsColumn> standings_columns();

/// "+93" and "± 12".
std::string rating_value(const EntrantStanding& entrant);
std::string rating_error(const EntrantStanding& entrant);
/// "2-4", "1".
std::string ranks_text(const RankInterval& ranks);
/// In percent: "61.0", and its 95 % interval, "55.1-67.0".
std::string share_value(const Mean& share);
std::string share_error(const Mean& share);
/// "41.20", and half the width of its 95 % interval, "± 1.35", if that is known. Empty without a
/// deal.
std::string mean_value(const Mean& mean, bool sign = false);
std::string mean_error(const Mean& mean);

}  // namespace arena
