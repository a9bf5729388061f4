#include "arena/report/write_report.hpp"

#include <sodium.h>
#include <zlib.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <boost/json.hpp>

#include "arena/record/record.hpp"
#include "arena/report/pages/entrant_page.hpp"
#include "arena/report/pages/games_pages.hpp"
#include "arena/report/pages/index_page.hpp"
#include "arena/report/pages/links.hpp"
#include "arena/report/pages/score_plot.hpp"
#include "arena/report/report_data.hpp"
#include "arena/report/report_folder.hpp"
#include "arena/results/html.hpp"
#include "arena/tournament/deals_of_two.hpp"
#include "arena/util/text/plain_text.hpp"

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
                        const std::string& title, const std::optional<NamedAnchor>& anchor,
                        const ReviewWish& review) {
  ReportFolder report(folder);
  ReportData data = read_report(store, games, anchor);
  if (review.games > 0) add_review(data, store, review);
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

namespace {

namespace json = boost::json;

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                Z_DEFAULT_COMPRESSION) != Z_OK)
    throw std::runtime_error("zlib cannot compress a replay");
  packed.resize(size);
  return packed;
}

std::string base64(const std::string& bytes) {
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // the terminating zero
  return text;
}

json::array players(const ReportData& data, const StoredMatch& match) {
  json::array all;
  for (const StoredSeat& seat : match.seats)
    all.push_back({{"name", escaped(data.at(seat).name)},
                   {"score", seat.score},
                   {"won", seat.place == 1},
                   {"fault", seat.fault}});
  return all;
}

/// `game` counts from 0.
json::object replay_json(const ReportData& data, const Store& store, int game) {
  const StoredMatch& match = data.games[static_cast<std::size_t>(game)];
  json::array frames;
  json::object replay{{"players", players(data, match)}};
  try {
    ReplayOptions options;
    options.frames = true;
    options.style = {.colour = true, .symbols = true};
    const Replayed replayed =
        data.game.matches.replay(read_record(store.record(match.number)), options);
    std::size_t last = 0;  // a forfeit has the number of the move before it
    for (const Frame& frame : replayed.frames) {
      std::string caption = escaped(frame.caption);
      if (frame.move > std::exchange(last, frame.move))
        caption += loss_caption(data, game, frame.move);
      frames.push_back({{"move", frame.move}, {"caption", caption}, {"board", frame.board}});
    }
    if (replayed.broken) replay["broken"] = escaped(replayed.broken->reason);
  } catch (const std::exception& error) {
    replay["broken"] = escaped(error.what());
  }
  replay["frames"] = std::move(frames);
  return replay;
}

}  // namespace

std::string replays_script(const ReportData& data, const Store& store, int page) {
  const int first = (page - 1) * games_of_page;
  const int end = std::min(first + games_of_page, static_cast<int>(data.games.size()));
  std::string script = fmt::format("replaysLoaded({}, [\n", first + 1);
  for (int game = first; game < end; ++game) {
    const json::object replay = replay_json(data, store, game);
    script += '"' + base64(deflated(json::serialize(replay))) + "\",\n";
  }
  return script + "]);\n";
}

}  // namespace arena::report
