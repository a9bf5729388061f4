#include "arena/report/result_section.hpp"

#include "arena/report/links.hpp"
#include "arena/report/standings_table.hpp"
#include "arena/series/figures.hpp"

namespace arena::report {

namespace {

Html link(const ReportData& data, const FormatResult& result, int entrant) {
  const int id = result.entrants[static_cast<std::size_t>(entrant)].id;
  return entrant_link(data, data.entrant_of.at(id), 0);
}

Html places(const ReportData& data, const FormatResult& result) {
  return result_table(
      result, {.title = "Result",
               .place = "place",
               .entrant = "entrant",
               .points = "points",
               .tie_break = [](const std::string& name) { return text(name); },
               .name =
                   [&](const RankedEntrant& one) {
                     const Html left =
                         one.in_the_running ? Html() : Html(" <span class=\"note\">(left)</span>");
                     return html("{}{}", link(data, result, one.entrant), left);
                   }});
}

Html ties(const ReportData& data, const FormatResult& result) {
  if (result.decisions.empty()) return {};
  return html("<ul>\n{}</ul>\n", each(result.decisions, [&](const TieDecision& tie) {
                return html("<li>{}: {} beat {} {}</li>\n", text(tie.tie),
                            link(data, result, tie.winner), link(data, result, tie.loser),
                            text(decision_text(tie)));
              }));
}

}  // namespace

Html result_section(const ReportData& data, const FormatResult& result) {
  Html body = places(data, result);
  body += ties(data, result);
  return section(data.extent.is_whole ? Html("Result") : Html("Result so far"), body);
}

Html field_section(const ReportData& data, const FieldScores& field) {
  const std::string unit = field.unit + (field.is_percentage ? " %" : "");
  Html head =
      R"(<th scope="col" class="number">place</th><th scope="col" class="stuck">entrant</th>)";
  head += html(R"(<th scope="col" class="number">{}</th><th scope="col" class="number">deals</th>)",
               text(unit));
  const Html rows = each(field.entrants, [&](const FieldScore& one) {
    return html(R"(<tr><td class="number place">{}</td><th scope="row" class="stuck">{}{}</th>)"
                R"(<td class="number">{}</td><td class="number">{}</td></tr>{})",
                one.place, entrant_link(data, data.entrant_of.at(one.entrant), 0),
                one.is_active ? Html() : Html(" <span class=\"note\">(left)</span>"),
                text(with_error(one.score, 1, !field.is_percentage)), one.score.count(),
                Html("\n"));
  });
  Html body = table("All tables of a deal", head, rows);
  body +=
      "<p class=\"note\">Each result, compared with those of the same side at all other tables "
      "that "
      "played the deal. ± is the 95 % confidence interval.</p>\n";
  return section("All tables of a deal", body);
}

}  // namespace arena::report
