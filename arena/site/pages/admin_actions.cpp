#include "arena/site/pages/admin_actions.hpp"

#include "arena/site/pages/parts.hpp"

namespace arena::site {

namespace {

namespace json = boost::json;

contest::Account account_at(contest::Host& host, const Visit& visit) {
  const auto account = host.accounts().find(visit.at("account"));
  if (!account) throw Refused(404, std::string(visit.words("error.not_found")));
  return *account;
}

/// The new password is shown once.
json::object reset(contest::Host& host, const Visit& visit) {
  const contest::Account account = account_at(host, visit);
  const std::string password = contest::random_token().substr(0, 16);
  host.accounts().reset_password(account.id, password);
  host.audit().add(visit.author(), "reset", account.name);
  return {{"password", password}};
}

json::object promote(contest::Host& host, const Visit& visit) {
  const contest::Account account = account_at(host, visit);
  host.accounts().set_role(account.id, contest::Role::admin);
  host.audit().add(visit.author(), "promote", account.name);
  return {};
}

json::object set_disabled(contest::Host& host, const Visit& visit, bool is_disabled) {
  const contest::Account account = account_at(host, visit);
  host.set_disabled(*visit.account, account, is_disabled);
  return {};
}

json::object back_up(contest::Host& host, const Visit& visit, const http::Form& given) {
  const std::string name(given.value("folder"));
  contest::check_name("back-up", name);  // so it is no path to elsewhere
  const std::string folder = host.server().folder + "/back-ups/" + name;
  host.back_up(*visit.account, folder);
  return {{"folder", folder}};
}

using ChangePhase = void (contest::Host::*)(const contest::Account&, const contest::PhaseKey&);

AdminAction phase_action(contest::Host& host, std::string_view path, std::string_view summary,
                         ChangePhase change, std::string_view question) {
  return {.path = path,
          .summary = summary,
          .act = [&host, change](Visit& visit, const http::Form& /*given*/) -> json::object {
            const contest::Contest& contest = contest_of(host, visit);
            (host.*change)(*visit.account, {contest.spec.id, phase_of(contest, visit).name});
            return {};
          },
          .question = question};
}

class Invitations {
 public:
  Invitations(contest::Host& host, const Origin& origin, const Visit& visit)
      : host_(host), visit_(visit), sign_up_(origin.url(visit.request.header("host"))) {
    sign_up_ += "/signup?invitation=";
  }

  json::object one(const std::string& name) {
    const std::string code = host_.accounts().invite(contest::Role::author, name);
    host_.audit().add(visit_.author(), "invite", name);
    return {{"invitations", json::array{of(name, code)}}};
  }

  json::object class_list() {
    json::array all;
    for (const auto& [name, code] : host_.accounts().invite_class()) all.push_back(of(name, code));
    host_.audit().add(visit_.author(), "invite", "the class list");
    const std::size_t with_account = host_.server().class_list.size() - all.size();
    return {{"invitations", std::move(all)}, {"with_account", with_account}};
  }

 private:
  [[nodiscard]] json::object of(const std::string& name, const std::string& code) const {
    return {{"name", name}, {"address", sign_up_ + code}};
  }

  contest::Host& host_;
  const Visit& visit_;
  std::string sign_up_;
};

}  // namespace

std::vector<AdminAction> admin_actions(contest::Host& host, const Origin& origin) {
  return {
      {"/api/v1/admin/invite",
       "Makes an invitation",
       [&host, origin](Visit& visit, const http::Form& given) {
         return Invitations(host, origin, visit).one(std::string(given.value("name")));
       },
       {{"name", "string", "the only name that it is for"}}},
      {.path = "/api/v1/admin/invite-class",
       .summary = "Makes an invitation for each name of the class list that has no account",
       .act =
           [&host, origin](Visit& visit, const http::Form& /*given*/) {
             return Invitations(host, origin, visit).class_list();
           },
       .question = "sure.invite_class"},
      {"/api/v1/admin/read-only", "Stops handing in",
       [&host](Visit& visit, const http::Form& /*given*/) -> json::object {
         host.set_read_only(*visit.account, true);
         return {};
       }},
      {"/api/v1/admin/read-write", "Lets people hand in again",
       [&host](Visit& visit, const http::Form& /*given*/) -> json::object {
         host.set_read_only(*visit.account, false);
         return {};
       }},
      {"/api/v1/admin/back-up",
       "Copies the whole state",
       [&host](Visit& visit, const http::Form& given) { return back_up(host, visit, given); },
       {{"folder", "string", "the name of a new folder in back-ups/", true}}},
      phase_action(host, "/api/v1/admin/begin/{contest}/{phase}", "Begins a phase now",
                   &contest::Host::begin_phase, "sure.begin"),
      phase_action(host, "/api/v1/admin/end/{contest}/{phase}", "Ends a phase now",
                   &contest::Host::end_phase, "sure.end"),
      phase_action(host, "/api/v1/admin/replay/{contest}/{phase}", "Plays a phase again",
                   &contest::Host::replay, "sure.replay"),
      {"/api/v1/admin/accounts/{account}/disable", "Disables an account",
       [&host](Visit& visit, const http::Form& /*given*/) {
         return set_disabled(host, visit, true);
       }},
      {"/api/v1/admin/accounts/{account}/enable", "Enables an account",
       [&host](Visit& visit, const http::Form& /*given*/) {
         return set_disabled(host, visit, false);
       }},
      {.path = "/api/v1/admin/accounts/{account}/reset",
       .summary = "Gives an account a new password",
       .act = [&host](Visit& visit, const http::Form& /*given*/) { return reset(host, visit); },
       .question = "sure.reset"},
      {.path = "/api/v1/admin/accounts/{account}/promote",
       .summary = "Makes an account an admin",
       .act = [&host](Visit& visit, const http::Form& /*given*/) { return promote(host, visit); },
       .question = "sure.promote"},
  };
}

}  // namespace arena::site
