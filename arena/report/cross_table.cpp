#include "arena/report/cross_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "arena/report/links.hpp"

namespace arena::report {

namespace {

constexpr int shades = 5;  // on each side of 50 %; style.css has the colours

}  // namespace

CrossTable::CrossTable(const ReportData& data) : data_(data) {
  for (const auto& row : data.standings.pairs) {
    for (const auto& pair : row) {
      if (pair) farthest_ = std::max(farthest_, std::abs(pair->share.value() - 0.5));
    }
  }
}

Html CrossTable::colour(double share) const {
  const double part = farthest_ == 0 ? 0 : (share - 0.5) / farthest_;
  const auto shade = std::lround(shades * part);
  return shade == 0 ? Html("even")
                    : html("{}{}", shade > 0 ? Html("w") : Html("l"), std::abs(shade));
}

Html CrossTable::cell(std::size_t row, std::size_t column) const {
  if (row == column) return "<td class=\"self\"></td>";
  const auto& pair = data_.standings.pairs[row][column];
  if (!pair) return "<td class=\"number\">–</td>";
  return html(R"(<td class="number heat {}" title="{} against {}: {}, mean margin {}">{}</td>)",
              colour(pair->share.value()), text(data_.entrant(row).name),
              text(data_.entrant(column).name), counted(pair->matches, "game"),
              number(pair->margin.value(), 2, true), number(100 * pair->share.value(), 1));
}

Html CrossTable::table() const {
  Html head = "<th scope=\"col\" class=\"stuck\">entrant</th>";
  Html rows;
  for (std::size_t i = 0; i < data_.ranked(); ++i) {
    head += html(R"(<th scope="col" class="number" title="{0}"><span class="unseen">{0}</span>)"
                 R"(<span aria-hidden="true">{1}</span></th>)",
                 text(data_.entrant(i).name), i + 1);
    rows += html(R"(<tr><th scope="row" class="stuck"><span class="place">{}</span> {}</th>)",
                 i + 1, entrant_link(data_, i, 0));
    for (std::size_t j = 0; j < data_.ranked(); ++j) rows += cell(i, j);
    rows += "</tr>\n";
  }
  return report::table("Share of the points of each row against each column, in percent", head,
                       rows, "cross");
}

Html CrossTable::key() const {
  Html cells;
  for (int shade = -shades; shade <= shades; ++shade) {
    const double share = 0.5 + farthest_ * shade / shades;
    cells += html("<span class=\"heat {}\">{}</span>", colour(share),
                  shade % shades == 0 ? number(100 * share, 0) : Html());
  }
  return html("<p class=\"key\" aria-hidden=\"true\">{} %</p>\n", cells);
}

}  // namespace arena::report
