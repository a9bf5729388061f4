#include "arena/series/statistics/deal_report.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "arena/rating/means/mean.hpp"
#include "arena/series/statistics/compared_tables.hpp"
#include "arena/series/statistics/figures.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/text_table.hpp"

namespace arena {

namespace {

constexpr int table_count = 2;
constexpr std::size_t columns_of_terminal = 80;

}  // namespace

bool DealReport::exists(const AnyGame& game, const json::object& options, int tables) {
  return tables == table_count && game.files != nullptr && game.files->report_columns() &&
         game.options.table_comparison(options);
}

DealReport::DealReport(const AnyGame& game, const json::object& options,
                       std::vector<std::string> names)
    : game_(game),
      compare_(game.options.table_comparison(options)),
      columns_(game.files->report_columns().value()),
      names_(std::move(names)) {}

void DealReport::describe(int deal, int table, const Record& record) {
  lines_[deal].cells[table] = game_.files->report_cells(record);
}

void DealReport::add(int deal, int table, const MatchResult& result) {
  lines_[deal].results[table] = result;
}

double DealReport::points_of(const Line& line) const {
  // The first team has the first side at the first table, and the other one at the second.
  const std::vector<MatchResult> results =
      compared({line.results.at(0), line.results.at(1)}, compare_, game_.info.more_is_better);
  const double own = (results[0].scores[0] + results[1].scores[1]) / 2.0;
  const double other = (results[0].scores[1] + results[1].scores[0]) / 2.0;
  return is_lead() ? own - other : own;
}

std::string DealReport::unit() const {
  return std::string(compare_.unit.substr(0, compare_.unit.find(' ')));
}

std::string DealReport::head() const {
  return fmt::format(
      "Deal by deal: {} is {} at the first table and {} at the second. {} The last columns are "
      "{} for {}, on the deal and in all.",
      names_[0], columns_.sides[0], columns_.sides[1], columns_.note, unit(), names_[0]);
}

TextRow DealReport::titles() const {
  TextRow titles(columns_.deal.begin(), columns_.deal.end());
  for (int table = 0; table < table_count; ++table)
    titles.insert(titles.end(), columns_.table.begin(), columns_.table.end());
  titles.insert(titles.end(), {unit(), "total"});
  return titles;
}

template <class Use>
void DealReport::for_each_deal(Use use) const {
  double total = 0;
  for (const auto& [deal, line] : lines_) {
    if (line.results.size() < table_count) continue;
    const double points = points_of(line);
    total += points;
    use(deal, line, points, total);
  }
}

std::string DealReport::points_text(double points) const {
  return is_lead() && points != 0 ? fmt::format("{:+g}", points) : fmt::format("{:g}", points);
}

std::vector<TextRow> DealReport::rows() const {
  std::vector<TextRow> rows;
  const auto own_columns = static_cast<std::ptrdiff_t>(columns_.table.size());
  for_each_deal([&](int /*deal*/, const Line& line, double points, double total) {
    TextRow& row = rows.emplace_back(columns_.deal.size());
    for (const auto& [table, cells] : line.cells)
      std::ranges::transform(cells.deal, row.begin(), &ReportCell::text);
    for (int table = 0; table < table_count; ++table) {
      row.resize(row.size() + columns_.table.size());
      if (const auto cells = line.cells.find(table); cells != line.cells.end())
        std::ranges::transform(cells->second.table, row.end() - own_columns, &ReportCell::text);
    }
    row.insert(row.end(), {points_text(points), points_text(total)});
  });
  return rows;
}

std::string DealReport::summary() const {
  Mean mean;
  for_each_deal([&](int /*deal*/, const Line& /*line*/, double points, double /*total*/) {
    mean.add(points);
  });
  const int digits = mean.has_error() ? digits_of(mean.margin_of_error()) : 0;
  return fmt::format("{}: {} {}", names_[0], with_error(mean, digits, is_lead()), compare_.unit);
}

std::string DealReport::text() const {
  std::vector<TextRow> table = rows();
  if (table.empty()) return "";
  table.insert(table.begin(), titles());
  return fmt::format("{}\n\n{}\n{}\n", head(),
                     joined(table_lines(table, columns_of_terminal), "",
                            [](const std::string& row) { return row + '\n'; }),
                     summary());
}

json::array DealReport::json() const {
  json::array deals;
  for_each_deal([&](int deal, const Line& line, double points, double total) {
    json::object object{{"deal", deal + 1}};
    json::array tables;
    for (const auto& [table, cells] : line.cells) {
      for (std::size_t i = 0; i < columns_.deal.size(); ++i)
        object[columns_.deal[i]] = cells.deal[i].value;
      json::object& own = tables.emplace_back(json::object()).as_object();
      for (std::size_t i = 0; i < columns_.table.size(); ++i)
        own[columns_.table[i]] = cells.table[i].value;
    }
    object["tables"] = std::move(tables);
    object["points"] = points;
    object["total"] = total;
    deals.push_back(std::move(object));
  });
  return deals;
}

}  // namespace arena
