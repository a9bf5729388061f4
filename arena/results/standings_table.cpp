#include "arena/results/standings_table.hpp"

#include <algorithm>

#include "arena/results/plot.hpp"

namespace arena::results {

namespace {

constexpr int bar_width = 90;
constexpr int bar_height = 18;

/// All ranks from 1 to `last` as a line, those that an entrant may have as a bar, and its place in
/// the table as a dot.
Html rank_bar(const RankInterval& ranks, std::size_t place, std::size_t last, const Html& title) {
  const Scale x{1, std::max(2.0, static_cast<double>(last)), 7, bar_width - 7.0};
  const Html body =
      html(R"(<line class="track" x1="{0:.1f}" x2="{1:.1f}" y1="9" y2="9"/>)"
           R"(<line class="range" x1="{2:.1f}" x2="{3:.1f}" y1="9" y2="9"/>)"
           R"(<circle cx="{4:.1f}" cy="9" r="4"/>)"
           "\n",
           x.from, x.to, x(ranks.best), x(ranks.worst), x(static_cast<double>(place)));
  return svg(bar_width, bar_height, title, body, html("rank s{}", (place - 1) % 8 + 1));
}

class Table {
 public:
  Table(const std::vector<StandingsRow>& rows, const StandingsWords& words)
      : rows_(rows), words_(words) {
    for (const StandingsColumn& column : standings_columns()) {
      if (column.is_on_pages()) columns_.push_back(&column);
    }
    for (const StandingsRow& row : rows) ranked_ += row.entrant->sums.deals > 0 ? 1 : 0;
  }

  [[nodiscard]] Html draw() const {
    Html head = html(R"(<th scope="col"><span class="unseen">{}</span></th>)"
                     R"(<th scope="col" class="stuck">{}</th>)",
                     words_.place, words_.entrant);
    head += each(columns_, [this](const StandingsColumn* column) {
      return html(R"(<th scope="col"{}>{}</th>)",
                  column->name == "ranks" ? Html() : Html(" class=\"number\""),
                  words_.column(*column));
    });
    const Html rows = each(rows_, [this](const StandingsRow& one) { return row(one); });
    return table(words_.title, head, rows, "standings");
  }

 private:
  [[nodiscard]] Html row(const StandingsRow& one) const {
    const bool has_played = one.entrant->sums.deals > 0;
    const Html place = has_played && one.place > 0 ? html("{}", one.place) : Html("–");
    Html cells = html(R"(<td class="number place">{}</td><th scope="row" class="stuck">{}</th>)",
                      has_played ? place : Html(), one.name);
    if (has_played)
      cells += each(columns_, [&](const StandingsColumn* column) { return cell(*column, one); });
    else
      cells +=
          html("<td colspan=\"{}\" class=\"note\">{}</td>", columns_.size(), words_.not_played);
    return html("<tr{}>{}</tr>\n", one.has_left ? Html(" class=\"left\"") : Html(), cells);
  }

  [[nodiscard]] Html cell(const StandingsColumn& column, const StandingsRow& row) const {
    const EntrantStanding& entrant = *row.entrant;
    if (column.name == "ranks") {
      const Html ranks = typeset(column.value(entrant));
      return html(R"(<td class="ranks">{}<span class="range">{}</span></td>)",
                  row.place == 0 ? Html()
                                 : rank_bar(entrant.ranks, row.place, ranked_,
                                            html("{}: {}", words_.column(column), ranks)),
                  ranks);
    }
    const Html classes = column.name == "rating"   ? Html(" rating")
                         : column.error != nullptr ? Html(" mean")
                                                   : Html();
    return html(R"(<td class="number{}">{}</td>)", classes,
                figure_with_error(column.value(entrant),
                                  column.error == nullptr ? "" : column.error(entrant)));
  }

  const std::vector<StandingsRow>& rows_;
  const StandingsWords& words_;
  std::vector<const StandingsColumn*> columns_;
  std::size_t ranked_ = 0;
};

}  // namespace

Html standings_table(const std::vector<StandingsRow>& rows, const StandingsWords& words) {
  return Table(rows, words).draw();
}

Html result_table(const FormatResult& result, const ResultWords& words) {
  const auto number_head = [](const Html& title) {
    return html(R"(<th scope="col" class="number">{}</th>)", title);
  };
  const auto number_cell = [](double value) {
    return html("<td class=\"number\">{}</td>", number(value, 2));
  };
  const bool has_points = !result.tie_breaks.empty();
  Html head = number_head(words.place);
  head += html(R"(<th scope="col" class="stuck">{}</th>)", words.entrant);
  if (has_points) head += number_head(words.points);
  head += each(result.tie_breaks,
               [&](const std::string& name) { return number_head(words.tie_break(name)); });
  const Html rows = each(result.ranking, [&](const RankedEntrant& one) {
    return html(
        R"(<tr><td class="number place">{}</td><th scope="row" class="stuck">{}</th>{}{}</tr>)"
        "\n",
        one.place, words.name(one), has_points ? number_cell(one.score) : Html(),
        each(one.tie_breaks, number_cell));
  });
  return table(words.title, head, rows);
}

Html typeset(std::string figure) {
  for (std::size_t at = figure.find('-'); at != std::string::npos; at = figure.find('-', at))
    figure.replace(at, 1, at == 0 ? "−" : "–");
  return text(figure);
}

Html figure_with_error(const std::string& value, const std::string& error) {
  if (value.empty()) return "–";
  return error.empty() ? typeset(value)
                       : html("{} <span class=\"error\">{}</span>", typeset(value), typeset(error));
}

}  // namespace arena::results
