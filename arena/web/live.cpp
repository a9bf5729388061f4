#include "arena/web/live.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "arena/game/steps.hpp"
#include "arena/record/record.hpp"
#include "arena/util/error.hpp"
#include "arena/util/pretty_json.hpp"
#include "arena/web/layout.hpp"
#include "arena/web/parts.hpp"
#include "arena/web/routes.hpp"

namespace arena::web {

namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using report::html;

/// The host is asked so often until a match begins.
constexpr auto between_questions = 500ms;
/// New spectators see the latest stored match if no match has made a move for so long.
constexpr auto patience = 2s;

/// How long spectators need for a game of so many steps. Bots often play it in a few milliseconds.
Duration showing_time(std::size_t steps) { return std::clamp<Duration>(500ms * steps, 5s, 60s); }

http::SharedText encode(const json::object& message) {
  return std::make_shared<const std::string>(compact(message));
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

LiveHooks Live::hooks(const host::PhaseKey& phase) {
  {
    // What was being played before is played again.
    const std::lock_guard lock(mutex_);
    if (Channel* const watched = channel(phase)) watched->feed.reset();
  }
  LiveHooks hooks;
  hooks.begun = [this, phase](const LiveMatch& match) { begin(phase, match); };
  hooks.moved = [this, phase](int match, const auto& move) { go_on(phase, match, move); };
  hooks.forfeited = [this, phase](int match, const auto& forfeit) { go_on(phase, match, forfeit); };
  return hooks;
}

void Live::played(const host::PhaseKey& phase, int match) {
  const std::lock_guard lock(mutex_);
  Channel* const watched = channel(phase);
  if (watched && watched->match == match) watched->feed.reset();
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
  const std::lock_guard lock(mutex_);
  const auto [found, is_new] = channels_.try_emplace(phase);
  Channel& channel = found->second;
  if (is_new) channel.since = Clock::now();
  channel.spectators.insert(spectator);
  if (!channel.game.empty()) {
    if (!channel.encoded)
      channel.encoded =
          encode({{"type", "game"}, {"match", channel.match}, {"game", channel.game}});
    spectator->send(channel.encoded);
  }
  news_.notify_all();
}

void Live::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const TimePoint now = Clock::now();
    std::vector<std::pair<host::PhaseKey, bool>> free;
    for (auto& [phase, channel] : channels_) {
      if (channel.feed || channel.until > now || channel.asked + between_questions > now) continue;
      channel.asked = now;
      free.emplace_back(phase, channel.game.empty() && channel.since + patience <= now);
    }
    lock.unlock();
    for (const auto& [phase, shows_stored] : free) look_at(phase, shows_stored);
    lock.lock();
    news_.wait_for(lock, between_questions / 2);
  }
}

void Live::look_at(const host::PhaseKey& phase, bool shows_stored) {
  try {
    host_.follow(phase);
    if (shows_stored) show_stored(phase);
  } catch (const std::exception&) {
    // For instance the phase was just started again: wait for the next match.
  }
}

void Live::show_stored(const host::PhaseKey& phase) {
  const host::Contest* const contest = host_.contest(phase.contest);
  const auto newest = host_.matches(phase, {.count = 1});
  const auto line = newest.empty() ? std::nullopt : host_.record(phase, newest.front().number);
  if (!contest || !line) return;
  json::object game = steps_of(contest->game(), read_record(*line));
  const std::lock_guard lock(mutex_);
  Channel* const watched = channel(phase);
  if (watched && watched->game.empty()) show(*watched, newest.front().number, std::move(game));
}

void Live::begin(const host::PhaseKey& phase, const LiveMatch& match) {
  const host::Contest* const contest = host_.contest(phase.contest);
  const std::lock_guard lock(mutex_);
  Channel* const watched = channel(phase);
  if (!contest || !watched) return;
  // Several workers may have been asked.
  const bool is_busy = watched->feed || watched->until > Clock::now();
  if (is_busy && watched->match != match.match.number) return;
  try {
    MatchFeed feed(contest->game(), match);
    json::object game = no_steps(contest->game().info(), match.options, match.names);
    game["steps"].as_array().push_back(feed.next_step().value());
    show(*watched, match.match.number, std::move(game));
    watched->feed = std::move(feed);
  } catch (const Error&) {
    watched->feed.reset();
  }
}

template <class Event>
void Live::go_on(const host::PhaseKey& phase, int match, const Event& event) {
  const std::lock_guard lock(mutex_);
  Channel* const watched = channel(phase);
  if (!watched || !watched->feed || watched->match != match) return;
  try {
    watched->feed->add(event);
    send_steps(*watched);
  } catch (const Error&) {
    watched->feed.reset();
  }
}

Live::Channel* Live::channel(const host::PhaseKey& phase) {
  const auto found = channels_.find(phase);
  return found == channels_.end() ? nullptr : &found->second;
}

void Live::show(Channel& channel, int match, json::object game) {
  channel.match = match;
  channel.game = std::move(game);
  channel.begun = Clock::now();
  channel.encoded = encode({{"type", "game"}, {"match", match}, {"game", channel.game}});
  for (const auto& spectator : channel.spectators) spectator->send(channel.encoded);
}

void Live::send_steps(Channel& channel) {
  channel.encoded.reset();
  json::array& steps = channel.game["steps"].as_array();
  while (auto step = channel.feed->next_step()) {
    steps.push_back(*step);
    send(channel, {{"type", "step"}, {"step", std::move(*step)}});
  }
  if (!channel.feed->is_over()) return;
  channel.game["result"] = channel.feed->result();
  send(channel, {{"type", "result"}, {"result", channel.game["result"]}});
  channel.until = channel.begun + showing_time(steps.size());
  channel.feed.reset();
}

void Live::send(const Channel& channel, const json::object& message) {
  const http::SharedText text = encode(message);
  for (const auto& spectator : channel.spectators) spectator->send(text);
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
