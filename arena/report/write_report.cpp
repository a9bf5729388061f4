#include "arena/report/write_report.hpp"

#include "arena/report/deals_page.hpp"
#include "arena/report/entrant_page.hpp"
#include "arena/report/games_pages.hpp"
#include "arena/report/index_page.hpp"
#include "arena/report/links.hpp"
#include "arena/report/replays.hpp"
#include "arena/report/report_data.hpp"
#include "arena/report/report_folder.hpp"
#include "arena/report/score_plot.hpp"
#include "arena/report/web_files.hpp"
#include "arena/tournament/deals_of_two.hpp"

namespace arena::report {

namespace {

/// The page that shows replays. It needs JavaScript; all other pages work without.
Html replay_page() {
  Html body = navigation(0, R"( <a id="list" href="games.html">list</a>)");
  body += Html(std::string(replay_html));
  return page("Replay", 0, body);
}

/// A page for each two entrants that have met.
void add_deals_pages(ReportFolder& report, const ReportData& data, const Store& store) {
  if (!compares_deals(data.tournament, data.game)) return;
  for (std::size_t one = 0; one < data.ranked(); ++one) {
    for (std::size_t other = one + 1; other < data.ranked(); ++other) {
      if (data.standings.pairs[one][other])
        report.add(deals_path(data, one, other), deals_page(data, store, one, other).code);
    }
  }
}

}  // namespace

ReportSize write_report(const Store& store, const Games& games, const std::string& folder,
                        const std::string& title, const std::optional<NamedAnchor>& anchor) {
  ReportFolder report(folder);
  const ReportData data = read_report(store, games, anchor);
  report.add("style.css", style_css);
  report.add("index.html", index_page(data, title).code);
  const ScorePlots scores(data);
  for (std::size_t i = 0; i < data.figures.size(); ++i)
    report.add(entrant_path(data, i), entrant_page(data, scores, i).code);
  add_deals_pages(report, data, store);
  report.add("games.html", pairings_page(data).code);
  report.add("replay.html", replay_page().code);
  report.add("replay.js", replay_js);
  for (int number = 1; number <= games_pages(data); ++number) {
    report.add(games_path(number), games_page(data, number).code);
    report.add(replays_path(number), replays_script(data, store, number));
  }
  report.finish();
  return {data.games.size(), report.files(), report.bytes()};
}

}  // namespace arena::report
