// The site as the HTTP server sees it: finds the route of a request and who asks, refuses what may
// not be, and gives every answer its security headers.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "arena/contest/host.hpp"
#include "arena/http/rate_limit.hpp"
#include "arena/http/server.hpp"
#include "arena/site/api/metrics.hpp"
#include "arena/site/guards/answer_cache.hpp"
#include "arena/site/guards/cross_site.hpp"
#include "arena/site/routes.hpp"

namespace arena::site {

/// How often one address may ask, and how often an account, or an address without one, may do what
/// is costly.
struct SiteLimits {
  double requests_per_second = 100;
  double costly_per_second = 0.5;
  double burst_seconds = 120;  // costly ones: so many seconds of the rate at once
};

struct SiteSettings {
  std::string url;  // as browsers see it, without a slash at the end; empty: localhost
  SiteLimits limits{};
  /// Receives a JSON line for each request.
  std::function<void(const std::string&)> log = [](const std::string&) {};
};

class Site final : public http::Service {
 public:
  Site(contest::Host& host, SiteSettings settings, std::vector<Route> routes, Metrics& metrics);

  [[nodiscard]] std::size_t body_limit(const http::Request& head) const override;
  [[nodiscard]] http::Response answer(http::Request request) noexcept override;
  [[nodiscard]] std::variant<http::Response, http::SocketEvents> upgrade(
      http::Request request) noexcept override;
  [[nodiscard]] http::Response refusal(int status, const std::string& address) noexcept override;

 private:
  struct Found {
    const Route* route = nullptr;
    http::PathParameters path;
  };
  using Outcome = std::variant<http::Response, http::SocketEvents>;

  [[nodiscard]] Outcome serve(http::Request request, bool is_upgrade) noexcept;
  /// Throws Refused if there is no such path or method.
  [[nodiscard]] Found find(const http::Request& request, bool is_upgrade) const;
  [[nodiscard]] Outcome respond(Visit& visit, const Route& route);
  /// The handler's answer, or one that was given a moment ago.
  [[nodiscard]] http::Response handle(Visit& visit, const Route& route);
  void identify(Visit& visit, const Route& route);
  static void check_rate(const Visit& visit, http::RateLimit& limit, const std::string& key);
  void check_origin(const Visit& visit, const Route& route) const;
  void check_form(Visit& visit) const;
  [[nodiscard]] http::Response failure(const Visit& visit, int status, std::string_view why) const;
  void finish(const Visit& visit, http::Response& response) const;
  void log(const http::Request& request, std::string_view route, const Visit& visit, int status,
           std::size_t bytes, Duration time, std::string_view error);

  contest::Host& host_;
  SiteSettings settings_;
  Origin origin_;
  std::vector<Route> routes_;
  std::vector<http::RoutePattern> patterns_;
  Metrics& metrics_;
  AnswerCache recent_;
  http::RateLimit requests_;
  http::RateLimit costly_;
};

/// Names of cookies, which https makes safe against other hosts of the same domain.
std::string cookie_name(std::string_view name, bool is_secure);
/// A header that sets a cookie; an empty value deletes it.
http::Field set_cookie(std::string_view name, std::string_view value, bool is_secure,
                       std::chrono::seconds age = std::chrono::hours(24 * 60));

}  // namespace arena::site
