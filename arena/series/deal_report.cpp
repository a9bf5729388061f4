#include "arena/series/deal_report.hpp"

#include <utility>

#include <fmt/format.h>

#include "arena/rating/mean.hpp"
#include "arena/series/compared_tables.hpp"
#include "arena/series/figures.hpp"
#include "arena/series/text_table.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

constexpr int table_count = 2;
constexpr std::size_t columns_of_terminal = 80;

/// "+5", "-0.5", "0".
std::string points_text(double points) { return points == 0 ? "0" : fmt::format("{:+g}", points); }

}  // namespace

bool DealReport::exists(const AnyGame& game, const json::object& options, int tables) {
  return tables == table_count && game.report_columns() && game.table_comparison(options);
}

DealReport::DealReport(const AnyGame& game, const json::object& options,
                       std::vector<std::string> names)
    : game_(game),
      compare_(game.table_comparison(options)),
      columns_(game.report_columns().value()),
      names_(std::move(names)) {}

void DealReport::describe(int deal, int table, const Record& record) {
  lines_[deal].cells[table] = game_.report_cells(record);
}

void DealReport::add(int deal, int table, const MatchResult& result) {
  lines_[deal].results[table] = result;
}

double DealReport::points_of(const Line& line) const {
  // The first team has the first side at the first table, and the other one at the second.
  const std::vector<MatchResult> results =
      compared({line.results.at(0), line.results.at(1)}, compare_, game_.info().more_is_better);
  return (results[0].scores[0] + results[1].scores[1] - results[0].scores[1] -
          results[1].scores[0]) /
         2.0;
}

std::string DealReport::unit() const {
  return std::string(compare_.unit.substr(0, compare_.unit.find(' ')));
}

std::string DealReport::head() const {
  return fmt::format(
      "Deal by deal: {} is {} at the first table and {} at the second. {} The last columns are "
      "{} for {}, on the deal and in all.\n",
      names_[0], columns_.sides[0], columns_.sides[1], columns_.note, unit(), names_[0]);
}

std::string DealReport::text() const {
  TextRow titles(columns_.deal.begin(), columns_.deal.end());
  for (int table = 0; table < table_count; ++table)
    titles.insert(titles.end(), columns_.table.begin(), columns_.table.end());
  titles.insert(titles.end(), {unit(), "total"});
  std::vector<TextRow> rows = {titles};
  Mean mean;
  double total = 0;
  for (const auto& [deal, line] : lines_) {
    if (line.results.size() < table_count) continue;
    TextRow& row = rows.emplace_back(columns_.deal.size());
    for (const auto& [table, cells] : line.cells)
      std::copy(cells.deal.begin(), cells.deal.end(), row.begin());
    for (int table = 0; table < table_count; ++table) {
      const auto cells = line.cells.find(table);
      const TextRow own =
          cells != line.cells.end() ? cells->second.table : TextRow(columns_.table.size());
      row.insert(row.end(), own.begin(), own.end());
    }
    const double points = points_of(line);
    total += points;
    mean.add(points);
    row.insert(row.end(), {points_text(points), points_text(total)});
  }
  if (rows.size() == 1) return "";
  const int digits = mean.has_error() ? digits_of(mean.margin_of_error()) : 0;
  return head() + '\n' +
         joined(table_lines(rows, columns_of_terminal), "",
                [](const std::string& row) { return row + '\n'; }) +
         fmt::format("\n{}: {} {}\n", names_[0], with_error(mean, digits, true), compare_.unit);
}

json::array DealReport::json() const {
  json::array deals;
  double total = 0;
  for (const auto& [deal, line] : lines_) {
    if (line.results.size() < table_count) continue;
    json::object object{{"deal", deal + 1}};
    json::array tables;
    for (const auto& [table, cells] : line.cells) {
      for (std::size_t i = 0; i < columns_.deal.size(); ++i)
        object[columns_.deal[i]] = cells.deal[i];
      json::object& own = tables.emplace_back(json::object()).as_object();
      for (std::size_t i = 0; i < columns_.table.size(); ++i)
        own[columns_.table[i]] = cells.table[i];
    }
    object["tables"] = std::move(tables);
    const double points = points_of(line);
    total += points;
    object["points"] = points;
    object["total"] = total;
    deals.push_back(std::move(object));
  }
  return deals;
}

}  // namespace arena
