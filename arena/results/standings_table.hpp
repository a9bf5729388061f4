// The table of standings, of reports and of the site.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/results/html.hpp"
#include "arena/results/standings_columns.hpp"
#include "arena/tournament/format_result.hpp"

namespace arena::results {

struct StandingsRow {
  const EntrantStanding* entrant = nullptr;
  std::size_t place = 0;  // from 1; 0: none
  Html name;              // with a link
  bool has_left = false;
};

/// What a table says in its language.
struct StandingsWords {
  Html title;
  Html place;
  Html entrant;
  Html not_played;
  std::function<Html(const StandingsColumn& column)> column;
};

Html standings_table(const std::vector<StandingsRow>& rows, const StandingsWords& words);

struct ResultWords {
  Html title;
  Html place;
  Html entrant;
  Html points;
  std::function<Html(const std::string& name)> tie_break;
  std::function<Html(const RankedEntrant& one)> name;  // with a link
};

/// What the format says.
Html result_table(const FormatResult& result, const ResultWords& words);

/// With a typographic minus, and a dash in a range: "−3", "2–4".
Html typeset(std::string figure);
/// A figure, and how sure it is: "+93 ± 12". A dash without a figure.
Html figure_with_error(const std::string& value, const std::string& error);

}  // namespace arena::results
