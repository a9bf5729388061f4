// What is no page: assets, and what operators watch.
#include "arena/site/assets.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/routes.hpp"

namespace arena::site {

namespace {

std::map<std::string, double> gauges(contest::Host& host, std::size_t connections) {
  std::map<std::string, double> all{{"arena_connections", static_cast<double>(connections)},
                                    {"arena_versions_waiting", static_cast<double>(host.waiting())},
                                    {"arena_read_only", host.is_read_only() ? 1.0 : 0.0}};
  for (const contest::Contest* contest : host.contests()) {
    for (const contest::PhaseSpec& phase : contest->spec.phases) {
      const auto snapshot = host.standings({contest->spec.id, phase.name});
      all["arena_matches{contest=\"" + contest->spec.id + "\",phase=\"" + phase.name + "\"}"] =
          snapshot ? snapshot->matches : 0;
    }
  }
  return all;
}

}  // namespace

std::vector<Route> system_routes(contest::Host& host, Metrics& metrics,
                                 std::function<std::size_t()> connections) {
  return {
      {.method = "GET",
       .pattern = "/assets/{file}",
       .summary = "A stylesheet, a script or a picture",
       .handler = [](Visit& visit) { return asset(visit.at("file")); }},
      {.method = "GET",
       .pattern = "/healthz",
       .summary = "Whether the server works",
       .handler =
           [](Visit& /*visit*/) {
             http::Response response;
             response.type = "text/plain; charset=utf-8";
             response.body = "ok\n";
             return response;
           }},
      {.method = "GET",
       .pattern = "/metrics",
       .summary = "Counters for Prometheus",
       .handler =
           [&host, &metrics, connections = std::move(connections)](Visit& /*visit*/) {
             http::Response response;
             response.type = "text/plain; version=0.0.4; charset=utf-8";
             response.body = metrics.text(gauges(host, connections()));
             return response;
           }},
  };
}

}  // namespace arena::site
