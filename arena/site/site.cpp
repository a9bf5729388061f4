#include "arena/site/site.hpp"

#include <algorithm>
#include <chrono>
#include <exception>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/http/client_address.hpp"
#include "arena/http/encoding.hpp"
#include "arena/site/guards/cross_site.hpp"
#include "arena/site/guards/refused.hpp"
#include "arena/site/pages/layout.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/percent.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::site {

namespace {

bool changes_something(const http::Request& request) { return request.method != "GET"; }

std::string_view bearer(const http::Request& request) {
  const std::string_view value = request.header("authorization");
  return value.starts_with("Bearer ") ? value.substr(7) : std::string_view();
}

http::Response json_failure(int status, std::string_view why) {
  http::Response response;
  response.status = status;
  response.type = "application/json";
  response.body = boost::json::serialize(boost::json::object{{"error", why}}) + "\n";
  return response;
}

}  // namespace

std::string cookie_name(std::string_view name, bool is_secure) {
  return (is_secure ? "__Host-" : "") + std::string(name);
}

http::Field set_cookie(std::string_view name, std::string_view value, bool is_secure,
                       std::chrono::seconds age) {
  return {"Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{}",
                                    cookie_name(name, is_secure), value,
                                    value.empty() ? 0 : age.count(), is_secure ? "; Secure" : "")};
}

Site::Site(contest::Host& host, SiteSettings settings, std::vector<Route> routes, Metrics& metrics)
    : host_(host),
      settings_(std::move(settings)),
      origin_(settings_.url),
      routes_(std::move(routes)),
      metrics_(metrics),
      requests_(10 * settings_.limits.requests_per_second, settings_.limits.requests_per_second),
      costly_(settings_.limits.burst_seconds * settings_.limits.costly_per_second,
              settings_.limits.costly_per_second) {
  for (const Route& route : routes_) patterns_.emplace_back(route.pattern);
}

std::size_t Site::body_limit(const http::Request& head) const {
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    if (routes_[i].method == head.method && patterns_[i].match(head.path)) return routes_[i].body;
  }
  return 0;
}

http::Response Site::answer(http::Request request) noexcept {
  return std::get<http::Response>(serve(std::move(request), false));
}

std::variant<http::Response, http::SocketEvents> Site::upgrade(http::Request request) noexcept {
  return serve(std::move(request), true);
}

http::Response Site::refusal(int status, const std::string& address) noexcept {
  try {
    Visit visit;
    visit.request.address = address;
    http::Response response = json_failure(status, "the server refused this request");
    finish(visit, response);
    log(visit.request, "", visit, status, response.body.size(), {}, "refused");
    return response;
  } catch (const std::exception&) {
    return {status, "text/plain"};
  }
}

Site::Outcome Site::serve(http::Request request, bool is_upgrade) noexcept {
  const TimePoint start = Clock::now();
  try {
    Visit visit;
    visit.request = std::move(request);
    visit.language = language_of(visit.request);
    const Route* route = nullptr;
    Outcome outcome;
    std::string error;
    try {
      Found found = find(visit.request, is_upgrade);
      route = found.route;
      visit.path = std::move(found.path);
      outcome = respond(visit, *route);
    } catch (const Refused& refused) {
      outcome = failure(visit, refused.status(), refused.what());
    } catch (const Error& wrong) {
      outcome = failure(visit, 400, wrong.what());
    } catch (const std::exception& failed) {
      error = failed.what();
      outcome = failure(visit, 500, visit.words("error.server"));
    }
    const std::string_view pattern = route ? route->pattern : std::string_view();
    auto* response = std::get_if<http::Response>(&outcome);
    if (response) finish(visit, *response);
    log(visit.request, pattern, visit, response ? response->status : 101,
        response ? response->body.size() : 0, Clock::now() - start, error);
    return outcome;
  } catch (const std::exception&) {
    return http::Response{500, "text/plain"};  // for instance no memory is left
  }
}

Site::Found Site::find(const http::Request& request, bool is_upgrade) const {
  if (!origin_.is_own_host(request.header("host"))) throw Refused(421, "this is another site");
  std::string allowed;
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    auto path = patterns_[i].match(request.path);
    if (!path) continue;
    if (routes_[i].method == request.method && bool(routes_[i].socket) == is_upgrade)
      return {&routes_[i], std::move(*path)};
    allowed += routes_[i].method;
  }
  if (allowed.empty())
    throw Refused(404, std::string(text("error.not_found", language_of(request))));
  throw Refused(405, "this path has another method");
}

