#include "arena/report/pages/games_pages.hpp"

#include <algorithm>
#include <span>

#include "arena/report/pages/links.hpp"
#include "arena/tournament/deals_of_two.hpp"

namespace arena::report {

namespace {

/// Ends before the first game with a number of at least `end`.
std::span<const StoredMatch> games_between(const ReportData& data, int first, int end) {
  const auto size = static_cast<int>(data.games.size());
  return std::span(data.games)
      .subspan(static_cast<std::size_t>(std::min(first, size)),
               static_cast<std::size_t>(std::max(0, std::min(end, size) - first)));
}

/// "ann 42", in bold if it won; with the fault if it forfeited.
Html seat_cell(const ReportData& data, const StoredSeat& seat) {
  const Html fault =
      seat.fault.empty() ? Html() : html(" <span class=\"fault\">{}</span>", text(seat.fault));
  return html(R"(<td{}>{} <span class="score">{}</span>{}</td>)",
              seat.place == 1 ? Html(" class=\"won\"") : Html(), text(data.at(seat).name),
              number(seat.score, 0), fault);
}

Html game_row(const ReportData& data, const StoredMatch& game) {
  return html(R"(<tr id="g{}"><th scope="row">{}</th><td class="number">{}</td>{}</tr>)"
              "\n",
              game.number + 1, replay_link(game.number, 1), game.deal + 1,
              each(game.seats, [&](const StoredSeat& seat) { return seat_cell(data, seat); }));
}

Html pairing_heading(const ReportData& data, const StoredMatch& game) {
  const PairingFigures& pairing = data.pairings[static_cast<std::size_t>(game.pairing)];
  return html(R"(<tr class="pairing"><th scope="colgroup" colspan="{}">{}: {}</th></tr>)"
              "\n",
              game.seats.size() + 2, text(pairing.pairing.label),
              entrant_links(data, pairing.entrants, 1));
}

}  // namespace

Html pairings_page(const ReportData& data) {
  Html rows;
  for (const PairingFigures& pairing : data.pairings) {
    if (pairing.games == 0) continue;
    rows += html("<tr><td>{}</td><th scope=\"row\">{}</th>{}</tr>\n", text(pairing.pairing.label),
                 entrant_links(data, pairing.entrants, 0),
                 pairing_row(data, pairing, pairing.entrants, 0));
  }
  Html body = navigation(0);
  body += html(
      "<header>\n<h1>Games</h1>\n</header>\n<main>\n{}<p class=\"note\">Points: 1 for a game won, "
      "a draw is shared. Each list of games has their scores and replays.</p>\n</main>\n",
      table("Pairings",
            R"(<th scope="col">pairing</th><th scope="col">entrants</th>)"
            R"(<th scope="col" class="number">deals</th><th scope="col" class="number">points</th>)"
            R"(<th scope="col">games</th>)",
            rows));
  return page("Games", 0, body);
}

int games_pages(const ReportData& data) {
  return (static_cast<int>(data.games.size()) + games_of_page - 1) / games_of_page;
}

Html games_page(const ReportData& data, int number) {
  const int first = (number - 1) * games_of_page;
  Html rows;
  int pairing = -1;
  for (const StoredMatch& game : games_between(data, first, first + games_of_page)) {
    if (game.pairing != pairing) rows += pairing_heading(data, game);
    pairing = game.pairing;
    rows += game_row(data, game);
  }
  Html head = R"(<th scope="col">game</th><th scope="col" class="number">deal</th>)";
  for (int seat = 0; seat < data.sides.seats(); ++seat)
    head += html("<th scope=\"col\">seat {}</th>", seat);
  Html turning;
  if (number > 1) turning += html(R"( <a href="{}.html" rel="prev">earlier</a>)", number - 1);
  if (number < games_pages(data))
    turning += html(R"( <a href="{}.html" rel="next">later</a>)", number + 1);
  const int last = std::min(first + games_of_page, static_cast<int>(data.games.size()));
  const Html title = html("Games {} to {}", count(first + 1), count(last));
  Html body = navigation(1, turning);
  body += html(
      "<header>\n<h1>{}</h1>\n</header>\n<main>\n{}<p class=\"note\">The number of a game opens "
      "its replay. Winners are bold.</p>\n</main>\n",
      title, table(title, head, rows, "games"));
  return page(title.code, 1, body);
}

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
