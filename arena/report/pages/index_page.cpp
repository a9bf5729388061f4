#include "arena/report/pages/index_page.hpp"

#include <algorithm>

#include <boost/json.hpp>

#include "arena/report/pages/links.hpp"
#include "arena/report/pages/score_plot.hpp"
#include "arena/report/pages/sections.hpp"
#include "arena/report/rating_history.hpp"
#include "arena/results/plot.hpp"
#include "arena/results/standings_table.hpp"
#include "arena/util/text/text.hpp"

namespace arena::report {

namespace {

Html options(const boost::json::object& options) {
  if (options.empty()) return "default";
  return text(joined(options, ", ", [](const auto& option) {
    const boost::json::value& value = option.value();
    const std::string shown =
        value.is_string() ? std::string(value.get_string()) : boost::json::serialize(value);
    return std::string(option.key()) + " " + shown;
  }));
}

std::string in_words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

/// "2026-11-22", or "2026-11-22 to 2026-11-24" (UTC).
Html days(const ReportData& data) {
  constexpr std::size_t length = std::string_view("2026-11-22").size();
  const std::string first = data.first_stored.substr(0, length);
  const std::string last = data.last_stored.substr(0, length);
  return first == last ? text(first) : html("{} to {}", text(first), text(last));
}

Html facts(const ReportData& data) {
  const StoredTournament& tournament = data.tournament;
  const auto entrants = static_cast<long>(data.standings.entrants.size());
  Html all = fact("Game", text(data.game.info.title));
  all += fact("Options", options(tournament.options));
  all += fact("Format", text(in_words(tournament.format)));
  all += fact("Entrants", html("{}, {} at a table", count(entrants), tournament.seats));
  all += fact("Games", count(static_cast<long>(data.games.size())));
  if (data.standings.forfeited_matches > 0)
    all += fact("With a forfeit", count(data.standings.forfeited_matches));
  all += fact("Deals", count(static_cast<long>(data.games.size()) / data.tables));
  if (!data.games.empty()) all += fact("Played", days(data));
  return html("<dl class=\"facts\">\n{}</dl>\n", all);
}

Html checking_section(const ReportData& data) {
  const StoredTournament& tournament = data.tournament;
  Html all = fact("Commitment", html("<code>{}</code>", text(tournament.commitment)));
  all += fact("Seed", tournament.seed ? html("<code>{}</code>", text(*tournament.seed))
                                      : Html("not revealed yet"));
  all += fact("Played by", html("arena {}", text(tournament.version)));
  return section(
      "Checking",
      html("<p>The commitment was printed before the first game. With the seed, <code>arena "
           "verify</code> derives every deal again and replays every game.</p>\n"
           "<dl class=\"facts\">\n{}</dl>\n",
           all));
}

/// Says which entrants have not met.
Html groups(const Standings& standings) {
  const auto groups = standings.groups();
  if (groups.size() < 2) return {};
  const Html items = each(groups, [&](const std::vector<std::size_t>& group) {
    return html("<li>{}</li>\n", text(joined(group, ", ", [&](std::size_t entrant) {
                  return standings.entrants[entrant].name;
                })));
  });
  return html(
      "<p>These groups have not met, not even through others: ratings and ranks cannot be compared "
      "between them.</p>\n<ul>\n{}</ul>\n",
      items);
}

Html standings(const ReportData& data) {
  std::vector<StandingsRow> rows;
  for (const EntrantStanding& entrant : data.standings.entrants) {
    const Html left = entrant.is_active ? Html() : Html(" <span class=\"note\">(left)</span>");
    const std::size_t index = rows.size();
    rows.push_back({&entrant, index + 1, html("{}{}", entrant_link(data, index, 0), left), false});
  }
  return standings_table(
      rows, {.title = "Standings",
             .place = "place",
             .entrant = "entrant",
             .not_played = "has not played",
             .column = [](const StandingsColumn& column) { return text(column.title); }});
}

Html standings_section(const ReportData& data) {
  Html body = standings(data);
  body += groups(data.standings);
  body += html(
      "<p class=\"note\">Rating: Elo points, {}; 100 points more mean 64&nbsp;% of the points of a "
      "game of two. Possible ranks: the intervals of all entrants hold together with a probability "
      "of 95&nbsp;%; the dot is the place in this table. Points: 1 for a win, a shared first place "
      "is divided. ± and the ranges below points are 95&nbsp;% intervals. A deal is one set of "
      "cards, and the unit of all statistics.</p>\n",
      text(data.standings.scale()));
  if (data.standings.forfeited_matches > 0)
    body +=
        "<p class=\"note\">Mean scores and margins leave out the deals that the entrant, or all "
        "its opponents, forfeited.</p>\n";
  body += each(data.standings.entrants, [](const EntrantStanding& entrant) {
    return entrant.is_measured() ? Html()
                                 : html(
                                       "<p class=\"note\">{} forfeited all its games: its rating "
                                       "does not measure its strength.</p>\n",
                                       text(entrant.name));
  });
  return section("Standings", body);
}

Html rating_section(const ReportData& data) {
  const Html rest = data.ranked() > coloured_entrants
                        ? html(" The best {} have colours.", coloured_entrants)
                        : Html();
  return section(
      "Rating over deals",
      figure(history_plot(data),
             html("Each line is what the rating of an entrant was after so many deals of the "
                  "tournament, and its band is the 95&nbsp;% interval.{}",
                  rest)));
}

Html score_section(const ReportData& data) {
  const ScorePlots plots(data);
  if (!plots.has_scores()) return {};
  Html all;
  for (std::size_t i = 0; i < data.ranked(); ++i) {
    all += html("<div><h3>{}</h3>\n{}</div>\n", entrant_link(data, i, 0), plots.plot(i));
  }
  const Html direction =
      data.game.info.more_is_better ? Html("More is better.") : Html("Less is better.");
  return section(
      "Scores",
      figure(html("<div class=\"multiples\">\n{}</div>\n", all),
             html("How often each entrant had which score in a game without a forfeit; the "
                  "line is its mean, and all axes are the same. {}",
                  direction)));
}

Html cross_section(const ReportData& data) {
  const CrossTable cross(data);
  Html body = cross.key();
  body += cross.table();
  body +=
      "<p class=\"note\">The share of the points that the row won against the column, in "
      "percent: blue is more than half, orange is less.</p>\n";
  return section("Head-to-head results", body);
}

Html head(const ReportData& data, std::string_view title) {
  return html("<header>\n<p class=\"kind\">{} · {}</p>\n<h1>{}</h1>\n{}</header>\n",
              text(data.game.info.title), text(in_words(data.tournament.format)), text(title),
              facts(data));
}

}  // namespace

Html index_page(const ReportData& data, std::string_view title) {
  Html body = head(data, title);
  body += "<main>\n";
  body += extent_note(data);
  if (data.games.empty()) body += "<p>No game has been played yet.</p>\n";
  if (data.field) body += field_section(data, *data.field);
  if (data.result) body += result_section(data, *data.result);
  if ((data.field || data.result) && data.standings.forfeited_matches > 0)
    body += html("<p class=\"note\">{}</p>\n", text(forfeits_count));
  body += standings_section(data);
  if (!data.games.empty()) {
    if (!data.history.lines.empty()) body += rating_section(data);
    body += score_section(data);
    body += cross_section(data);
    body += section("What ratings do not explain", intransitivity(data));
    body += section("What is not known yet", unknown_order(data));
    body += section("Games",
                    html("<p>All {}, with replays: <a href=\"games.html\">by pairing</a>.</p>\n",
                         counted(static_cast<long>(data.games.size()), "game")));
  }
  if (!data.tournament.commitment.empty()) body += checking_section(data);
  body += "</main>\n";
  return page(title, 0, body);
}

}  // namespace arena::report