Site::Outcome Site::respond(Visit& visit, const Route& route) {
  const std::string address = http::address_group(visit.request.address);
  check_rate(visit, requests_, address);
  visit.query = http::url_form(visit.request.query);
  if (const std::string_view chosen = visit.query.value("lang");
      !route.is_api() && (chosen == "en" || chosen == "ru")) {
    const std::string rest = http::url_text(visit.query, "lang");
    http::Response response = http::redirect(visit.request.path + (rest.empty() ? "" : "?" + rest));
    response.headers.push_back(set_cookie("language", chosen, origin_.is_secure()));
    return response;
  }
  identify(visit, route);
  // A class may share an address, so accounts have a limit each.
  if (route.is_costly && changes_something(visit.request))
    check_rate(visit, costly_,
               visit.account ? fmt::format("account {}", visit.account->id) : address);
  if (route.who != Who::everybody && !visit.account) {
    if (route.is_api() || route.socket) throw Refused(401, "log in, or send an API token");
    if (changes_something(visit.request))
      throw Refused(401, std::string(visit.words("error.log_in")));
    return http::redirect("/login?next=" + percent_encoded(visit.request.path));
  }
  if (route.who == Who::admin && !visit.is_admin())
    throw Refused(403, std::string(visit.words("error.admin")));
  check_origin(visit, route);
  if (changes_something(visit.request) && !route.is_api()) check_form(visit);
  if (route.socket) return route.socket(visit);
  return handle(visit, route);
}

http::Response Site::handle(Visit& visit, const Route& route) {
  if (visit.account || changes_something(visit.request)) return route.handler(visit);
  const std::string key =
      fmt::format("{} {}?{}", code(visit.language), visit.request.path, visit.request.query);
  if (const auto recent = recent_.find(key)) return *recent;
  http::Response response = route.handler(visit);
  if (!visit.has_form && response.caching == http::Caching::validate) recent_.keep(key, response);
  return response;
}

void Site::check_rate(const Visit& visit, http::RateLimit& limit, const std::string& key) {
  if (!limit.allow(key)) throw Refused(429, std::string(visit.words("error.too_many")));
}

void Site::identify(Visit& visit, const Route& route) {
  if (const std::string_view token = bearer(visit.request); !token.empty() && route.is_api()) {
    visit.account = host_.tokens().find(token);
    if (!visit.account) throw Refused(401, "this API token is not valid");
    return;
  }
  // Another site may open a WebSocket with this site's cookies, but not without its own name.
  const std::string_view origin = visit.request.header("origin");
  if (route.socket && origin.empty()) return;
  const bool is_secure = origin_.is_secure();
  visit.session = http::cookie(visit.request, cookie_name("session", is_secure));
  if (!visit.session.empty()) {
    if (const auto session = host_.sessions().find(visit.session)) {
      visit.account = session->account;
      visit.secret = session->csrf;
      return;
    }
  }
  visit.secret = http::cookie(visit.request, cookie_name("visitor", is_secure));
}

void Site::check_origin(const Visit& visit, const Route& route) const {
  const bool by_token = !bearer(visit.request).empty() && route.is_api();
  if (by_token || (!changes_something(visit.request) && !route.socket)) return;
  const std::string_view origin = visit.request.header("origin");
  const std::string_view fetch = visit.request.header("sec-fetch-site");
  const bool is_own = origin.empty() || origin_.is_own_origin(origin, visit.request.header("host"));
  const bool is_own_fetch = fetch.empty() || fetch == "same-origin" || fetch == "none";
  if (!is_own || !is_own_fetch) throw Refused(403, std::string(visit.words("error.other_site")));
  // A script of the site may call the API with a session's cookie, and then says so in a header,
  // which other sites cannot send.
  if (route.is_api() && changes_something(visit.request) &&
      !is_form_token(visit.request.header("x-form-token"), visit.secret))
    throw Refused(403, "send an API token");
}

void Site::check_form(Visit& visit) const {
  visit.form = http::form_of(visit.request);
  if (visit.secret.empty() || !is_form_token(visit.form.value("token"), visit.secret))
    throw Refused(403, std::string(visit.words("error.form_token")));
}

http::Response Site::failure(const Visit& visit, int status, std::string_view why) const {
  http::Response response = visit.request.path.starts_with("/api/")
                                ? json_failure(status, why)
                                : failure_page(visit, status, why);
  if (status == 429) response.headers.push_back({"Retry-After", "10"});
  if (status == 401) response.headers.push_back({"WWW-Authenticate", "Bearer"});
  return response;
}

void Site::finish(const Visit& visit, http::Response& response) const {
  // What a logged-in user sees belongs to that user.
  if ((visit.account || visit.has_form) && response.caching == http::Caching::validate)
    response.caching = http::Caching::none;
  if (visit.is_new_secret)
    response.headers.push_back(set_cookie("visitor", visit.secret, origin_.is_secure()));
  add_security_headers(response);
  if (origin_.is_secure())
    response.headers.push_back({"Strict-Transport-Security", "max-age=31536000"});
  http::encode(visit.request, response);
}

void Site::log(const http::Request& request, std::string_view route, const Visit& visit, int status,
               std::size_t bytes, Duration time, std::string_view error) {
  metrics_.answered(route, status, time);
  boost::json::object line{{"at", contest::stored_moment(contest::system_now())},
                           {"address", request.address},
                           {"method", request.method},
                           {"path", repaired_utf8(request.path.substr(0, 200))},
                           {"status", status},
                           {"bytes", bytes},
                           {"ms", std::chrono::duration<double, std::milli>(time).count()}};
  if (visit.account) line["account"] = visit.account->name;
  if (!error.empty()) line["error"] = error;
  settings_.log(boost::json::serialize(line));
}

}  // namespace arena::site
