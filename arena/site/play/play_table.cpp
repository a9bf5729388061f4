#include "arena/site/play/play_table.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include <boost/json.hpp>

#include "arena/util/error.hpp"

namespace arena::site {

namespace json = boost::json;

PlayTable::PlayTable(const contest::Contest& contest, std::vector<Seating> seats,
                     std::vector<Entrant> entrants, std::vector<std::string> worker, KeepGame keep)
    : contest_(contest),
      command_(std::move(worker)),
      keep_(std::move(keep)),
      entrants_(std::move(entrants)) {
  for (Seating& seating : seats) seats_.push_back({std::move(seating)});
}

std::vector<std::string> PlayTable::names() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const At& at : seats_) names.push_back(at.seating.name);
  return names;
}

std::vector<std::string> PlayTable::bots() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const At& at : seats_) {
    if (at.seating.is_bot) names.push_back(at.seating.name);
  }
  return names;
}

bool PlayTable::is_waiting() const {
  const std::lock_guard lock(mutex_);
  return state_ == State::waiting;
}

bool PlayTable::is_running() const {
  const std::lock_guard lock(mutex_);
  return state_ == State::running;
}

bool PlayTable::is_over() const {
  const std::lock_guard lock(mutex_);
  return state_ == State::over || state_ == State::failed;
}

bool PlayTable::is_visited() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(seats_, [](const At& at) { return at.link.is_here(); });
}

TimePoint PlayTable::used_at() const {
  const std::lock_guard lock(mutex_);
  return used_at_;
}

std::optional<Seat> PlayTable::find(std::string_view person) const {
  const auto found = std::ranges::find_if(seats_, [&](const At& at) {
    return at.seating.person && at.seating.person->key == person && !at.seating.has_left;
  });
  if (found == seats_.end()) return std::nullopt;
  return static_cast<Seat>(found - seats_.begin());
}

std::optional<Seat> PlayTable::seat_of(std::string_view person) const {
  const std::lock_guard lock(mutex_);
  return find(person);
}

bool PlayTable::has_free_seat() const {
  const std::lock_guard lock(mutex_);
  return state_ == State::waiting &&
         std::ranges::any_of(seats_, [](const At& at) { return at.is_free(); });
}

void PlayTable::join(const Person& person) {
  const std::lock_guard lock(mutex_);
  if (find(person.key)) return;
  if (state_ != State::waiting) throw Error("no seat is free at this table");
  const auto free = std::ranges::find_if(seats_, [](const At& at) { return at.is_free(); });
  if (free == seats_.end()) throw Error("no seat is free at this table");
  free->seating = {.name = person.name, .person = person};
  entrants_[static_cast<std::size_t>(free - seats_.begin())].name = person.name;
  used_at_ = Clock::now();
  tell_all();
}

void PlayTable::leave(std::string_view person) {
  const std::lock_guard lock(mutex_);
  const auto seat = find(person);
  if (!seat || (state_ != State::waiting && state_ != State::running)) return;
  at(*seat).link.close();
  if (state_ == State::running) {
    at(*seat).seating.has_left = true;
    worker_->gone(*seat);
  } else {
    at(*seat).seating = {};
    const bool has_person =
        std::ranges::any_of(seats_, [](const At& one) { return one.seating.person.has_value(); });
    if (!has_person) state_ = State::over;
  }
  used_at_ = Clock::now();
  tell_all();
}

bool PlayTable::waits_only_for(std::string_view person) const {
  const std::lock_guard lock(mutex_);
  return state_ == State::waiting && std::ranges::all_of(seats_, [&](const At& at) {
           const bool is_asked = at.seating.person && at.seating.person->key == person;
           return at.seating.is_bot || at.link.is_here() || is_asked;
         });
}

void PlayTable::come(std::string_view person, std::shared_ptr<http::WebSocket> socket) {
  const std::lock_guard lock(mutex_);
  const auto seat = find(person);
  if (!seat || state_ == State::over || state_ == State::failed) return socket->close();
  SeatLink& link = at(*seat).link;
  link.come(std::move(socket));
  used_at_ = Clock::now();
  const bool all_here = std::ranges::all_of(
      seats_, [](const At& one) { return one.seating.is_bot || one.link.is_here(); });
  if (state_ == State::waiting && all_here) start();
  tell_all();
  link.repeat();
}

void PlayTable::lose(std::string_view person, const std::shared_ptr<http::WebSocket>& socket) {
  const std::lock_guard lock(mutex_);
  const auto seat = find(person);
  if (seat && at(*seat).link.leave(socket)) tell_all();
}

