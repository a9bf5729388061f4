#include "arena/site/pages/parts.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <new>
#include <regex>
#include <string>
#include <utility>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <md4c-html.h>

#include "arena/results/plot.hpp"
#include "arena/results/standings_table.hpp"
#include "arena/util/text/percent.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::site {

using results::each;
using results::html;

namespace {

/// `part`: of the path, which names what is not there.
Refused nothing_here(const Visit& visit, std::string_view part) {
  return {404,
          std::string(visit.words("error.not_found")) + " (" + in_quotes(visit.at(part), 40) + ")"};
}

/// "ann 34 – bob 21", the winners in bold, forfeits marked.
Html seats(const Visit& visit, const contest::PhaseKey& phase, const contest::MatchRow& match) {
  return each(match.seats, [&](const contest::MatchSeat& seat) {
    const Html fault = seat.fault.empty() ? Html()
                       : seat.fault == left_out_fault
                           ? html(" <span class=\"fault\">{}</span>", visit.t("match.left_out"))
                           : html(" <span class=\"fault\">{}: {}</span>",
                                  visit.t("match.forfeited"), results::text(seat.fault));
    return html(
        "<span class=\"seat{}\"><a href=\"{}\">{}</a> <span class=\"score\">{}</span>{}</span> ",
        Html(seat.place == 1 ? " won" : ""), results::text(bot_path(phase.contest, seat.name)),
        results::text(seat.name), results::number(seat.score, 0), fault);
  });
}

}  // namespace

const contest::Contest& contest_of(const contest::Host& host, const Visit& visit) {
  const contest::Contest* contest = host.contest(visit.at("contest"));
  if (!contest) throw nothing_here(visit, "contest");
  return *contest;
}

const contest::PhaseSpec& phase_of(const contest::Contest& contest, const Visit& visit) {
  const contest::PhaseSpec* phase = contest.spec.phase(visit.at("phase"));
  if (!phase) throw nothing_here(visit, "phase");
  return *phase;
}

const contest::PhaseSpec& current_phase(const contest::Host& host,
                                        const contest::Contest& contest) {
  const contest::PhaseSpec* current = &contest.spec.phases.front();
  for (const contest::PhaseSpec& phase : contest.spec.phases) {
    const auto snapshot = host.standings({contest.spec.id, phase.name});
    if (snapshot && snapshot->state != contest::PhaseState::waiting) current = &phase;
  }
  return *current;
}

bool is_over(const contest::Host& host, const contest::Contest& contest) {
  return std::ranges::all_of(contest.spec.phases, [&](const contest::PhaseSpec& phase) {
    const auto snapshot = host.standings({contest.spec.id, phase.name});
    return snapshot && snapshot->state == contest::PhaseState::over;
  });
}

contest::Bot bot_of(contest::Host& host, const Visit& visit) {
  auto bot = host.bot(visit.at("contest"), visit.at("bot"));
  if (!bot) throw nothing_here(visit, "bot");
  return std::move(*bot);
}

contest::Version version_of(contest::Host& host, const Visit& visit, const contest::Bot& bot) {
  const std::int64_t number = number_at(visit, "version");
  for (contest::Version& version : host.versions(*visit.account, bot)) {
    if (version.number == number) return std::move(version);
  }
  throw nothing_here(visit, "version");
}

std::int64_t number_at(const Visit& visit, std::string_view name) {
  const auto number = to_number<std::int64_t>(visit.at(name));
  if (!number || *number < 0) throw nothing_here(visit, name);
  return *number;
}

std::string_view game_title(const AnyGame& game, Language language) {
  const auto& info = game.info;
  return text_or(fmt::format("game.{}", info.name), language, info.title);
}

Page contest_page(const contest::Contest& contest, std::string title, std::string here) {
  return {.title = std::move(title),
          .contest = contest.spec.id,
          .contest_title = contest.spec.title,
          .here = std::move(here)};
}

