// A line for each deal that two tables played: what happened at each table, what the first team won
// by it (the IMPs of its lead, or its own matchpoints), and its total so far. In duplicate events:
// the score of a team match, board by board.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/refinements/match_report.hpp"
#include "arena/game/any_game.hpp"
#include "arena/series/statistics/statistics.hpp"
#include "arena/util/text/text_table.hpp"

namespace arena {

class DealReport {
 public:
  /// Whether the game says what happened in a match, and compares it with these options.
  static bool exists(const AnyGame& game, const json::object& options, int tables);

  /// `names`: of the two teams. The first one has the first side at the first table. REQUIRES:
  /// exists(game, options, 2); `game` outlives this.
  DealReport(const AnyGame& game, const json::object& options, std::vector<std::string> names);

  /// What happened in a match. Without this, its cells stay empty.
  void describe(int deal, int table, const Record& record);
  /// Its result. REQUIRES: the order of the deals.
  void add(int deal, int table, const MatchResult& result);

  /// For people; empty if no deal was played at both tables.
  [[nodiscard]] std::string text() const;
  /// A list with an object for each deal.
  [[nodiscard]] json::array json() const;

  /// The parts of the text: what the columns mean, their titles, a row for each deal that was
  /// played at both tables, and the mean with its interval. The last two columns are what the first
  /// team won and its total.
  [[nodiscard]] std::string head() const;
  [[nodiscard]] TextRow titles() const;
  [[nodiscard]] std::vector<TextRow> rows() const;
  [[nodiscard]] std::string summary() const;

 private:
  struct Line {
    std::map<int, ReportCells> cells;  // by table, as below
    std::map<int, MatchResult> results;
  };
  /// Whether what a team won is its lead over the other one; otherwise, both share the points.
  [[nodiscard]] bool is_lead() const { return compare_.shared() == 0; }
  /// What the first team won; both tables are there.
  [[nodiscard]] double points_of(const Line& line) const;
  /// "+5" or "-0.5" of a lead, "1.5" of shared points, "0".
  [[nodiscard]] std::string points_text(double points) const;
  /// Calls `use(deal, line, points, total)` for each deal that was played at both tables.
  template <class Use>
  void for_each_deal(Use use) const;
  [[nodiscard]] std::string unit() const;

  const AnyGame& game_;
  TableComparison compare_;
  ReportColumns columns_;
  std::vector<std::string> names_;
  std::map<int, Line> lines_;  // by deal
};

}  // namespace arena
