// The routes of the API for admins, which `arena admin` calls.
#include <boost/describe/enum_to_string.hpp>

#include "arena/site/api/api_json.hpp"
#include "arena/site/pages/admin_actions.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/routes.hpp"
#include "arena/util/text/text.hpp"

namespace arena::site {

namespace {

namespace json = boost::json;

constexpr int entries_of_log = 100;

/// A row for each version; those of a group are equal.
json::array equal_uploads(contest::Host& host) {
  json::array rows;
  int group = 0;
  for (const contest::EqualUploads& equal : host.equal_uploads()) {
    ++group;
    for (const contest::EqualVersion& one : equal.versions)
      rows.push_back(json::object{{"group", group},
                                  {"contest", equal.contest},
                                  {"bot", one.bot},
                                  {"author", one.author},
                                  {"version", one.number}});
  }
  return rows;
}

json::object misfit(const contest::PhaseKey& phase, const contest::MisfitRow& one) {
  return {{"contest", phase.contest},   {"phase", phase.phase},
          {"bot", one.first.bot},       {"author", one.first.author},
          {"opponent", one.second.bot}, {"opponents_author", one.second.author},
          {"deals", one.deals},         {"share", one.share},
          {"expected", one.expected},   {"surplus", one.surplus}};
}

json::object status(contest::Host& host) {
  json::array phases;
  json::array misfits;
  for (const contest::Contest* const contest : host.contests()) {
    for (const contest::PhaseSpec& phase : contest->spec.phases) {
      const contest::PhaseKey key{contest->spec.id, phase.name};
      const auto snapshot = host.standings(key, true);
      for (const contest::MisfitRow& one : snapshot->misfits) misfits.push_back(misfit(key, one));
      phases.push_back(json::object{{"contest", contest->spec.id},
                                    {"phase", phase.name},
                                    {"state", boost::describe::enum_to_string(snapshot->state, "")},
                                    {"matches", snapshot->matches},
                                    {"problem", snapshot->problem}});
    }
  }
  return {{"read_only", host.is_read_only()},
          {"waiting", host.waiting()},
          {"open_invitations", host.accounts().open_invitations()},
          {"phases", std::move(phases)},
          {"equal_uploads", equal_uploads(host)},
          {"misfits", std::move(misfits)}};
}

json::object accounts(contest::Host& host) {
  json::array all;
  for (const contest::Account& account : host.accounts().all())
    all.push_back(json::object{{"name", account.name},
                               {"role", boost::describe::enum_to_string(account.role, "")},
                               {"disabled", account.is_disabled}});
  return {{"accounts", std::move(all)}};
}

json::object log(contest::Host& host, const Visit& visit) {
  const auto before = to_number<std::int64_t>(visit.query.value("before")).value_or(0);
  json::array entries;
  for (const contest::AuditEntry& entry : host.audit().latest(entries_of_log, before))
    entries.push_back(json::object{{"id", entry.id},
                                   {"at", contest::moment_text(entry.at)},
                                   {"account", entry.account},
                                   {"action", entry.action},
                                   {"subject", entry.subject},
                                   {"detail", entry.detail}});
  return {{"entries", std::move(entries)}};
}

json::object disqualify(contest::Host& host, const Visit& visit) {
  const contest::Version version = version_of(host, visit, bot_of(host, visit));
  host.disqualify(*visit.account, version.id, std::string(visit.query.value("reason")));
  return {};
}

/// The name in answers.json.
std::string_view answer_of(const AdminAction& action) {
  if (action.path.starts_with("/api/v1/admin/invite")) return "Invitations";
  if (action.path.ends_with("/back-up")) return "BackUp";
  return action.path.ends_with("/reset") ? "NewPassword" : "Nothing";
}

}  // namespace

std::vector<Route> admin_api_routes(contest::Host& host, const Origin& origin) {
  const auto route = [](std::string_view method, std::string_view pattern, std::string_view summary,
                        std::string_view shape, std::function<json::object(Visit&)> answer,
                        std::vector<Parameter> parameters = {}) {
    return Route{.method = method,
                 .pattern = pattern,
                 .summary = summary,
                 .who = Who::admin,
                 .handler = [answer = std::move(answer)](
                                Visit& visit) { return json_response(answer(visit)); },
                 .parameters = std::move(parameters),
                 .answer = shape};
  };
  std::vector<Route> routes{
      route("GET", "/api/v1/admin/status", "What admins should look at", "Status",
            [&host](Visit& /*visit*/) { return status(host); }),
      route("GET", "/api/v1/admin/accounts", "All accounts", "Accounts",
            [&host](Visit& /*visit*/) { return accounts(host); }),
      route("GET", "/api/v1/admin/log", "Who did what, the newest first", "Log",
            [&host](Visit& visit) { return log(host, visit); },
            {{"before", "integer", "only entries with smaller ids"}}),
      route("POST", "/api/v1/contests/{contest}/bots/{bot}/versions/{version}/disqualify",
            "Disqualifies a version", "Nothing",
            [&host](Visit& visit) { return disqualify(host, visit); },
            {{"reason", "string", "what its author reads", true}})};
  for (AdminAction& action : admin_actions(host, origin))
    routes.push_back(route(
        "POST", action.path, action.summary, answer_of(action),
        [act = std::move(action.act)](Visit& visit) { return act(visit, visit.query); },
        std::move(action.parameters)));
  return routes;
}

}  // namespace arena::site
