// Log in and out, sign up, and the page of one's own account.
#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "arena/http/client_address.hpp"
#include "arena/http/rate_limit.hpp"
#include "arena/record/record.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/routes.hpp"
#include "arena/site/site.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/percent.hpp"
#include "arena/util/text/text.hpp"

namespace arena::site {

using results::each;
using results::html;

namespace {

constexpr std::size_t games_of_page = 20;

constexpr const char* password_rules = "required minlength=\"8\" maxlength=\"1024\"";

/// Log-ins of one account: a guesser needs years, a person who forgot a password waits a minute.
constexpr double guesses_at_once = 10;
constexpr double guesses_per_second = 1.0 / 30;
/// From all addresses. More than from one, which so cannot lock the account's owner out.
constexpr double all_guesses_at_once = 100;
constexpr double all_guesses_per_second = 1.0 / 10;

/// The first of these words that is in the text. Some browsers name others as well, after
/// themselves or before.
std::string_view first_of(std::initializer_list<std::string_view> words, std::string_view text) {
  const auto found = std::ranges::find_if(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
  return found == words.end() ? std::string_view() : *found;
}

/// "Firefox, Windows": what a person remembers of a User-Agent. All of it if it is an unknown one.
std::string device(std::string_view agent) {
  const std::string_view browser = first_of({"Firefox", "Edg", "OPR", "Chrome", "Safari"}, agent);
  const std::string_view system =
      first_of({"Windows", "Android", "iPhone", "iPad", "Mac OS X", "Linux"}, agent);
  if (browser.empty() || system.empty()) return std::string(agent);
  const std::string_view name = browser == "Edg" ? "Edge" : browser == "OPR" ? "Opera" : browser;
  return fmt::format("{}, {}", name, system);
}

class AccountPages {
 public:
  AccountPages(contest::Host& host, bool is_secure) : host_(host), is_secure_(is_secure) {}

  http::Response log_in_form(Visit& visit, std::string_view trouble = {}) {
    Html body = site::trouble(visit, trouble);
    body += form(visit, "/login",
                 html("{}{}{}", next_field(visit), name_field(visit),
                      field(visit.t("account.password"), "password", "password",
                            "required autocomplete=\"current-password\"")),
                 visit.t("nav.log_in"));
    body += html("<p><a href=\"/signup?next={}\">{}</a></p>\n",
                 results::text(percent_encoded(visit.next())), visit.t("account.no_account"));
    return page(visit, {.title = std::string(visit.words("nav.log_in")),
                        .body = body,
                        .status = trouble.empty() ? 200 : 401});
  }

  http::Response log_in(Visit& visit) {
    const std::string name(visit.form.value("name"));
    check_guess(visit, name);
    const auto account = host_.accounts().log_in(name, visit.form.value("password"));
    if (!account) return log_in_form(visit, visit.words("account.wrong"));
    http::Response begun = begin_session(visit, *account, visit.next());
    host_.audit().add(account->id, "log-in", account->name, visit.request.address);
    return begun;
  }

  http::Response log_out(Visit& visit) {
    host_.sessions().end(visit.session);
    http::Response response = http::redirect("/");
    response.headers.push_back(set_cookie("session", "", is_secure_));
    return response;
  }

  http::Response sign_up_form(Visit& visit, std::string_view trouble = {}) {
    const bool needs_invitation = host_.accounts().policy() != contest::AccountPolicy::open;
    const std::string_view invitation =
        (trouble.empty() ? visit.query : visit.form).value("invitation");
    Html fields = html("{}{}", next_field(visit), name_field(visit));
    fields += field(visit.t("account.password"), "password", "password",
                    html("{} autocomplete=\"new-password\"", Html(password_rules)));
    if (needs_invitation || !invitation.empty())
      fields += field(visit.t("account.invitation"), "invitation", "text",
                      html("{} autocomplete=\"off\" value=\"{}\"",
                           Html(needs_invitation ? "required" : ""), results::text(invitation)));
    Html body = site::trouble(visit, trouble);
    if (host_.is_read_only())
      body += html("<p class=\"trouble\">{}</p>\n", visit.t("hand_in.read_only"));
    body += html("<p>{}</p>\n", visit.t("account.name_rules"));
    body += form(visit, "/signup", fields, visit.t("nav.sign_up"));
    return page(visit, {.title = std::string(visit.words("nav.sign_up")),
                        .body = body,
                        .status = trouble.empty() ? 200 : 400});
  }

  http::Response sign_up(Visit& visit) {
    if (host_.is_read_only()) throw Refused(403, std::string(visit.words("hand_in.read_only")));
    contest::Account account;
    try {
      account =
          host_.accounts().sign_up(std::string(visit.form.value("name")),
                                   visit.form.value("password"), visit.form.value("invitation"));
    } catch (const Error& error) {
      const bool is_taken =
          host_.accounts().find(std::string(visit.form.value("name"))).has_value();
      return sign_up_form(visit, is_taken ? visit.words("account.taken") : error.what());
    }
    host_.audit().add(account.id, "sign-up", account.name, visit.request.address);
    return begin_session(visit, account, visit.next());
  }

  http::Response own(Visit& visit, const std::string& new_token = {}) {
    Html body;
    if (!new_token.empty())
      body += html("<p role=\"status\">{}</p>\n<pre tabindex=\"0\">{}</pre>\n",
                   visit.t("token.shown_once"), results::text(new_token));
    body += results::section(visit.t("account.bots"), bots(visit));
    body += results::section(visit.t("account.games"), table_games(visit));
    body += results::section(visit.t("token.title"), tokens(visit));
    body += results::section(visit.t("session.title"), sessions(visit));
    body += results::section(
        visit.t("account.change_password"),
        form(visit, "/account/password",
             html("<p>{}</p>\n{}{}", visit.t("account.password_note"),
                  field(visit.t("account.old_password"), "old", "password",
                        "required autocomplete=\"current-password\""),
                  field(visit.t("account.new_password"), "password", "password",
                        html("{} autocomplete=\"new-password\"", Html(password_rules)))),
             visit.t("account.change_password")));
    return page(visit, {.title = visit.account->name, .body = body});
  }

  http::Response change_password(Visit& visit) {
    check_guess(visit, visit.account->name);
    if (!host_.accounts().log_in(visit.account->name, visit.form.value("old")))
      throw Refused(403, std::string(visit.words("account.wrong")));
    const contest::Account changed =
        host_.accounts().change_password(*visit.account, visit.form.value("password"));
    host_.audit().add(visit.author(), "password", visit.account->name);
    return begin_session(visit, changed, "/account");
  }

  http::Response make_token(Visit& visit) {
    return own(visit, host_.tokens().make(*visit.account, std::string(visit.form.value("name"))));
  }

  http::Response revoke_token(Visit& visit) {
    host_.tokens().revoke(visit.author(), number_at(visit, "token"));
    return http::redirect("/account");
  }

  http::Response end_sessions(Visit& visit) {
    host_.sessions().end_all(visit.author(), visit.session);
    return http::redirect("/account");
  }

 private:
  void check_guess(const Visit& visit, std::string_view name) {
    std::string key(name.substr(0, 32));              // no name is longer
    std::ranges::transform(key, key.begin(), lower);  // the same account
    const std::string own = http::address_group(visit.request.address) + " " + key;
    if (!guesses_.allow(own) || !all_guesses_.allow(key))
      throw Refused(429, std::string(visit.words("error.too_many")));
  }

  static Html next_field(const Visit& visit) {
    return html("<input type=\"hidden\" name=\"next\" value=\"{}\">\n",
                results::text(visit.next()));
  }

  static Html name_field(const Visit& visit) {
    return field(visit.t("account.name"), "name", "text",
                 html("required maxlength=\"32\" autocomplete=\"username\" autocapitalize=\"none\" "
                      "value=\"{}\"",
                      results::text(visit.form.value("name"))));
  }

  http::Response begin_session(Visit& visit, const contest::Account& account,
                               std::string_view next) {
    const std::string token =
        host_.sessions().begin(account, visit.session, visit.request.header("user-agent"));
    http::Response response = http::redirect(next);
    response.headers.push_back(set_cookie("session", token, is_secure_));
    return response;
  }

  Html bots(const Visit& visit) {
    const auto own = host_.bots_of(visit.author());
    if (own.empty()) return html("<p>{}</p>\n", visit.t("account.no_bots"));
    return html("<ul>\n{}</ul>\n", each(own, [&](const contest::Bot& bot) {
                  return html("<li>{} <span class=\"note\">{} · {}</span></li>\n",
                              link(bot_path(bot.contest, bot.name), results::text(bot.name)),
                              results::text(bot.contest),
                              bot.active_number == 0 ? visit.t("bot.none")
                                                     : html("v{}", bot.active_number));
                }));
  }

  /// What the account has played in the browser.
  Html table_games(const Visit& visit) {
    const auto before = to_number<std::int64_t>(visit.query.value("before")).value_or(0);
    auto games = host_.table_games().of(visit.author(), games_of_page + 1, before);
    const bool has_more = games.size() > games_of_page;
    if (has_more) games.pop_back();
    if (games.empty()) return html("<p>{}</p>\n", visit.t("account.no_games"));
    const Html all = each(games, [&](const contest::TableGame& game) {
      const contest::Contest* const contest = host_.contest(game.contest);
      return html("<li>{} <span class=\"note\">{} · {}</span></li>\n",
                  link(path_of({"c", game.contest, "play", game.table}), players_of(game)),
                  results::text(contest ? contest->spec.title : game.contest),
                  time_html(contest::stored_moment(game.played_at)));
    });
    Html list = html("<ul>\n{}</ul>\n", all);
    if (has_more)
      list += html("<p><a rel=\"next\" href=\"?before={}\">{}</a></p>\n", games.back().number,
                   visit.t("account.older_games"));
    return list;
  }

  static Html players_of(const contest::TableGame& game) {
    const Record record = read_record(game.record);
    Html all;
    for (std::size_t seat = 0; seat < record.players.size(); ++seat) {
      const bool has_won = record.places && record.places->at(seat) == 1;
      all += html("{}<span class=\"{}\">{} {}</span>", Html(seat == 0 ? "" : " – "),
                  Html(has_won ? "won" : ""), results::text(record.players[seat].name),
                  record.scores ? record.scores->at(seat) : 0);
    }
    return all;
  }

  Html tokens(Visit& visit) {
    Html all = html("<p>{}</p>\n", visit.t("token.text"));
    all += each(host_.tokens().of(visit.author()), [&](const contest::ApiToken& token) {
      return form(visit, "/account/tokens/" + std::to_string(token.id) + "/revoke",
                  html("<p>{} <span class=\"note\">{}</span></p>\n", results::text(token.name),
                       time_html(contest::moment_text(token.made_at))),
                  visit.t("token.revoke"));
    });
    all += form(visit, "/account/tokens",
                field(visit.t("token.name"), "name", "text",
                      "required maxlength=\"32\" autocomplete=\"off\""),
                visit.t("token.make"));
    return all;
  }

  Html sessions(Visit& visit) {
    Html all = each(host_.sessions().of(visit.author(), visit.session),
                    [&](const contest::SessionInfo& one) {
                      return html("<li>{} <span class=\"note\">{}{}</span></li>\n",
                                  results::text(device(one.agent)),
                                  time_html(contest::moment_text(one.used_at)),
                                  one.is_this ? html(" · {}", visit.t("session.this")) : Html());
                    });
    all = html("<ul>\n{}</ul>\n", all);
    all += form(visit, "/account/sessions/end", {}, visit.t("session.end_others"));
    return all;
  }

  contest::Host& host_;
  const bool is_secure_;
  http::RateLimit guesses_{guesses_at_once, guesses_per_second};  // by address and account
  http::RateLimit all_guesses_{all_guesses_at_once, all_guesses_per_second};  // by account
};

}  // namespace

std::vector<Route> account_routes(contest::Host& host, bool is_secure) {
  const auto pages = std::make_shared<AccountPages>(host, is_secure);
  using Method = http::Response (AccountPages::*)(Visit&);
  const auto route = [&](std::string_view method, std::string_view pattern,
                         std::string_view summary, Who who, Method act, bool is_costly = false) {
    return Route{.method = method,
                 .pattern = pattern,
                 .summary = summary,
                 .who = who,
                 .handler = [pages, act](Visit& visit) { return ((*pages).*act)(visit); },
                 .is_costly = is_costly};
  };
  return {
      {.method = "GET",
       .pattern = "/login",
       .summary = "The form to log in",
       .handler = [pages](Visit& visit) { return pages->log_in_form(visit); }},
      {.method = "GET",
       .pattern = "/signup",
       .summary = "The form to sign up",
       .handler = [pages](Visit& visit) { return pages->sign_up_form(visit); }},
      {.method = "GET",
       .pattern = "/account",
       .summary = "One's own bots, tokens and sessions",
       .who = Who::author,
       .handler = [pages](Visit& visit) { return pages->own(visit); }},
      route("POST", "/login", "Logs in", Who::everybody, &AccountPages::log_in, true),
      route("POST", "/logout", "Logs out", Who::everybody, &AccountPages::log_out),
      route("POST", "/signup", "Signs up", Who::everybody, &AccountPages::sign_up, true),
      route("POST", "/account/password", "Changes the password", Who::author,
            &AccountPages::change_password, true),
      route("POST", "/account/tokens", "Makes an API token", Who::author,
            &AccountPages::make_token),
      route("POST", "/account/tokens/{token}/revoke", "Revokes an API token", Who::author,
            &AccountPages::revoke_token),
      route("POST", "/account/sessions/end", "Ends all other sessions", Who::author,
            &AccountPages::end_sessions),
  };
}

}  // namespace arena::site
