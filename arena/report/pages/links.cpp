#include "arena/report/pages/links.hpp"

#include <algorithm>

#include "arena/util/text/text.hpp"

namespace arena::report {

namespace {

Html up(int depth) { return depth == 0 ? Html() : Html("../"); }

}  // namespace

std::string entrant_path(const ReportData& data, std::size_t entrant) {
  return fmt::format("entrants/{}.html", data.entrant(entrant).id);
}
std::string deals_path(const ReportData& data, std::size_t one, std::size_t other) {
  return fmt::format("deals/{}-{}.html", data.entrant(std::min(one, other)).id,
                     data.entrant(std::max(one, other)).id);
}
std::string games_path(int page) { return fmt::format("games/{}.html", page); }
std::string replays_path(int page) { return fmt::format("games/{}.js", page); }

Html entrant_link(const ReportData& data, std::size_t entrant, int depth) {
  return html(R"(<a href="{}{}">{}</a>)", up(depth), Html(entrant_path(data, entrant)),
              text(data.entrant(entrant).name));
}

Html entrant_links(const ReportData& data, const std::vector<std::size_t>& entrants, int depth) {
  return Html(joined(entrants, ", ",
                     [&](std::size_t entrant) { return entrant_link(data, entrant, depth).code; }));
}

Html replay_link(int game, int depth) {
  return html(R"(<a href="{}replay.html#{}">{}</a>)", up(depth), game + 1, count(game + 1));
}

Html games_link(const PairingFigures& pairing, int depth) {
  const int last = pairing.first_game + pairing.games;
  return html(R"(<a href="{}{}#g{}">{}–{}</a>)", up(depth),
              Html(games_path(page_of_game(pairing.first_game))), pairing.first_game + 1,
              count(pairing.first_game + 1), count(last));
}

Html extent_note(const ReportData& data) {
  return data.extent.is_whole ? Html() : html("<p>{}</p>\n", text(data.extent.text()));
}

Html navigation(int depth, const Html& more) {
  return html(
      "<nav aria-label=\"Report\"><a href=\"{0}index.html\">Standings</a> "
      "<a href=\"{0}games.html\">Games</a>{1}</nav>\n",
      up(depth), more);
}

Html pairing_row(const ReportData& data, const PairingFigures& pairing,
                 const std::vector<std::size_t>& order, int depth) {
  const Html points = Html(joined(order, " : ", [&](std::size_t entrant) {
    const auto at = std::ranges::find(pairing.entrants, entrant) - pairing.entrants.begin();
    return number(pairing.points[static_cast<std::size_t>(at)], 1).code;
  }));
  return html("<td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td>",
              count(pairing.games / data.tables), points, games_link(pairing, depth));
}

}  // namespace arena::report
