// A bot for everybody, and for its author: versions, reports, forfeits, roll back.
#include <string>
#include <vector>

#include <boost/algorithm/string/replace.hpp>
#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/check/report.hpp"
#include "arena/results/standings_table.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/routes.hpp"
#include "arena/util/text/percent.hpp"

namespace arena::site {

using results::each;
using results::fact;
using results::html;

namespace {

std::string version_path(const contest::Bot& bot, const contest::Version& version) {
  return bot_path(bot.contest, bot.name) + "/versions/" + std::to_string(version.number);
}

std::string name_in(Language language, const ReportedFinding& finding) {
  return std::string(text_or(fmt::format("check.of.{}", finding.name), language, finding.name));
}

/// Empty if the version was refused before its check.
std::vector<ReportedFinding> findings_of(const contest::Version& version) {
  return version.report.empty() ? std::vector<ReportedFinding>() : read_findings(version.report);
}

/// Why a version is not accepted: what its check found, or another reason.
std::string reason_text(const contest::Version& version, Language language) {
  std::string reason = refusal_text(version.reason, language);
  for (const ReportedFinding& one : findings_of(version)) {
    boost::replace_first(
        reason, fmt::format("{}: {}", one.name, one.text),
        fmt::format("{}: {}", name_in(language, one), finding_text(one.text, language)));
  }
  return reason;
}

bool may_activate(const contest::Version& version) {
  return version.state == contest::VersionState::accepted && version.can_play && !version.is_active;
}

/// What a bot of the house, which has no account, or an author's bot did in each phase.
Html phase_section(contest::Host& host, const Visit& visit, const contest::Contest& contest,
                   const contest::PhaseSpec& phase, const std::string& name) {
  const contest::PhaseKey key{contest.spec.id, phase.name};
  const auto snapshot = host.standings(key, visit.is_admin());
  if (!snapshot) return {};
  const Html stands = each(snapshot->rows, [&](const contest::StandingRow& row) {
    if (row.name != name || row.sums.deals == 0) return Html();
    return facts(html("{}{}{}{}{}",
                      fact(visit.t("standings.place"),
                           row.place > 0 ? html("{}", row.place) : html("– (v{})", row.version)),
                      fact(visit.t("standings.rating"),
                           results::figure_with_error(rating_value(row), rating_error(row))),
                      fact(visit.t("contest.matches"), results::count(row.sums.matches)),
                      fact(visit.t("standings.won"), results::count(row.sums.wins)),
                      fact(visit.t("standings.forfeits"), results::count(row.sums.forfeits))));
  });
  const auto rows = host.matches(key, {.bot = name, .count = 20}, visit.is_admin());
  if (rows.empty() && stands.code.empty()) return {};
  return results::section(results::text(phase.title),
                          html("{}{}<p>{}</p>\n", stands, matches_table(visit, key, rows),
                               link(matches_path(key, name), visit.t("matches.all"))));
}

Html versions_section(contest::Host& host, Visit& visit, const contest::Bot& bot) {
  const auto versions = host.versions(*visit.account, bot);
  if (versions.empty()) return {};
  const Html rows = each(versions, [&](const contest::Version& version) {
    Html actions;
    if (may_activate(version))
      actions =
          form(visit, version_path(bot, version) + "/activate", {}, visit.t("version.activate"));
    return html(
        "<tr><th scope=\"row\"><a href=\"{}\">v{}</a></th><td>{}</td><td "
        "class=\"state-{}\">{}{}</td><td>{}</td><td>{}</td></tr>\n",
        results::text(version_path(bot, version)), version.number,
        time_html(contest::moment_text(version.handed_in_at)),
        Html(std::string(state_word(version.state).substr(8))), visit.t(state_word(version.state)),
        version.is_active ? html(" <strong>{}</strong>", visit.t("version.active")) : Html(),
        results::text(reason_text(version, visit.language)), actions);
  });
  const Html head = html(
      "<th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th "
      "scope=\"col\">{}</th>"
      "<th scope=\"col\"><span class=\"unseen\">{}</span></th>",
      visit.t("version.version"), visit.t("version.handed_in"), visit.t("version.state"),
      visit.t("version.reason"), visit.t("version.activate"));
  return results::section(visit.t("version.title"),
                          results::table(visit.t("version.title"), head, rows, "versions"));
}

Html faults_section(contest::Host& host, const Visit& visit, const contest::Contest& contest,
                    const contest::Bot& bot) {
  Html all;
  for (const contest::PhaseSpec& phase : contest.spec.phases) {
    const contest::PhaseKey key{contest.spec.id, phase.name};
    all += each(host.faults(*visit.account, key, bot, 10), [&](const contest::FaultRow& fault) {
      return html(
          "<li><a href=\"{}\">{} {}</a>: <span class=\"fault\">{}</span>\n<pre class=\"stderr\" "
          "tabindex=\"0\">{}</pre></li>\n",
          results::text(match_path(key.contest, key.phase, fault.match)), visit.t("matches.number"),
          fault.match, results::text(fault.fault), results::lines(fault.detail));
    });
  }
  if (all.code.empty()) return {};
  return results::section(visit.t("bot.forfeits"), html("<ul>\n{}</ul>\n", all));
}

Html own_sections(contest::Host& host, Visit& visit, const contest::Contest& contest,
                  const contest::Bot& bot) {
  const bool is_own = visit.author() == bot.account;
  const Html hand_in = html("<p><a href=\"{}?bot={}\">{}</a></p>\n",
                            results::text(path_of({"c", bot.contest, "hand-in"})),
                            results::text(percent_encoded(bot.name)), visit.t("bot.new_version"));
  Html all = results::section(
      visit.t(is_own ? "bot.yours" : "bot.of_other"),
      html("{}{}", is_own ? hand_in : Html(),
           form(visit, bot_path(bot.contest, bot.name) + (bot.is_open ? "/close" : "/open"),
                html("<p>{}</p>\n", visit.t(bot.is_open ? "bot.is_open" : "bot.is_closed")),
                visit.t(bot.is_open ? "bot.close" : "bot.open"))));
  all += versions_section(host, visit, bot);
  all += faults_section(host, visit, contest, bot);
  return all;
}

http::Response bot_page(contest::Host& host, Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  const std::string& name = visit.at("bot");
  const auto bot = host.bot(contest.spec.id, name);
  Html body;
  if (bot) {
    body = facts(
        html("{}{}{}", fact(visit.t("bot.author"), results::text(bot->author)),
             fact(visit.t("version.active"),
                  bot->active_number == 0 ? visit.t("bot.none") : html("v{}", bot->active_number)),
             fact(visit.t("bot.since"), time_html(contest::moment_text(bot->made_at)))));
  } else if (contest.spec.house_bot(name)) {
    body = html("<p>{}</p>\n", visit.t("bot.house"));
  }
  if (host.opponent(contest.spec.id, name))
    body += html("<p><a class=\"button\" href=\"{}?bot={}\">{}</a></p>\n",
                 results::text(path_of({"c", contest.spec.id, "play"})),
                 results::text(percent_encoded(name)), visit.t("bot.play"));
  const bool may_see = bot && visit.account && (visit.is_admin() || visit.author() == bot->account);
  if (may_see) body += own_sections(host, visit, contest, *bot);
  Html phases;
  for (const contest::PhaseSpec& phase : contest.spec.phases)
    phases += phase_section(host, visit, contest, phase, name);
  if (!bot && body.code.empty() && phases.code.empty())
    throw Refused(404, std::string(visit.words("error.not_found")));
  Page content = contest_page(contest, name, "");
  content.body = html("{}{}", body, phases);
  return page(visit, content);
}

/// The report of the check: findings with their details.
Html findings(const Visit& visit, const contest::Version& version) {
  const std::vector<ReportedFinding> all = findings_of(version);
  if (all.empty()) return {};
  const auto sentence = [&](const std::string& english) {
    return results::lines(finding_text(english, visit.language));
  };
  const auto row = [&](const ReportedFinding& one) {
    const Html details =
        each(one.details, [&](const std::string& line) { return html("{}\n", sentence(line)); });
    return html(
        "<tr><td class=\"result-{}\">{}</td><th scope=\"row\">{}</th><td "
        "class=\"text\">{}{}</td></tr>\n",
        results::text(one.result), visit.t("check." + one.result),
        results::text(name_in(visit.language, one)), sentence(one.text),
        details.code.empty() ? Html() : html("<pre tabindex=\"0\">{}</pre>", details));
  };
  Html rows;
  for (const std::string_view result : {"failed", "note", "ok"})
    rows += each(all, [&](const auto& one) { return one.result == result ? row(one) : Html(); });
  const Html head =
      html("<th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th>",
           visit.t("check.result"), visit.t("check.name"), visit.t("check.text"));
  return results::section(visit.t("check.title"),
                          results::table(visit.t("check.title"), head, rows, "check"));
}

Html disqualify_form(Visit& visit, const contest::Bot& bot, const contest::Version& version) {
  if (!visit.is_admin() || version.state == contest::VersionState::disqualified) return {};
  return results::section(
      visit.t("admin.disqualify"),
      form(visit, version_path(bot, version) + "/disqualify",
           field(visit.t("version.reason"), "reason", "text", "required maxlength=\"200\""),
           visit.t("admin.disqualify")));
}

http::Response version_page(contest::Host& host, Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  const contest::Bot bot = bot_of(host, visit);
  const contest::Version version = version_of(host, visit, bot);
  Html all =
      fact(visit.t("version.state"), html("<span class=\"state-{}\">{}</span>",
                                          Html(std::string(state_word(version.state).substr(8))),
                                          visit.t(state_word(version.state))));
  all += fact(visit.t("version.handed_in"), time_html(contest::moment_text(version.handed_in_at)));
  if (!version.file_name.empty())
    all += fact(visit.t("version.file"), results::text(version.file_name));
  all += fact(visit.t("version.language"), results::text(version.language));
  Html body = facts(all);
  if (!version.reason.empty())
    body += html("<p class=\"trouble\" role=\"status\">{}</p>\n",
                 results::text(reason_text(version, visit.language)));
  if (is_over(host, contest)) body += html("<p>{}</p>\n", visit.t("hand_in.over"));
  const bool is_waiting = version.state == contest::VersionState::waiting ||
                          version.state == contest::VersionState::checking;
  if (is_waiting) body += html("<p role=\"status\">{}</p>\n", visit.t("version.wait"));
  if (may_activate(version))
    body += form(visit, version_path(bot, version) + "/activate", {}, visit.t("version.activate"));
  body += html("<p>{} · {}</p>\n",
               version.has_source
                   ? html("<a href=\"{}/source\" download>{}</a>",
                          results::text(version_path(bot, version)), visit.t("version.source"))
                   : visit.t("version.no_source"),
               link(bot_path(bot.contest, bot.name), visit.t("version.back")));
  body += findings(visit, version);
  if (!version.build_log.empty())
    body += results::section(visit.t("version.build_log"), html("<pre tabindex=\"0\">{}</pre>\n",
                                                                results::lines(version.build_log)));
  body += disqualify_form(visit, bot, version);
  Page content = contest_page(contest, bot.name + " v" + std::to_string(version.number), "");
  content.body = body;
  http::Response response = page(visit, content);
  if (is_waiting) response.headers.push_back({"Refresh", "3"});
  return response;
}

http::Response source(contest::Host& host, Visit& visit) {
  const contest::Version version = version_of(host, visit, bot_of(host, visit));
  auto bytes = host.source(*visit.account, version.id);
  if (!bytes) throw Refused(404, std::string(visit.words("error.not_found")));
  http::Response response;
  response.type = "application/octet-stream";
  // The name came from an untrusted user: the browser gets one that is known.
  response.headers.push_back({"Content-Disposition", "attachment; filename=\"version-" +
                                                         std::to_string(version.number) + "\""});
  response.body = std::move(*bytes);
  return response;
}

http::Response disqualify(contest::Host& host, Visit& visit) {
  const contest::Bot bot = bot_of(host, visit);
  const contest::Version version = version_of(host, visit, bot);
  if (auto asks = confirmation(visit, "sure.disqualify", version_path(bot, version)))
    return *std::move(asks);
  host.disqualify(*visit.account, version.id, std::string(visit.form.value("reason")));
  return http::redirect(bot_path(bot.contest, bot.name));
}

/// An action on a bot or version, and then the bot's page again.
Route action(contest::Host& host, std::string_view pattern, std::string_view summary, Who who,
             std::function<void(Visit&, const contest::Bot&)> act) {
  return {.method = "POST",
          .pattern = pattern,
          .summary = summary,
          .who = who,
          .handler = [&host, act = std::move(act)](Visit& visit) {
            const contest::Bot bot = bot_of(host, visit);
            act(visit, bot);
            return http::redirect(bot_path(bot.contest, bot.name));
          }};
}

}  // namespace

std::vector<Route> bot_routes(contest::Host& host) {
  return {
      {.method = "GET",
       .pattern = "/c/{contest}/bots/{bot}",
       .summary = "A bot",
       .handler = [&host](Visit& visit) { return bot_page(host, visit); }},
      {.method = "GET",
       .pattern = "/c/{contest}/bots/{bot}/versions/{version}",
       .summary = "A version and the report of its check",
       .who = Who::author,
       .handler = [&host](Visit& visit) { return version_page(host, visit); }},
      {.method = "GET",
       .pattern = "/c/{contest}/bots/{bot}/versions/{version}/source",
       .summary = "What was handed in",
       .who = Who::author,
       .handler = [&host](Visit& visit) { return source(host, visit); }},
      action(host, "/c/{contest}/bots/{bot}/versions/{version}/activate",
             "Makes a version the active one", Who::author,
             [&host](Visit& visit, const contest::Bot& bot) {
               host.activate(*visit.account, version_of(host, visit, bot).id);
             }),
      {.method = "POST",
       .pattern = "/c/{contest}/bots/{bot}/versions/{version}/disqualify",
       .summary = "Disqualifies a version",
       .who = Who::admin,
       .handler = [&host](Visit& visit) { return disqualify(host, visit); }},
      action(host, "/c/{contest}/bots/{bot}/open", "Lets people play against the bot", Who::author,
             [&host](Visit& visit, const contest::Bot& bot) {
               host.set_open(*visit.account, bot.id, true);
             }),
      action(host, "/c/{contest}/bots/{bot}/close", "Ends that people play against the bot",
             Who::author,
             [&host](Visit& visit, const contest::Bot& bot) {
               host.set_open(*visit.account, bot.id, false);
             }),
  };
}

}  // namespace arena::site
