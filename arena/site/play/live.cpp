#include "arena/site/play/live.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>
#include <vector>

#include <boost/json.hpp>

#include "arena/game/steps.hpp"
#include "arena/record/record.hpp"
#include "arena/site/pages/layout.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/routes.hpp"
#include "arena/util/text/pretty_json.hpp"

namespace arena::site {

namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using results::html;

/// The host is asked so often for the next match.
constexpr auto between_questions = 250ms;
/// So many matches may wait until they are shown. Bots play most games faster than people watch.
constexpr int most_waiting = 10;

/// How long the page shows a game of so many steps (arena/site/frontend/src/player.ts).
Duration showing_time(std::size_t steps) { return std::min<Duration>(1100ms * steps, 55s) + 4s; }

}  // namespace

std::optional<int> match_after(std::optional<int> shown, int newest) {
  if (shown == newest) return std::nullopt;
  const int next = shown && *shown < newest ? *shown + 1 : 0;
  return std::max(next, newest - most_waiting + 1);
}

Live::Live(contest::Host& host) : host_(host), thread_([this] { run(); }) {}

Live::~Live() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  news_.notify_all();
  thread_.join();
}

http::SocketEvents Live::watch(const contest::PhaseKey& phase) {
  const auto spectator = std::make_shared<std::shared_ptr<http::WebSocket>>();
  return {[this, phase, spectator](std::shared_ptr<http::WebSocket> socket) {
            *spectator = std::move(socket);
            add(phase, *spectator);
          },
          [](const std::string&) {},  // spectators have nothing to say
          [this, phase, spectator] { remove(phase, *spectator); }};
}

void Live::add(const contest::PhaseKey& phase, const std::shared_ptr<http::WebSocket>& spectator) {
  const std::lock_guard lock(mutex_);
  Channel& channel = channels_[phase];
  channel.spectators.insert(spectator);
  if (channel.game) spectator->send(channel.game);
}

void Live::remove(const contest::PhaseKey& phase,
                  const std::shared_ptr<http::WebSocket>& spectator) {
  const std::lock_guard lock(mutex_);
  const auto channel = channels_.find(phase);
  if (channel == channels_.end()) return;
  channel->second.spectators.erase(spectator);
  if (channel->second.spectators.empty()) channels_.erase(channel);
}

void Live::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    std::vector<std::pair<contest::PhaseKey, std::optional<int>>> free;
    for (const auto& [phase, channel] : channels_) {
      if (channel.until <= Clock::now()) free.emplace_back(phase, channel.match);
    }
    lock.unlock();
    for (const auto& [phase, shown] : free) {
      try {
        show_next(phase, shown);
      } catch (const std::exception&) {
        // A damaged record, or a phase that was just started again: wait for the next match.
      }
    }
    lock.lock();
    news_.wait_for(lock, between_questions);
  }
}

void Live::show_next(const contest::PhaseKey& phase, std::optional<int> shown) {
  const contest::Contest* const contest = host_.contest(phase.contest);
  const auto newest = host_.matches(phase, {.count = 1});
  if (newest.empty())  // for instance the phase was just started again
    return change(phase, [](Channel& channel) { channel.match = {}, channel.game = {}; });
  const auto number = match_after(shown, newest.front().number);
  if (!contest || !number) return;
  change(phase, [&](Channel& channel) { channel.match = number; });  // also if it cannot be read
  const auto line = host_.record(phase, *number);
  if (!line) return;
  const json::object game = steps_of(contest->game(), read_record(*line));
  const json::object message{{"type", "game"}, {"match", *number}, {"game", game}};
  const auto text = std::make_shared<const std::string>(compact(message));
  change(phase, [&](Channel& channel) {
    channel.game = text;
    channel.until = Clock::now() + showing_time(game.at("steps").as_array().size());
    for (const auto& spectator : channel.spectators) spectator->send(text);
  });
}

template <class Change>
void Live::change(const contest::PhaseKey& phase, Change change) {
  const std::lock_guard lock(mutex_);
  const auto channel = channels_.find(phase);
  if (channel != channels_.end()) change(channel->second);
}

std::vector<Route> live_routes(contest::Host& host, Live& live) {
  return {
      {.method = "GET",
       .pattern = "/c/{contest}/live",
       .summary = "A page that shows matches one after the other",
       .handler =
           [&host](Visit& visit) {
             const contest::Contest& contest = contest_of(host, visit);
             const contest::PhaseSpec& phase = current_phase(host, contest);
             Page content = contest_page(contest, std::string(visit.words("nav.live")), "nav.live");
             content.body = html(
                 "<div id=\"live\" data-socket=\"{}\">\n<noscript><p>{}</p></noscript>\n</div>\n"
                 "<p><a href=\"{}\">{}</a></p>\n",
                 results::text("/api/v1" + path_of({"live", contest.spec.id, phase.name})),
                 visit.t("live.needs_script"),
                 results::text(path_of({"c", contest.spec.id, "matches"})), visit.t("matches.all"));
             content.scripts = {"live.js"};
             return page(visit, content);
           }},
      {.method = "GET",
       .pattern = "/api/v1/live/{contest}/{phase}",
       .summary = "WebSocket: the games of a phase, one after the other",
       .socket =
           [&host, &live](Visit& visit) {
             const contest::Contest& contest = contest_of(host, visit);
             return live.watch({contest.spec.id, phase_of(contest, visit).name});
           }},
  };
}

}  // namespace arena::site
