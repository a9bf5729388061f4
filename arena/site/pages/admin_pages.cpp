// The page of admins: phases, invitations, read-only mode, back-up, accounts, and who did what.
#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include "arena/site/pages/admin_actions.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/routes.hpp"
#include "arena/util/text/text.hpp"

namespace arena::site {

using results::each;
using results::html;

namespace {

constexpr int entries_of_page = 100;

/// What may be done with a phase in this state.
Html phase_forms(Visit& visit, const contest::PhaseKey& phase, contest::PhaseState state) {
  const auto button = [&](std::string_view action, std::string_view label) {
    return form(visit, path_of({"admin", action, phase.contest, phase.phase}), {}, visit.t(label));
  };
  Html forms;
  if (state == contest::PhaseState::waiting) forms += button("begin", "admin.begin");
  if (state == contest::PhaseState::running) forms += button("end", "admin.end");
  forms += button("replay", "admin.replay");
  return forms;
}

Html phases(contest::Host& host, Visit& visit) {
  return each(host.contests(), [&](const contest::Contest* contest) {
    return each(contest->spec.phases, [&](const contest::PhaseSpec& phase) {
      const auto snapshot = host.standings({contest->spec.id, phase.name}, true);
      return html(
          "<li>{} · {}: {} · {} {}{}{}</li>\n",
          link(path_of({"c", contest->spec.id}), results::text(contest->spec.title)),
          link(path_of({"c", contest->spec.id, "phases", phase.name}), results::text(phase.title)),
          visit.t(state_word(snapshot.get())), visit.t("contest.matches"),
          results::count(snapshot->matches), problem_of(*snapshot),
          phase_forms(visit, {contest->spec.id, phase.name}, snapshot->state));
    });
  });
}

/// Bots of different names with the same code.
Html equal_uploads(contest::Host& host, const Visit& visit) {
  const auto groups = host.equal_uploads();
  if (groups.empty()) return html("<p>{}</p>\n", visit.t("admin.no_equal"));
  return html("<ul>\n{}</ul>\n", each(groups, [](const contest::EqualUploads& group) {
                Html versions;
                for (const contest::EqualVersion& one : group.versions)
                  versions += html("{}{} v{} <span class=\"note\">{}</span>",
                                   Html(versions.code.empty() ? "" : " = "),
                                   link(bot_path(group.contest, one.bot), results::text(one.bot)),
                                   one.number, results::text(one.author));
                return html("<li>{}: {}</li>\n", results::text(group.contest), versions);
              }));
}

Html bot_of_author(const contest::PhaseKey& phase, const contest::MisfitRow::Who& who) {
  return html("{} <span class=\"note\">{}</span>",
              link(matches_path(phase, who.bot), results::text(who.bot)),
              results::text(who.author));
}

Html misfits_of(const Visit& visit, const contest::PhaseKey& phase, const Html& title,
                const std::vector<contest::MisfitRow>& misfits) {
  const Html rows = each(misfits, [&](const contest::MisfitRow& one) {
    return html(
        "<tr><th scope=\"row\">{}</th><th scope=\"row\">{}</th><td class=\"number\">{}</td><td "
        "class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
        bot_of_author(phase, one.first), bot_of_author(phase, one.second),
        results::count(one.deals), results::number(100 * one.share, 1),
        results::number(100 * one.expected, 1), results::number(100 * one.surplus, 1));
  });
  const auto head = [&](std::string_view word) {
    return html(R"(<th scope="col" class="number">{}</th>)", visit.t(word));
  };
  return results::table(
      title,
      html("<th scope=\"col\">{}</th><th scope=\"col\">{}</th>{}{}{}{}", visit.t("standings.bot"),
           visit.t("admin.misfit_opponent"), head("admin.misfit_deals"), head("standings.points"),
           head("admin.misfit_expected"), head("admin.misfit_surplus")),
      rows);
}

Html misfits(contest::Host& host, const Visit& visit) {
  Html tables;
  for (const contest::Contest* const contest : host.contests()) {
    for (const contest::PhaseSpec& phase : contest->spec.phases) {
      const contest::PhaseKey key{contest->spec.id, phase.name};
      const auto snapshot = host.standings(key, true);
      if (snapshot->misfits.empty()) continue;
      const Html title =
          html("{} · {}", results::text(contest->spec.title), results::text(phase.title));
      tables += html("<h3>{}</h3>\n{}", title, misfits_of(visit, key, title, snapshot->misfits));
    }
  }
  if (tables.code.empty()) return html("<p>{}</p>\n", visit.t("admin.misfits_none"));
  return html("<p>{}</p>\n{}", visit.t("admin.misfits_note"), tables);
}

Html audit(contest::Host& host, const Visit& visit) {
  const auto entries = host.audit().latest(
      entries_of_page, to_number<std::int64_t>(visit.query.value("before")).value_or(0));
  const Html rows = each(entries, [](const contest::AuditEntry& entry) {
    return html(
        "<tr><td>{}</td><th scope=\"row\">{}</th><td>{}</td><td class=\"text\">{}</td><td "
        "class=\"text\">{}</td></tr>\n",
        time_html(contest::moment_text(entry.at)), results::text(entry.account),
        results::text(entry.action), results::text(entry.subject), results::text(entry.detail));
  });
  const Html head = html(
      "<th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th "
      "scope=\"col\">{}</th><th scope=\"col\">{}</th>",
      visit.t("audit.at"), visit.t("account.name"), visit.t("audit.action"),
      visit.t("audit.subject"), visit.t("audit.detail"));
  Html all = results::table(visit.t("audit.title"), head, rows);
  if (entries.size() == entries_of_page)
    all += html("<p><a rel=\"next\" href=\"?before={}\">{}</a></p>\n", entries.back().id,
                visit.t("matches.older"));
  return all;
}

Html accounts(contest::Host& host, Visit& visit) {
  return each(host.accounts().all(), [&](const contest::Account& account) {
    const std::string path = path_of({"admin", "accounts", account.name});
    return html(
        "<li>{} <span class=\"note\">{}{}</span>{}</li>\n", results::text(account.name),
        visit.t(fmt::format("role.{}", boost::describe::enum_to_string(account.role, ""))),
        account.is_disabled ? html(" · {}", visit.t("admin.disabled")) : Html(),
        html("{}{}{}",
             form(visit, path + (account.is_disabled ? "/enable" : "/disable"), {},
                  visit.t(account.is_disabled ? "admin.enable" : "admin.disable")),
             form(visit, path + "/reset", {}, visit.t("admin.reset")),
             account.is_admin() ? Html()
                                : form(visit, path + "/promote", {}, visit.t("admin.promote"))));
  });
}

Html invite_forms(contest::Host& host, Visit& visit) {
  Html all =
      html("<p>{} {}</p>\n", visit.t("admin.open_invitations"), host.accounts().open_invitations());
  if (host.accounts().policy() == contest::AccountPolicy::list)
    all +=
        form(visit, "/admin/invite-class", html("<p>{}</p>\n", visit.t("admin.invite_class_text")),
             visit.t("admin.invite_class"));
  return html("{}{}", all,
              form(visit, "/admin/invite",
                   field(visit.t("admin.invite_name"), "name", "text",
                         "maxlength=\"32\" autocomplete=\"off\""),
                   visit.t("admin.invite")));
}

/// New invitations, a line each.
Html addresses(const Visit& visit, const boost::json::array& invitations) {
  if (invitations.empty())
    return html("<p role=\"status\">{}</p>\n", visit.t("admin.all_signed_up"));
  return html("<p role=\"status\">{}</p>\n<pre tabindex=\"0\">{}</pre>\n",
              visit.t("admin.invitation"), each(invitations, [](const boost::json::value& one) {
                return html("{}  {}\n", results::text(std::string_view(one.at("name").as_string())),
                            results::text(std::string_view(one.at("address").as_string())));
              }));
}

http::Response admin(contest::Host& host, Visit& visit, const Html& notice = {}) {
  Html body = notice;
  body += html("<p>{} {}</p>\n", visit.t("admin.waiting"), host.waiting());
  body += results::section(visit.t("contest.phases"),
                           html("<ul class=\"actions\">\n{}</ul>\n", phases(host, visit)));
  const bool is_read_only = host.is_read_only();
  body += results::section(
      visit.t("admin.server"),
      html("{}{}",
           form(visit, is_read_only ? "/admin/read-write" : "/admin/read-only",
                html("<p>{}</p>\n",
                     visit.t(is_read_only ? "hand_in.read_only" : "admin.read_only_text")),
                visit.t(is_read_only ? "admin.read_write" : "admin.read_only")),
           form(visit, "/admin/back-up",
                field(visit.t("admin.folder"), "folder", "text",
                      "required maxlength=\"200\" autocomplete=\"off\""),
                visit.t("admin.back_up"))));
  body += results::section(visit.t("admin.equal"), equal_uploads(host, visit));
  body += results::section(visit.t("admin.misfits"), misfits(host, visit));
  body += results::section(visit.t("admin.invite"), invite_forms(host, visit));
  body += results::section(visit.t("admin.accounts"),
                           html("<ul class=\"actions\">\n{}</ul>\n", accounts(host, visit)));
  body += results::section(visit.t("audit.title"), audit(host, visit));
  return page(visit, {.title = std::string(visit.words("nav.admin")), .body = body});
}

/// An action that the page offers, and then the page again: with what the admin must know.
Route page_action(contest::Host& host, const AdminAction& action) {
  return {.method = "POST",
          .pattern = action.page_path(),
          .summary = action.summary,
          .who = Who::admin,
          .handler = [&host, act = action.act, question = action.question](Visit& visit) {
            if (!question.empty()) {
              if (auto asks = confirmation(visit, question, "/admin")) return *std::move(asks);
            }
            const boost::json::object made = act(visit, visit.form);
            if (const boost::json::value* const password = made.if_contains("password"))
              return admin(
                  host, visit,
                  html("<p role=\"status\">{} <code>{}</code></p>\n", visit.t("admin.new_password"),
                       results::text(std::string_view(password->as_string()))));
            const boost::json::value* const invitations = made.if_contains("invitations");
            return invitations ? admin(host, visit, addresses(visit, invitations->as_array()))
                               : http::redirect("/admin");
          }};
}

}  // namespace

std::vector<Route> admin_routes(contest::Host& host, const Origin& origin) {
  std::vector<Route> routes{{.method = "GET",
                             .pattern = "/admin",
                             .summary = "Administration",
                             .who = Who::admin,
                             .handler = [&host](Visit& visit) { return admin(host, visit); }}};
  for (const AdminAction& action : admin_actions(host, origin))
    routes.push_back(page_action(host, action));
  return routes;
}

}  // namespace arena::site