void PlayTable::answer(std::string_view person, std::string_view line) {
  const std::lock_guard lock(mutex_);
  const auto seat = find(person);
  if (!seat) return;
  used_at_ = Clock::now();
  at(*seat).link.answered();
  if (state_ == State::running) worker_->send(*seat, line);
}

std::optional<Record> PlayTable::record() const {
  const std::lock_guard lock(mutex_);
  return record_;
}

void PlayTable::stop() {
  const std::lock_guard lock(mutex_);
  if (state_ == State::running) worker_->stop();
}

void PlayTable::close() {
  std::unique_lock lock(mutex_);
  if (state_ == State::waiting) {
    state_ = State::failed;
    tell_all();
  }
  if (state_ != State::running) return;
  worker_->stop();
  ended_.wait(lock, [this] { return state_ != State::running; });
}

void PlayTable::start() {
  std::uint64_t seed = 0;
  randombytes_buf(&seed, sizeof seed);
  const ScheduledMatch match = table_match(seed, static_cast<int>(seats_.size()));
  TableHooks hooks;
  hooks.begun = [this, match] { begin(match); };
  hooks.moved = [this](const RecordedMove& move) { go_on(move); };
  hooks.forfeited = [this](const RecordedForfeit& forfeit) { go_on(forfeit); };
  hooks.line = [this](Seat seat, std::string_view line) { got_line(seat, line); };
  hooks.played = [this](const PlayedMatch& match) { finished(State::over, match.record); };
  hooks.failed = [this](const std::string&) { finished(State::failed, std::nullopt); };
  try {
    worker_ = std::make_unique<TableWorker>(command_, contest_.checked.settings, entrants_, match,
                                            std::move(hooks));
    state_ = State::running;
  } catch (const std::exception&) {
    state_ = State::failed;  // for instance no process can be started now
  }
}

void PlayTable::tell_all() const {
  json::array seats;
  for (const At& at : seats_)
    seats.push_back(json::object{{"name", at.seating.name},
                                 {"bot", at.seating.is_bot},
                                 {"here", at.seating.is_bot || at.link.is_here()}});
  static constexpr std::array<std::string_view, 4> words{"waiting", "running", "over", "failed"};
  json::object message{
      {"type", "table"},
      {"seats", std::move(seats)},
      {"sides", contest_.game().info.sides_of(static_cast<int>(seats_.size())).count()},
      {"state", words[static_cast<std::size_t>(state_)]}};
  if (record_) {
    message["result"] = json::object{{"scores", json::value_from(record_->scores)},
                                     {"places", json::value_from(record_->places)},
                                     {"end", json::value_from(record_->end)}};
    message["kept"] = is_kept_;
  }
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    message["you"] = seat;
    seats_[seat].link.tell(message);
  }
}

void PlayTable::send_steps() {
  while (const auto step = feed_->next_step()) {
    for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
      if (!seats_[seat].seating.is_bot) seats_[seat].link.send_step(static_cast<Seat>(seat), *step);
    }
  }
}

void PlayTable::begin(const ScheduledMatch& match) {
  const std::lock_guard lock(mutex_);
  try {
    feed_.emplace(contest_.game(), contest_.checked.settings.options, match);
    send_steps();
  } catch (const Error&) {
    feed_.reset();  // the views of the questions are enough to play
  }
}

template <class Event>
void PlayTable::go_on(const Event& event) {
  const std::lock_guard lock(mutex_);
  if (!feed_) return;
  try {
    feed_->add(event);
    send_steps();
  } catch (const Error&) {
    feed_.reset();
  }
}

void PlayTable::got_line(Seat seat, std::string_view line) {
  const std::lock_guard lock(mutex_);
  seats_[static_cast<std::size_t>(seat)].link.send(line);
}

std::vector<contest::AccountId> PlayTable::accounts() const {
  const std::lock_guard lock(mutex_);
  std::vector<contest::AccountId> all;
  for (const At& at : seats_) {
    if (at.seating.person && at.seating.person->account) all.push_back(*at.seating.person->account);
  }
  return all;
}

void PlayTable::finished(State state, std::optional<Record> record) {
  bool is_kept = false;
  if (record) {
    for (RecordedPlayer& player : record->players) player.command.clear();  // paths of the server
    is_kept = keep_(*record, accounts());  // without the lock: it waits for the disk
  }
  const std::lock_guard lock(mutex_);
  is_kept_ = is_kept;
  state_ = state;
  record_ = std::move(record);
  used_at_ = Clock::now();
  tell_all();
  ended_.notify_all();
}

}  // namespace arena::site