std::optional<http::Response> confirmation(Visit& visit, std::string_view question,
                                           std::string_view back) {
  if (visit.form.value("sure") == "yes") return std::nullopt;
  Html fields = html("<input type=\"hidden\" name=\"sure\" value=\"yes\">");
  for (const http::FormField& field : visit.form.fields()) {
    if (field.name == "token") continue;
    fields += html("<input type=\"hidden\" name=\"{}\" value=\"{}\">", results::text(field.name),
                   results::text(field.value));
  }
  const Html subjects = each(visit.path, [](const auto& part) {
    return html(" <strong>{}</strong>", results::text(part.second));
  });
  return page(visit, {.title = std::string(visit.words("sure.title")),
                      .body = html("<p>{}{}</p>\n{}<p>{}</p>\n", visit.t(question), subjects,
                                   form(visit, visit.request.path, fields, visit.t("sure.yes")),
                                   link(back, visit.t("sure.no")))});
}

std::string bot_path(std::string_view contest, std::string_view bot) {
  return path_of({"c", contest, "bots", bot});
}

std::string matches_path(const contest::PhaseKey& phase, std::string_view bot) {
  std::string path =
      path_of({"c", phase.contest, "matches"}) + "?phase=" + percent_encoded(phase.phase);
  if (!bot.empty()) path += "&bot=" + percent_encoded(bot);
  return path;
}

std::string match_path(std::string_view contest, std::string_view phase, int number) {
  return path_of({"c", contest, "matches", phase, std::to_string(number)});
}

std::string store_path(const contest::PhaseKey& phase) {
  return path_of({"api", "v1", "contests", phase.contest, "phases", phase.phase, "store"});
}

std::string_view state_word(const contest::PhaseSnapshot* phase) {
  if (phase == nullptr) return "phase.waiting";
  switch (phase->state) {
    case contest::PhaseState::waiting:
      return "phase.waiting";
    case contest::PhaseState::running:
      return "phase.running";
    case contest::PhaseState::over:
      return phase->extent && !phase->extent->is_whole ? "phase.ended_early" : "phase.over";
  }
  return "";
}

std::string_view state_word(contest::VersionState state) {
  switch (state) {
    case contest::VersionState::waiting:
      return "version.waiting";
    case contest::VersionState::checking:
      return "version.checking";
    case contest::VersionState::accepted:
      return "version.accepted";
    case contest::VersionState::refused:
      return "version.refused";
    case contest::VersionState::disqualified:
      return "version.disqualified";
  }
  return "";
}

Html frames(const Visit& visit, const AnyGame& game, const Record& record) {
  ReplayOptions options;
  options.frames = true;
  const Replayed replayed = game.matches.replay(record, options);
  Html all = each(replayed.frames, [&](const Frame& frame) {
    return html("<li id=\"move-{0}\"><h3>{1}</h3>\n<pre lang=\"en\">{2}</pre></li>\n", frame.move,
                frame.caption.empty() ? visit.t("match.start") : results::text(frame.caption),
                results::lines(frame.board));
  });
  if (replayed.broken)
    all += html("<li class=\"trouble\">{}</li>\n", results::text(replayed.broken->reason));
  return html("<ol class=\"frames\">\n{}</ol>\n", all);
}

Html facts(const Html& all) { return html("<dl class=\"facts\">\n{}</dl>\n", all); }

Html milliseconds(double ms) { return html("{} ms", results::number(ms, ms < 10 ? 1 : 0)); }

Html matches_table(const Visit& visit, const contest::PhaseKey& phase,
                   const std::vector<contest::MatchRow>& rows) {
  if (rows.empty()) return html("<p>{}</p>\n", visit.t("matches.none"));
  const Html head = html(
      "<th scope=\"col\" class=\"number\">{}</th><th scope=\"col\">{}</th><th "
      "scope=\"col\">{}</th>",
      visit.t("matches.number"), visit.t("matches.players"), visit.t("matches.played_at"));
  const Html lines = each(rows, [&](const contest::MatchRow& match) {
    return html(
        "<tr><th scope=\"row\" class=\"number\"><a href=\"{}\">{}</a></th><td "
        "class=\"games\">{}</td><td>{}</td></tr>\n",
        results::text(match_path(phase.contest, phase.phase, match.number)), match.number,
        seats(visit, phase, match), time_html(match.stored_at));
  });
  return results::table(visit.t("matches.title"), head, lines, "matches");
}

namespace {

void add(const MD_CHAR* bytes, MD_SIZE size, void* all) {
  static_cast<std::string*>(all)->append(bytes, size);
}

}  // namespace

