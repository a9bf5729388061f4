#include "arena/web/parts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/util/percent.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena::web {

using report::each;
using report::html;

namespace {

/// `part`: of the path, which names what is not there.
Refused nothing_here(const Visit& visit, std::string_view part) {
  return {404,
          std::string(visit.words("error.not_found")) + " (" + in_quotes(visit.at(part), 40) + ")"};
}

/// "ann 34 – bob 21", the winners in bold, forfeits marked.
Html seats(const Visit& visit, const host::PhaseKey& phase, const host::MatchRow& match) {
  return each(match.seats, [&](const host::MatchSeat& seat) {
    const Html fault = seat.fault.empty() ? Html()
                       : seat.fault == left_out_fault
                           ? html(" <span class=\"fault\">{}</span>", visit.t("match.left_out"))
                           : html(" <span class=\"fault\">{}: {}</span>",
                                  visit.t("match.forfeited"), report::text(seat.fault));
    return html(
        "<span class=\"seat{}\"><a href=\"{}\">{}</a> <span class=\"score\">{}</span>{}</span> ",
        Html(seat.place == 1 ? " won" : ""), report::text(bot_path(phase.contest, seat.name)),
        report::text(seat.name), report::number(seat.score, 0), fault);
  });
}

}  // namespace

const host::Contest& contest_of(const host::Host& host, const Visit& visit) {
  const host::Contest* contest = host.contest(visit.at("contest"));
  if (!contest) throw nothing_here(visit, "contest");
  return *contest;
}

const host::PhaseSpec& phase_of(const host::Contest& contest, const Visit& visit) {
  const host::PhaseSpec* phase = contest.spec.phase(visit.at("phase"));
  if (!phase) throw nothing_here(visit, "phase");
  return *phase;
}

const host::PhaseSpec& current_phase(const host::Host& host, const host::Contest& contest) {
  const host::PhaseSpec* current = &contest.spec.phases.front();
  for (const host::PhaseSpec& phase : contest.spec.phases) {
    const auto snapshot = host.standings({contest.spec.id, phase.name});
    if (snapshot && snapshot->state != host::PhaseState::waiting) current = &phase;
  }
  return *current;
}

bool is_over(const host::Host& host, const host::Contest& contest) {
  return std::ranges::all_of(contest.spec.phases, [&](const host::PhaseSpec& phase) {
    const auto snapshot = host.standings({contest.spec.id, phase.name});
    return snapshot && snapshot->state == host::PhaseState::over;
  });
}

host::Bot bot_of(host::Host& host, const Visit& visit) {
  auto bot = host.bot(visit.at("contest"), visit.at("bot"));
  if (!bot) throw nothing_here(visit, "bot");
  return std::move(*bot);
}

host::Version version_of(host::Host& host, const Visit& visit, const host::Bot& bot) {
  const std::int64_t number = number_at(visit, "version");
  for (host::Version& version : host.versions(*visit.account, bot)) {
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
  const auto& info = game.info();
  return text_or(fmt::format("game.{}", info.name), language, info.title);
}

Page contest_page(const host::Contest& contest, std::string title, std::string here) {
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
    fields += html("<input type=\"hidden\" name=\"{}\" value=\"{}\">", report::text(field.name),
                   report::text(field.value));
  }
  const Html subjects = each(visit.path, [](const auto& part) {
    return html(" <strong>{}</strong>", report::text(part.second));
  });
  return page(visit, {.title = std::string(visit.words("sure.title")),
                      .body = html("<p>{}{}</p>\n{}<p>{}</p>\n", visit.t(question), subjects,
                                   form(visit, visit.request.path, fields, visit.t("sure.yes")),
                                   link(back, visit.t("sure.no")))});
}

std::string bot_path(std::string_view contest, std::string_view bot) {
  return path_of({"c", contest, "bots", bot});
}

std::string matches_path(const host::PhaseKey& phase, std::string_view bot) {
  std::string path =
      path_of({"c", phase.contest, "matches"}) + "?phase=" + percent_encoded(phase.phase);
  if (!bot.empty()) path += "&bot=" + percent_encoded(bot);
  return path;
}

std::string match_path(std::string_view contest, std::string_view phase, int number) {
  return path_of({"c", contest, "matches", phase, std::to_string(number)});
}

std::string store_path(const host::PhaseKey& phase) {
  return path_of({"api", "v1", "contests", phase.contest, "phases", phase.phase, "store"});
}

std::string_view state_word(const host::PhaseSnapshot* phase) {
  if (phase == nullptr) return "phase.waiting";
  switch (phase->state) {
    case host::PhaseState::waiting:
      return "phase.waiting";
    case host::PhaseState::running:
      return "phase.running";
    case host::PhaseState::over:
      return phase->extent && !phase->extent->is_whole ? "phase.ended_early" : "phase.over";
  }
  return "";
}

std::string_view state_word(host::VersionState state) {
  switch (state) {
    case host::VersionState::waiting:
      return "version.waiting";
    case host::VersionState::checking:
      return "version.checking";
    case host::VersionState::accepted:
      return "version.accepted";
    case host::VersionState::refused:
      return "version.refused";
    case host::VersionState::disqualified:
      return "version.disqualified";
  }
  return "";
}

Html frames(const Visit& visit, const AnyGame& game, const Record& record) {
  ReplayOptions options;
  options.frames = true;
  const Replayed replayed = game.replay(record, options);
  Html all = each(replayed.frames, [&](const Frame& frame) {
    return html("<li id=\"move-{0}\"><h3>{1}</h3>\n<pre lang=\"en\">{2}</pre></li>\n", frame.move,
                frame.caption.empty() ? visit.t("match.start") : report::text(frame.caption),
                report::lines(frame.board));
  });
  if (replayed.broken)
    all += html("<li class=\"trouble\">{}</li>\n", report::text(replayed.broken->reason));
  return html("<ol class=\"frames\">\n{}</ol>\n", all);
}

Html facts(const Html& all) { return html("<dl class=\"facts\">\n{}</dl>\n", all); }

Html milliseconds(double ms) { return html("{} ms", report::number(ms, ms < 10 ? 1 : 0)); }

Html matches_table(const Visit& visit, const host::PhaseKey& phase,
                   const std::vector<host::MatchRow>& rows) {
  if (rows.empty()) return html("<p>{}</p>\n", visit.t("matches.none"));
  const Html head = html(
      "<th scope=\"col\" class=\"number\">{}</th><th scope=\"col\">{}</th><th "
      "scope=\"col\">{}</th>",
      visit.t("matches.number"), visit.t("matches.players"), visit.t("matches.played_at"));
  const Html lines = each(rows, [&](const host::MatchRow& match) {
    return html(
        "<tr><th scope=\"row\" class=\"number\"><a href=\"{}\">{}</a></th><td "
        "class=\"games\">{}</td><td>{}</td></tr>\n",
        report::text(match_path(phase.contest, phase.phase, match.number)), match.number,
        seats(visit, phase, match), time_html(match.stored_at));
  });
  return report::table(visit.t("matches.title"), head, lines, "matches");
}

}  // namespace arena::web
