// The pages of contests: the list of them, standings by phase, and rules.
#include <boost/json.hpp>

#include "arena/pages/replay_page.hpp"
#include "arena/results/standings_table.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/routes.hpp"
#include "arena/tournament/format_result.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena::site {

using results::each;
using results::fact;
using results::html;

namespace {

Html option_texts(const contest::Contest& contest) {
  Html all;
  for (const auto& option : contest.checked.settings.options) {
    const boost::json::value& value = option.value();
    all += html("{} {} ", results::text(option.key()),
                results::text(value.is_string() ? std::string(value.get_string())
                                                : boost::json::serialize(value)));
  }
  return all;
}

Html description(const contest::Contest& contest, const Html& classes) {
  const std::string& words = contest.spec.description;
  return words.empty() ? Html() : html("<p class=\"{}\">{}</p>\n", classes, results::text(words));
}

http::Response home(contest::Host& host, Visit& visit) {
  const Html contests = each(host.contests(), [&](const contest::Contest* contest) {
    const contest::PhaseSpec& phase = current_phase(host, *contest);
    const auto snapshot = host.standings({contest->spec.id, phase.name});
    Html first;
    if (snapshot && !snapshot->rows.empty() && snapshot->rows.front().sums.matches > 0)
      first = fact(visit.t("home.first"), results::text(snapshot->rows.front().name));
    return html(
        "<article class=\"tile\">\n<h2><a href=\"{}\">{}</a></h2>\n{}{}</article>\n",
        results::text(path_of({"c", contest->spec.id})), results::text(contest->spec.title),
        description(*contest, "note"),
        facts(html(
            "{}{}{}{}",
            fact(visit.t("contest.game"),
                 results::text(game_title(contest->game(), visit.language))),
            fact(visit.t("contest.phase"),
                 html("{}: {}", results::text(phase.title), visit.t(state_word(snapshot.get())))),
            fact(visit.t("contest.matches"), results::count(snapshot ? snapshot->matches : 0)),
            first)));
  });
  return page(visit, {.title = std::string(visit.words("home.title")),
                      .body = html("<p>{}</p>\n<div class=\"tiles\">\n{}</div>\n",
                                   visit.t("home.intro"), contests)});
}

Html phase_links(const contest::Host& host, const Visit& visit, const contest::Contest& contest,
                 const contest::PhaseSpec& shown) {
  if (contest.spec.phases.size() < 2) return {};
  const Html items = each(contest.spec.phases, [&](const contest::PhaseSpec& phase) {
    const auto snapshot = host.standings({contest.spec.id, phase.name});
    return html("<li><a href=\"{}\"{}>{}</a> <span class=\"note\">{}</span></li>\n",
                results::text(path_of({"c", contest.spec.id, "phases", phase.name})),
                &phase == &shown ? Html(" aria-current=\"page\"") : Html(),
                results::text(phase.title), visit.t(state_word(snapshot.get())));
  });
  return html("<nav class=\"phases\" aria-label=\"{}\"><ol>\n{}</ol></nav>\n",
              visit.t("contest.phases"), items);
}

Html moment_fact(const Html& name, const std::optional<contest::Moment>& at) {
  return at ? fact(name, time_html(contest::moment_text(*at))) : Html();
}

/// The opponents of the authors' bots, if they are of an earlier phase.
Html opponents_fact(const Visit& visit, const contest::Contest& contest,
                    const contest::Opponents& opponents) {
  if (opponents.kind != contest::Opponents::Kind::best) return {};
  const contest::PhaseSpec* const earlier = contest.spec.phase(opponents.phase);
  const std::string count = std::to_string(opponents.count);
  return fact(visit.t("contest.opponents"),
              results::text(text("contest.best", visit.language, {count, earlier->title})));
}

Html phase_facts(const Visit& visit, const contest::Contest& contest,
                 const contest::PhaseSpec& phase, const contest::PhaseSnapshot& snapshot) {
  Html all =
      fact(visit.t("contest.game"), results::text(game_title(contest.game(), visit.language)));
  if (!contest.checked.settings.options.empty())
    all += fact(visit.t("contest.options"), option_texts(contest));
  all += fact(visit.t("contest.state"), visit.t(state_word(&snapshot)));
  all += moment_fact(visit.t("contest.from"), phase.from);
  all += moment_fact(visit.t("contest.until"), phase.until);
  all += opponents_fact(visit, contest, phase.opponents);
  all += fact(visit.t("contest.matches"), results::count(snapshot.matches));
  return facts(all);
}

Html store_link(const contest::Host& host, const Visit& visit, const contest::PhaseKey& phase) {
  if (!host.download(phase)) return {};
  return html("<p><a href=\"{}\" download>{}</a></p>\n", results::text(store_path(phase)),
              visit.t("seed.store"));
}

Html code(const std::string& word) { return html("<code>{}</code>", results::text(word)); }

/// What cannot be changed unseen any more. A store that cannot be read has none of it.
Html pledge_facts(const Visit& visit, const std::string& commitment, const std::string& head,
                  int matches) {
  const std::string after = text("seed.head", visit.language, {std::to_string(matches)});
  Html all = fact(visit.t("seed.commitment"), commitment.empty() ? html("—") : code(commitment));
  if (!head.empty()) all += fact(results::text(after), code(head));
  return all;
}

/// The stores of a phase that began again.
Html put_aside_section(const Visit& visit, const std::vector<contest::PutAside>& stores) {
  if (stores.empty()) return {};
  const Html all = each(stores, [&](const contest::PutAside& store) {
    return facts(pledge_facts(visit, store.commitment, store.head, store.matches));
  });
  return html("<h3>{}</h3>\n{}", visit.t("seed.put_aside"), all);
}

Html seed_section(const contest::Host& host, const Visit& visit, const contest::PhaseKey& phase,
                  const contest::PhaseSnapshot& snapshot) {
  Html now;
  if (!snapshot.commitment.empty())
    now = facts(html(
        "{}{}", pledge_facts(visit, snapshot.commitment, snapshot.head, snapshot.matches),
        fact(visit.t("seed.seed"), snapshot.seed ? code(*snapshot.seed) : visit.t("seed.hidden"))));
  const Html before = put_aside_section(visit, snapshot.put_aside);
  if (now.code.empty() && before.code.empty()) return {};
  return results::section(visit.t("seed.title"), html("<p>{}</p>\n{}{}{}", visit.t("seed.text"),
                                                      store_link(host, visit, phase), now, before));
}

Html result_section(const Visit& visit, const FormatResult& result) {
  return results::section(
      visit.t("result.title"),
      results::result_table(
          result,
          {.title = visit.t("result.title"),
           .place = visit.t("standings.place"),
           .entrant = visit.t("standings.bot"),
           .points = visit.t("result.score"),
           .tie_break = [&](const std::string& name) { return visit.t("result." + name); },
           .name =
               [&](const RankedEntrant& one) { return results::text(result.name(one.entrant)); }}));
}

Html history_section(const Visit& visit, const std::vector<contest::RatingPoint>& points,
                     const std::vector<contest::StandingRow>& rows) {
  const Html plot = history_plot(visit, points, rows);
  return plot.code.empty() ? Html() : results::section(visit.t("plot.title"), plot);
}

Html standings_body(contest::Host& host, const Visit& visit, const contest::Contest& contest,
                    const contest::PhaseSpec& phase) {
  const contest::PhaseKey key{contest.spec.id, phase.name};
  const auto snapshot = host.standings(key, visit.is_admin());
  if (!snapshot) return html("<p>{}</p>\n", visit.t("standings.none"));
  Html body = description(contest, "lead");
  body += phase_links(host, visit, contest, phase);
  body += phase_facts(visit, contest, phase, *snapshot);
  body += problem_of(*snapshot);
  if (snapshot->is_hidden) body += html("<p>{}</p>\n", visit.t("standings.hidden"));
  if (snapshot->result) body += result_section(visit, *snapshot->result);
  body += results::section(visit.t("standings.title"),
                           html("{}<p class=\"note\">{}</p>\n",
                                standings_table(visit, key, *snapshot), visit.t("standings.note")));
  body += history_section(visit, host.history(key, visit.is_admin()), snapshot->rows);
  body += results::section(
      visit.t("matches.latest"),
      html("{}<p>{}</p>\n",
           matches_table(visit, key, host.matches(key, {.count = 10}, visit.is_admin())),
           link(matches_path(key), visit.t("matches.all"))));
  body += seed_section(host, visit, key, *snapshot);
  return body;
}

http::Response standings(contest::Host& host, Visit& visit, const contest::Contest& contest,
                         const contest::PhaseSpec& phase) {
  Page content = contest_page(contest, phase.title, "nav.standings");
  if (contest.spec.phases.size() < 2) content.title = contest.spec.title;
  content.body = standings_body(host, visit, contest, phase);
  return page(visit, content);
}

/// What an author must know before all else: how a bot is spoken to, and its limits.
Html limits(const Visit& visit, const contest::Contest& contest) {
  const auto& [settings, seed, defaults] = contest.checked;
  const contest::Quotas& quotas = contest.spec.quotas;
  const auto& runner = contest.spec.runner;
  const bool has_own = runner && !runner->protocol.empty();
  const Terms& terms = contest.game().terms(has_own ? runner->protocol : defaults.protocol());
  const auto duration = [&](Duration time) {
    return results::text(quantity_text(duration_text(time), visit.language));
  };
  const auto mebibytes = [&](std::uint64_t bytes) {
    return results::text(quantity_text(fmt::format("{} MiB", bytes >> 20U), visit.language));
  };
  Html all =
      fact(visit.t("rules.protocol"),
           html("{} (<code>{}</code>)", results::text(finding_text(terms.title, visit.language)),
                results::text(terms.name)));
  const TimeControl time = time_of(defaults.limits, terms);
  all += fact(visit.t("rules.move_time"), duration(time.move_time));
  if (time.game_time) all += fact(visit.t("rules.game_time"), duration(*time.game_time));
  const bool is_cpu = time.clock == ClockKind::cpu;
  all += fact(visit.t("rules.clock"),
              html("{}{}", visit.t(is_cpu ? "rules.processor_time" : "rules.wall_time"),
                   settings.pause ? html("; {}", visit.t("rules.pauses")) : Html()));
  all += fact(visit.t("rules.start_time"), duration(time.start_time));
  if (settings.sandbox) {
    all += fact(visit.t("rules.memory"), mebibytes(settings.sandbox->limits().memory));
    all += fact(visit.t("rules.processes"), html("{}", settings.sandbox->limits().processes));
  }
  all += fact(visit.t("rules.build"),
              html("{}, {}, {} {}", duration(quotas.build_time), mebibytes(quotas.build_memory),
                   visit.t("rules.disk"), mebibytes(quotas.build_disk)));
  return facts(all);
}

/// Rules or a guide in the reader's language; in English if there is no translation.
Html for_authors(const Visit& visit, std::string_view intro, const RulesTexts& texts) {
  const bool in_russian = visit.language == Language::russian && !texts.russian.empty();
  const Language language = in_russian ? Language::russian : Language::english;
  Html note = visit.t(intro);
  if (language != visit.language) note += html(" {}", visit.t("rules.only_english"));
  return html(
      "<section class=\"rules\">\n<p class=\"note\">{}</p>\n<div lang=\"{}\">{}</div>\n"
      "</section>\n",
      note, results::text(code(language)), markdown(in_russian ? texts.russian : texts.english));
}

http::Response rules(contest::Host& host, Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  Page content = contest_page(contest, std::string(visit.words("nav.rules")), "nav.rules");
  content.body = facts(
      html("{}{}{}",
           fact(visit.t("contest.game"), results::text(game_title(contest.game(), visit.language))),
           fact(visit.t("contest.seats"), html("{}", contest.seats)),
           fact(visit.t("contest.options"), contest.checked.settings.options.empty()
                                                ? visit.t("contest.default")
                                                : option_texts(contest))));
  content.body += results::section(visit.t("rules.limits"), limits(visit, contest));
  if (const auto& runner = contest.spec.runner; runner && !runner->guide.empty()) {
    const std::string english = contents(runner->guide).value_or("");
    const std::string russian = contents(runner->guide_ru).value_or("");
    content.body += for_authors(visit, "rules.guide", {english, russian});
  }
  content.body += for_authors(visit, "rules.intro", contest.game().rules);
  return page(visit, content);
}

}  // namespace

std::vector<Route> contest_routes(contest::Host& host) {
  return {
      {.method = "GET",
       .pattern = "/",
       .summary = "All contests",
       .handler = [&host](Visit& visit) { return home(host, visit); }},
      {.method = "GET",
       .pattern = "/c/{contest}",
       .summary = "Standings of the current phase",
       .handler =
           [&host](Visit& visit) {
             const contest::Contest& contest = contest_of(host, visit);
             return standings(host, visit, contest, current_phase(host, contest));
           }},
      {.method = "GET",
       .pattern = "/c/{contest}/phases/{phase}",
       .summary = "Standings of a phase",
       .handler =
           [&host](Visit& visit) {
             const contest::Contest& contest = contest_of(host, visit);
             return standings(host, visit, contest, phase_of(contest, visit));
           }},
      {.method = "GET",
       .pattern = "/c/{contest}/rules",
       .summary = "Rules and protocol of the game",
       .handler = [&host](Visit& visit) { return rules(host, visit); }},
  };
}

}  // namespace arena::site