results::Html markdown(std::string_view text) {
  results::Html html;
  constexpr unsigned flags = MD_FLAG_TABLES | MD_FLAG_NOHTML;
  if (md_html(text.data(), static_cast<MD_SIZE>(text.size()), add, &html.code, flags, 0) != 0)
    throw std::bad_alloc();
  static const std::regex elsewhere(R"re(<a href="(?!https?:)[^"]*"[^>]*>([\s\S]*?)</a>)re");
  html.code = std::regex_replace(html.code, elsewhere, "$1");
  for (int level = 5; level >= 1; --level) {
    for (const char* const end : {"", "/"})
      boost::replace_all(html.code, fmt::format("<{}h{}>", end, level),
                         fmt::format("<{}h{}>", end, level + 1));
  }
  // What is too wide scrolls by itself.
  boost::replace_all(html.code, "<table>", "<div class=\"box\" tabindex=\"0\"><table>");
  boost::replace_all(html.code, "</table>", "</table></div>");
  boost::replace_all(html.code, "<pre>", "<pre tabindex=\"0\">");
  return html;
}

using results::html;
using results::Scale;

namespace {

double seconds(contest::Moment at) {
  return std::chrono::duration<double>(at.time_since_epoch()).count();
}

/// The first and the last moment. Where there is little room, only what they differ in.
Html time_axis(const Scale& x, double y, int width) {
  const auto shown = [](double at) {
    return contest::moment_text(
        contest::Moment(std::chrono::milliseconds(static_cast<std::int64_t>(at * 1'000))));
  };
  const std::string first = shown(x.low);
  const std::string last = shown(x.high);
  const auto label = [&, is_one_day = first.substr(0, 10) == last.substr(0, 10)](
                         const std::string& moment, double at, const Html& place) {
    const std::string day = moment.substr(0, 10);
    const std::string time = moment.substr(11, 5);
    const std::string text = width > 500 ? day + " " + time : is_one_day ? time : day;
    return html("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", place, at, y + 20,
                results::text(text));
  };
  Html both = label(first, x.from, "start");
  both += label(last, x.to, "end");
  return both;
}

}  // namespace

Html problem_of(const contest::PhaseSnapshot& snapshot) {
  if (snapshot.problem.empty()) return {};
  return html("<p class=\"trouble\">{}</p>\n", results::text(snapshot.problem));
}

Html standings_table(const Visit& visit, const contest::PhaseKey& phase,
                     const contest::PhaseSnapshot& snapshot) {
  if (snapshot.rows.empty()) return html("<p>{}</p>\n", visit.t("standings.none"));
  std::vector<results::StandingsRow> rows;
  for (const contest::StandingRow& row : snapshot.rows) {
    const Html version =
        row.version == 0 ? Html() : html(" <span class=\"note\">v{}</span>", row.version);
    rows.push_back(
        {&row, static_cast<std::size_t>(row.place),
         html("<a href=\"{}\">{}</a>{}", results::text(bot_path(phase.contest, row.name)),
              results::text(row.name), version),
         !row.is_active});
  }
  return results::standings_table(rows, {.title = visit.t("standings.title"),
                                         .place = visit.t("standings.place"),
                                         .entrant = visit.t("standings.bot"),
                                         .not_played = visit.t("standings.not_played"),
                                         .column = [&visit](const StandingsColumn& column) {
                                           return visit.t("standings." + std::string(column.name));
                                         }});
}

Html history_plot(const Visit& visit, const std::vector<contest::RatingPoint>& points,
                  const std::vector<contest::StandingRow>& rows) {
  if (points.empty() || points.front().at == points.back().at) return {};
  std::map<std::string, std::vector<results::RatingLine::Point>> by_name;
  for (const contest::RatingPoint& point : points)
    by_name[point.name].push_back({seconds(point.at), point.rating, point.reach});
  std::vector<results::RatingLine> lines;
  for (const contest::StandingRow& row : rows) {
    const auto found = by_name.find(row.name);
    if (found == by_name.end() || lines.size() == results::coloured_entrants) continue;
    lines.push_back({row.name, std::move(found->second), lines.size()});
    by_name.erase(found);
  }
  return results::figure(
      results::rating_plot(lines, {.title = visit.t("plot.title"),
                                   .rating_unit = visit.t("plot.rating"),
                                   .height = 320,
                                   .shown_from = seconds(points[points.size() / 2].at),
                                   .first = seconds(points.front().at),
                                   .last = seconds(points.back().at),
                                   .x_axis = time_axis}),
      visit.t("plot.note"));
}

}  // namespace arena::site
