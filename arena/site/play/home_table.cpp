#include "arena/site/play/home_table.hpp"

#include <sodium.h>

#include <exception>
#include <utility>

#include <fmt/format.h>

#include "arena/core/protocol_list.hpp"
#include "arena/game/steps.hpp"
#include "arena/http/encoding.hpp"
#include "arena/pages/page_file.hpp"
#include "arena/results/html.hpp"
#include "arena/site/assets.hpp"
#include "arena/site/guards/cross_site.hpp"
#include "arena/site/guards/refused.hpp"
#include "arena/site/pages/layout.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/pages/texts.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/percent.hpp"

namespace arena::site {

namespace json = boost::json;
using results::html;

namespace {

constexpr std::chrono::seconds coming_back{10};  // such as when the page is loaded again
constexpr std::chrono::seconds loading{5};

bool is_same(std::string_view one, std::string_view other) {
  return one.size() == other.size() && sodium_memcmp(one.data(), other.data(), one.size()) == 0;
}

http::Response plain(int status, std::string_view text) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = std::string(text) + "\n"};
}

}  // namespace

class HomeTable::Person final : public EntrantKind {
 public:
  explicit Person(HomeTable& table) : table_(table) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                            const SeatInMatch& seat) const override {
    table_.begin(seat.match, seat.seat);
    Occupant occupant = line_occupant(table_.seats_.connect(room.loop, seat.match, seat.seat),
                                      entrant, room.settings);
    co_return occupant;
  }
  [[nodiscard]] bool is_person() const override { return true; }
  [[nodiscard]] bool plays_side_by_side() const override { return false; }

 private:
  HomeTable& table_;
};

HomeTable::HomeTable(const SeriesPlan& plan)
    : plan_(plan),
      secret_(random_secret()),
      seats_([this](int, Seat, std::string_view line) { got_line(line); }),
      server_({.threads = 2}, *this),
      serving_([this] { serve(); }),
      waiting_([this](const std::stop_token& stop) { wait_for_leaving(stop); }) {}

HomeTable::~HomeTable() { server_.stop(); }

void HomeTable::serve() {
  try {
    server_.run();
  } catch (const std::exception&) {
    // No resources are left. The page says that the connection is lost, and Ctrl-C ends the match.
  }
}

std::string HomeTable::address() const {
  return fmt::format("http://127.0.0.1:{}/{}/", server_.port(), secret_);
}

std::shared_ptr<const EntrantKind> HomeTable::person() { return std::make_shared<Person>(*this); }

void HomeTable::begin(int match, Seat seat) {
  const std::lock_guard lock(mutex_);
  const bool is_first = match_ < 0;
  match_ = match;
  seat_ = seat;
  is_playing_ = true;
  moves_ = forfeits_ = 0;
  feed_.reset();
  if (is_first || std::exchange(wants_next_, false))
    tell_table();
  else
    link_.hold();
  changed_.notify_all();
}

void HomeTable::moved(int match, std::span<const RecordedMove> moves,
                      std::span<const RecordedForfeit> forfeits) {
  const std::lock_guard lock(mutex_);
  try {
    if (!feed_ && moves_ + forfeits_ == 0)
      feed_.emplace(*plan_.settings.game, plan_.settings.options, plan_.schedule.at(match));
    for (const RecordedMove& move : moves.subspan(moves_)) feed_->add(move);
    for (const RecordedForfeit& forfeit : forfeits.subspan(forfeits_)) feed_->add(forfeit);
    send_views();
  } catch (const Error&) {
    feed_.reset();  // the views of the questions are enough to play
  }
  moves_ = moves.size();
  forfeits_ = forfeits.size();
}

void HomeTable::send_views() {
  while (const auto step = feed_->next_step()) link_.send_step(seat_, *step);
}

void HomeTable::got_line(std::string_view line) {
  const std::lock_guard lock(mutex_);
  link_.send(line);
}

void HomeTable::played(const PlayedMatch& match) {
  const std::lock_guard lock(mutex_);
  is_playing_ = false;
  last_ = match.record;
  has_last_ = false;
  tell_table();
  changed_.notify_all();
}

void HomeTable::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, loading, [this] { return has_last_ || has_left_; });
}

void HomeTable::come(std::shared_ptr<http::WebSocket> socket) {
  const std::lock_guard lock(mutex_);
  link_.come(std::move(socket));
  link_.release();
  gone_since_.reset();
  changed_.notify_all();
  tell_table();
  link_.repeat();
}

void HomeTable::leave(const std::shared_ptr<http::WebSocket>& socket) {
  const std::lock_guard lock(mutex_);
  if (!link_.leave(socket)) return;
  gone_since_ = Clock::now();
  changed_.notify_all();
}

