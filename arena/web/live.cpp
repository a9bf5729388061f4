#include "arena/web/live.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include <boost/json.hpp>

#include "arena/game/steps.hpp"
#include "arena/record/record.hpp"
#include "arena/web/layout.hpp"
#include "arena/web/parts.hpp"
#include "arena/web/routes.hpp"

namespace arena::web {

namespace {

namespace json = boost::json;
using report::html;

/// How long spectators need for a game of so many steps. Bots often play it in a few milliseconds.
Duration showing_time(std::size_t steps) {
  return std::clamp<Duration>(std::chrono::milliseconds(500 * steps), std::chrono::seconds(5),
                              std::chrono::seconds(60));
}

}  // namespace

Live::Live(host::Host& host) : host_(host), thread_([this] { run(); }) {}

Live::~Live() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  news_.notify_all();
  thread_.join();
}

void Live::played(const host::PhaseKey& phase, int match) {
  const std::lock_guard lock(mutex_);
  const auto channel = channels_.find(phase);
  if (channel == channels_.end()) return;
  channel->second.latest = match;
  news_.notify_all();
}

http::SocketEvents Live::watch(const host::PhaseKey& phase) {
  const auto spectator = std::make_shared<std::shared_ptr<http::WebSocket>>();
  return {[this, phase, spectator](std::shared_ptr<http::WebSocket> socket) {
            *spectator = std::move(socket);
            add(phase, *spectator);
          },
          [](const std::string&) {},  // spectators have nothing to say
          [this, phase, spectator] {
            const std::lock_guard lock(mutex_);
            const auto channel = channels_.find(phase);
            if (channel == channels_.end()) return;
            channel->second.spectators.erase(*spectator);
            if (channel->second.spectators.empty()) channels_.erase(channel);
          }};
}

void Live::add(const host::PhaseKey& phase, const std::shared_ptr<http::WebSocket>& spectator) {
  const auto newest = host_.matches(phase, {.count = 1});
  const std::lock_guard lock(mutex_);
  Channel& channel = channels_[phase];
  channel.spectators.insert(spectator);
  if (channel.game) return spectator->send(channel.game);
  if (channel.latest < 0 && !newest.empty()) channel.latest = newest.front().number;
  news_.notify_all();
}

const host::PhaseKey* Live::due(TimePoint now) {
  const auto found = std::ranges::find_if(channels_, [&](const auto& one) {
    return one.second.latest >= 0 && one.second.until <= now;
  });
  return found == channels_.end() ? nullptr : &found->first;
}

void Live::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const host::PhaseKey* next = due(Clock::now());
    if (!next) {
      news_.wait_for(lock, std::chrono::milliseconds(200));
      continue;
    }
    const host::PhaseKey phase = *next;
    const int match = std::exchange(channels_[phase].latest, -1);
    lock.unlock();
    try {
      show(phase, match);
    } catch (const std::exception&) {
      // The match cannot be shown, for instance because the phase was just begun anew: wait for
      // the next one.
    }
    lock.lock();
  }
}

void Live::show(const host::PhaseKey& phase, int match) {
  const host::Contest* contest = host_.contest(phase.contest);
  const auto line = host_.record(phase, match);
  if (!contest || !line) return;
  json::object game = steps_of(contest->game(), read_record(*line));
  const std::size_t steps = game["steps"].as_array().size();
  const auto message = std::make_shared<const std::string>(
      json::serialize(json::object{{"type", "game"}, {"match", match}, {"game", std::move(game)}}));
  const std::lock_guard lock(mutex_);
  const auto channel = channels_.find(phase);
  if (channel == channels_.end()) return;
  channel->second.game = message;
  channel->second.until = Clock::now() + showing_time(steps);
  for (const auto& spectator : channel->second.spectators) spectator->send(message);
}

std::vector<Route> live_routes(host::Host& host, Live& live) {
  return {
      {.method = "GET",
       .pattern = "/c/{contest}/live",
       .summary = "A page that follows matches",
       .handler =
           [&host](Visit& visit) {
             const host::Contest& contest = contest_of(host, visit);
             const host::PhaseSpec& phase = current_phase(host, contest);
             Page content = contest_page(contest, std::string(visit.words("nav.live")), "nav.live");
             content.body = html(
                 "<div id=\"live\" data-socket=\"{}\">\n<noscript><p>{}</p></noscript>\n</div>\n"
                 "<p><a href=\"{}\">{}</a></p>\n",
                 report::text("/api/v1" + path_of({"live", contest.spec.id, phase.name})),
                 visit.t("live.needs_script"),
                 report::text(path_of({"c", contest.spec.id, "matches"})), visit.t("matches.all"));
             content.scripts = {"live.js"};
             return page(visit, content);
           }},
      {.method = "GET",
       .pattern = "/api/v1/live/{contest}/{phase}",
       .summary = "WebSocket: the games of a phase, one after the other",
       .socket =
           [&host, &live](Visit& visit) {
             const host::Contest& contest = contest_of(host, visit);
             return live.watch({contest.spec.id, phase_of(contest, visit).name});
           }},
  };
}

}  // namespace arena::web
