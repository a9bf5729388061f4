// The page of admins: phases, invitations, read-only mode, back-up, accounts, and who did what.
#include <boost/describe/enum_to_string.hpp>

#include "arena/util/text.hpp"
#include "arena/web/parts.hpp"
#include "arena/web/routes.hpp"

namespace arena::web {

using report::each;
using report::html;

namespace {

constexpr int entries_of_page = 100;

Html phases(host::Host& host, Visit& visit) {
  return each(host.contests(), [&](const host::Contest* contest) {
    return each(contest->spec.phases, [&](const host::PhaseSpec& phase) {
      const auto snapshot = host.standings({contest->spec.id, phase.name}, true);
      return html(
          "<li>{} · {}: {} · {} {}{}</li>\n",
          link(path_of({"c", contest->spec.id}), report::text(contest->spec.title)),
          link(path_of({"c", contest->spec.id, "phases", phase.name}), report::text(phase.title)),
          visit.t(snapshot ? state_word(snapshot->state) : "phase.waiting"),
          visit.t("contest.matches"), report::count(snapshot ? snapshot->matches : 0),
          form(visit, path_of({"admin", "replay", contest->spec.id, phase.name}), {},
               visit.t("admin.replay")));
    });
  });
}

Html audit(host::Host& host, const Visit& visit) {
  const auto entries = host.audit().latest(
      entries_of_page, to_number<std::int64_t>(visit.query.value("before")).value_or(0));
  const Html rows = each(entries, [](const host::AuditEntry& entry) {
    return html(
        "<tr><td>{}</td><th scope=\"row\">{}</th><td>{}</td><td class=\"text\">{}</td><td "
        "class=\"text\">{}</td></tr>\n",
        time_html(host::moment_text(entry.at)), report::text(entry.account),
        report::text(entry.action), report::text(entry.subject), report::text(entry.detail));
  });
  const Html head = html(
      "<th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th "
      "scope=\"col\">{}</th><th scope=\"col\">{}</th>",
      visit.t("audit.at"), visit.t("account.name"), visit.t("audit.action"),
      visit.t("audit.subject"), visit.t("audit.detail"));
  Html all = report::table(visit.t("audit.title"), head, rows);
  if (entries.size() == entries_of_page)
    all += html("<p><a rel=\"next\" href=\"?before={}\">{}</a></p>\n", entries.back().id,
                visit.t("matches.older"));
  return all;
}

Html accounts(host::Host& host, Visit& visit) {
  return each(host.accounts().all(), [&](const host::Account& account) {
    const std::string path = path_of({"admin", "accounts", account.name});
    return html("<li>{} <span class=\"note\">{}{}</span>{}</li>\n", report::text(account.name),
                report::text(boost::describe::enum_to_string(account.role, "")),
                account.is_disabled ? html(" · {}", visit.t("admin.disabled")) : Html(),
                form(visit, path + (account.is_disabled ? "/enable" : "/disable"), {},
                     visit.t(account.is_disabled ? "admin.enable" : "admin.disable")));
  });
}

http::Response admin(host::Host& host, Visit& visit, const Html& notice = {}) {
  Html body = notice;
  body += html("<p>{} {}</p>\n", visit.t("admin.waiting"), host.waiting());
  body += report::section(visit.t("contest.phases"),
                          html("<ul class=\"actions\">\n{}</ul>\n", phases(host, visit)));
  const bool is_read_only = host.is_read_only();
  body += report::section(
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
  body += report::section(visit.t("admin.invite"),
                          html("<p>{} {}</p>\n{}", visit.t("admin.open_invitations"),
                               host.accounts().open_invitations(),
                               form(visit, "/admin/invite",
                                    field(visit.t("admin.invite_name"), "name", "text",
                                          "maxlength=\"32\" autocomplete=\"off\""),
                                    visit.t("admin.invite"))));
  body += report::section(visit.t("admin.accounts"),
                          html("<ul class=\"actions\">\n{}</ul>\n", accounts(host, visit)));
  body += report::section(visit.t("audit.title"), audit(host, visit));
  return page(visit, {.title = std::string(visit.words("nav.admin")), .body = body});
}

http::Response invite(host::Host& host, Visit& visit) {
  const std::string name(visit.form.value("name"));
  const std::string code = host.accounts().invite(host::Role::author, name);
  host.audit().add(visit.author(), "invite", name);
  return admin(host, visit,
               html("<p role=\"status\">{}</p>\n<pre tabindex=\"0\">/signup?invitation={}</pre>\n",
                    visit.t("admin.invitation"), report::text(code)));
}

host::Account account_at(host::Host& host, const Visit& visit) {
  const auto account = host.accounts().find(visit.at("account"));
  if (!account) throw Refused(404, std::string(visit.words("error.not_found")));
  return *account;
}

/// An action, and then the page again.
Route action(std::string_view pattern, std::string_view summary, std::function<void(Visit&)> act) {
  return {.method = "POST",
          .pattern = pattern,
          .summary = summary,
          .who = Who::admin,
          .handler = [act = std::move(act)](Visit& visit) {
            act(visit);
            return http::redirect("/admin");
          }};
}

void set_disabled(host::Host& host, const Visit& visit, bool is_disabled) {
  const host::Account account = account_at(host, visit);
  host.accounts().set_disabled(account.id, is_disabled);
  host.audit().add(visit.author(), is_disabled ? "disable" : "enable", account.name);
}

}  // namespace

std::vector<Route> admin_routes(host::Host& host) {
  return {
      {.method = "GET",
       .pattern = "/admin",
       .summary = "Administration",
       .who = Who::admin,
       .handler = [&host](Visit& visit) { return admin(host, visit); }},
      {.method = "POST",
       .pattern = "/admin/invite",
       .summary = "Makes an invitation",
       .who = Who::admin,
       .handler = [&host](Visit& visit) { return invite(host, visit); }},
      action("/admin/read-only", "Stops handing in",
             [&host](Visit& visit) { host.set_read_only(*visit.account, true); }),
      action("/admin/read-write", "Lets people hand in again",
             [&host](Visit& visit) { host.set_read_only(*visit.account, false); }),
      action("/admin/back-up", "Copies the whole state",
             [&host](Visit& visit) {
               const std::string name(visit.form.value("folder"));
               host::check_name("back-up", name);  // so it is no path to elsewhere
               host.back_up(*visit.account, host.server().folder + "/back-ups/" + name);
             }),
      action("/admin/replay/{contest}/{phase}", "Plays a phase again",
             [&host](Visit& visit) {
               const host::Contest& contest = contest_of(host, visit);
               host.replay(*visit.account, {contest.spec.id, phase_of(contest, visit).name});
             }),
      action("/admin/accounts/{account}/disable", "Disables an account",
             [&host](Visit& visit) { set_disabled(host, visit, true); }),
      action("/admin/accounts/{account}/enable", "Enables an account",
             [&host](Visit& visit) { set_disabled(host, visit, false); }),
  };
}

}  // namespace arena::web