void HomeTable::take(std::string_view message) {
  std::unique_lock lock(mutex_);
  if (message == R"({"next":true})") {
    go_on();
    return;
  }
  if (link_.is_held()) return;
  const int match = match_;
  const Seat seat = seat_;
  link_.answered();
  lock.unlock();
  seats_.receive(match, seat, message);
}

void HomeTable::go_on() {
  if (link_.is_held()) {
    link_.release();
    tell_table();
    link_.repeat();
  } else if (!is_playing_) {
    wants_next_ = true;
  }
}

void HomeTable::tell_table() const {
  json::array seats;
  for (const Entrant& entrant : plan_.entrants)
    seats.push_back(
        json::object{{"name", entrant.name}, {"bot", !entrant.is_person()}, {"here", true}});
  const int last = plan_.matches[plan_.matches.size() - 1];
  link_.tell({{"type", "table"},
              {"seats", std::move(seats)},
              {"sides", plan_.settings.game->info.sides_of(plan_.seats()).count()},
              {"you", seat_},
              {"state", match_ < 0    ? "waiting"
                        : is_playing_ ? "running"
                                      : "over"},
              {"next", match_ != last}});
}

void HomeTable::wait_for_leaving(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (!gone_since_ || !is_playing_) {
      changed_.wait(lock, stop, [this] { return gone_since_ && is_playing_; });
    } else if (!changed_.wait_until(lock, stop, *gone_since_ + coming_back,
                                    [this] { return !gone_since_; }) &&
               !stop.stop_requested()) {
      has_left_ = true;
      seats_.leave(match_, seat_);
      return;
    }
  }
}

std::string HomeTable::below_secret(const http::Request& request) const {
  const std::string path = percent_decoded(request.path);
  const std::size_t end = path.find('/', 1);
  if (end == std::string::npos || !is_same(path.substr(1, end - 1), secret_))
    throw Refused(404, "there is no such page");
  return path.substr(end);
}

http::Response HomeTable::page(const http::Request& request) const {
  static_cast<void>(needed_page_file("play.js"));
  const Language language = language_of(request);
  const Html title = results::text(game_title(*plan_.settings.game, language));
  const Html body = html(
      R"(<header class="site"><h1 class="brand">{}</h1></header>
<main id="main">
<div id="play" data-socket="/{}/table" data-home>
<noscript><p>{}</p></noscript>
</div>
</main>
)",
      title, results::text(secret_), results::text(text("live.needs_script", language)));
  http::Response response;
  response.body = document(language, title, fmt::format("/{}/assets/", secret_), {"play.js"}, body);
  return response;
}

/// The browser asks when a match ends, which may be before the series has counted it.
http::Response HomeTable::steps() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, loading, [this] { return !is_playing_ || link_.is_held(); });
  if (!last_ || (is_playing_ && !link_.is_held())) throw Refused(404, "the match is not over");
  http::Response response = json_response(steps_of(*plan_.settings.game, *last_));
  has_last_ = true;
  changed_.notify_all();
  return response;
}

http::Response HomeTable::answer(http::Request request) noexcept {
  http::Response response;
  try {
    const std::string path = below_secret(request);
    constexpr std::string_view assets = "/assets/";
    if (request.method != "GET") throw Refused(405, "this path has another method");
    if (path == "/")
      response = page(request);
    else if (path == "/table/steps")
      response = steps();
    else if (path.starts_with(assets))
      response = asset(path.substr(assets.size()));
    else
      throw Refused(404, "there is no such page");
  } catch (const Refused& refused) {
    response = plain(refused.status(), refused.what());
  } catch (const std::exception& error) {
    response = plain(500, error.what());
  }
  add_security_headers(response);
  http::encode(request, response);
  return response;
}

std::variant<http::Response, http::SocketEvents> HomeTable::upgrade(
    http::Request request) noexcept {
  try {
    if (below_secret(request) != "/table") throw Refused(404, "there is no such table");
  } catch (const std::exception& refused) {
    return plain(404, refused.what());
  }
  const auto own = std::make_shared<std::shared_ptr<http::WebSocket>>();
  return http::SocketEvents{[this, own](std::shared_ptr<http::WebSocket> socket) {
                              *own = socket;
                              come(std::move(socket));
                            },
                            [this](const std::string& message) { take(message); },
                            [this, own] {
                              leave(*own);
                              own->reset();
                            }};
}

http::Response HomeTable::refusal(int status, const std::string& /*address*/) noexcept {
  return plain(status, "the server refused this request");
}

}  // namespace arena::site
