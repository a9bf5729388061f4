#include "arena/site/web_server.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "arena/site/api/metrics.hpp"
#include "arena/site/play/live.hpp"
#include "arena/site/play/play.hpp"
#include "arena/site/routes.hpp"

namespace arena::site {

class WebServer::Impl {
 public:
  Impl(contest::ContestFile file, WebSettings settings)
      : host_(std::move(file), with_events(settings.host)),
        live_(host_),
        play_(host_, settings.worker),
        site_(host_, settings.site, routes(settings.site), metrics_),
        server_(settings.http, site_) {}

  contest::Host& host() { return host_; }
  http::Server& server() { return server_; }

  void run() {
    host_.start();
    try {
      server_.run();
    } catch (...) {
      host_.stop();
      throw;
    }
    host_.stop();
  }

 private:
  /// The host calls these between `start` and `stop` only, when all else is here.
  contest::HostSettings with_events(contest::HostSettings settings) {
    settings.events.games_begin = [this] { play_.close_refused(); };
    return settings;
  }

  std::vector<Route> routes(const SiteSettings& settings) {
    const Origin origin(settings.url);
    std::vector<Route> all;
    const auto add = [&](std::vector<Route> some) {
      std::ranges::move(some, std::back_inserter(all));
    };
    add(contest_routes(host_));
    add(match_routes(host_));
    add(bot_routes(host_));
    add(hand_in_routes(host_));
    add(account_routes(host_, origin.is_secure()));
    add(admin_routes(host_, origin));
    add(live_routes(host_, live_));
    add(play_routes(host_, play_));
    add(api_routes(host_));
    add(admin_api_routes(host_, origin));
    add(system_routes(host_, metrics_, [this] { return server_.connections(); }));
    all.push_back(openapi_route(all));
    return all;
  }

  contest::Host host_;
  Metrics metrics_;
  Live live_;
  Play play_;
  Site site_;
  http::Server server_;
};

WebServer::WebServer(contest::ContestFile file, WebSettings settings)
    : impl_(std::make_unique<Impl>(std::move(file), std::move(settings))) {}
WebServer::~WebServer() = default;
contest::Host& WebServer::host() { return impl_->host(); }
std::uint16_t WebServer::port() const { return impl_->server().port(); }
void WebServer::run() { impl_->run(); }
void WebServer::stop() { impl_->server().stop(); }

}  // namespace arena::site
