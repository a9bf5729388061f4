#include "arena/report/deals_page.hpp"

#include "arena/report/links.hpp"
#include "arena/tournament/deals_of_two.hpp"

namespace arena::report {

namespace {

constexpr std::size_t sum_columns = 2;  // the last columns

Html head_of(const TextRow& titles) {
  Html head;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    head += html(R"(<th scope="col"{}>{}</th>)",
                 i + sum_columns < titles.size() ? Html() : Html(R"( class="number")"),
                 text(titles[i]));
  }
  return head;
}

Html row_of(const TextRow& row) {
  Html cells = html(R"(<th scope="row">{}</th>)", text(row.front()));
  for (std::size_t i = 1; i < row.size(); ++i) {
    cells += html("<td{}>{}</td>",
                  i + sum_columns < row.size() ? Html() : Html(R"( class="number")"), text(row[i]));
  }
  return html("<tr>{}</tr>\n", cells);
}

}  // namespace

Html deals_page(const ReportData& data, const Store& store, std::size_t first, std::size_t second) {
  const EntrantStanding& one = data.entrant(first);
  const EntrantStanding& other = data.entrant(second);
  const DealReport report = deals_of_two(store, data.tournament, data.game,
                                         {{one.id, other.id}, {one.name, other.name}}, data.games);
  const std::string title = one.name + " and " + other.name;
  Html body =
      navigation(1, html(" {} {}", entrant_link(data, first, 1), entrant_link(data, second, 1)));
  body += html(
      "<header>\n<h1>{}</h1>\n</header>\n<main>\n<p>{}</p>\n{}<p class=\"note\">{}</p>\n</main>\n",
      text(title), text(report.summary()),
      table("Deals", head_of(report.titles()), each(report.rows(), row_of)), text(report.head()));
  return page(title, 1, body);
}

}  // namespace arena::report
