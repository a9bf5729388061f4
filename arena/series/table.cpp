#include "arena/series/table.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "arena/core/time_json.hpp"
#include "arena/peer/absent_peer.hpp"
#include "arena/peer/terminal.hpp"
#include "arena/series/root_seed.hpp"
#include "arena/util/error.hpp"
#include "arena/util/utf8.hpp"

namespace arena {

namespace {

/// `name` as part of a file's name.
std::string file_part(std::string name) {
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '.') c = '_';
  }
  return name.substr(0, 64);
}

bool has_forfeited(const Record& record, Seat seat) {
  return std::ranges::any_of(
      record.forfeits, [seat](const RecordedForfeit& forfeit) { return forfeit.seat == seat; });
}

boost::asio::awaitable<std::unique_ptr<Peer>> start_process(Loop& loop, Spawner& spawner,
                                                            ProcessSettings settings,
                                                            std::string name, NoStart no_start) {
  auto started = co_await ProcessPeer::start(loop, spawner, std::move(settings));
  if (auto* fault = std::get_if<Fault>(&started)) {
    if (no_start == NoStart::error) throw Error(fmt::format("{} {}", name, fault->detail));
    co_return std::make_unique<AbsentPeer>(std::move(*fault));
  }
  co_return std::move(std::get<std::unique_ptr<ProcessPeer>>(started));
}

}  // namespace

RecordedPlayer recorded_player(const Entrant& entrant, const House& house) {
  RecordedPlayer player;
  player.name = entrant.name;
  if (const auto* process = std::get_if<ProcessEntrant>(&entrant.who)) {
    for (const std::string& word : process->words) player.command.push_back(repaired_utf8(word));
  }
  const std::string_view protocol = house.game->terms(entrant.protocol).name;
  if (protocol != house.game->terms().name) {
    player.rest["protocol"] = protocol;
    player.rest["time"] = to_json(entrant.time);
  }
  if (entrant.max_refusals != house.game->max_refusals(house.options))
    player.rest["max_refusals"] = entrant.max_refusals;
  return player;
}

bool is_starved(const Pace& pace) {
  constexpr std::chrono::milliseconds least{5};
  constexpr int share = 20;
  return pace.starved > least && pace.starved * share > pace.thought;
}

bool is_overloaded(const PlayedMatch& match) {
  return std::ranges::any_of(match.reports,
                             [](const SeatReport& report) { return is_starved(report.pace); });
}

boost::asio::awaitable<PlayedMatch> Table::play(int number, DealSeed deal,
                                                std::vector<Guest> guests) {
  guests_ = std::move(guests);
  deal_ = deal;
  PlayedMatch played;
  played.number = number;
  played.reports.resize(guests_.size());
  MatchPlan plan;
  plan.options = house_.options;
  plan.seed = deal;
  plan.record_times = house_.record_times;
  plan.shelf = house_.shelf;
  plan.overhead = overhead_;
  plan.over = [this] { look_at_load(); };
  for (const Guest& guest : guests_) plan.names.push_back(guest.entrant->name);
  for (std::size_t seat = 0; seat < guests_.size(); ++seat) {
    Guest& guest = guests_[seat];
    if (const auto* called = std::get_if<CalledEntrant>(&guest.entrant->who))
      guest.callee = called->make();
    if (!guest.peer) guest.peer = co_await fetch(static_cast<Seat>(seat), number);
    log_dialogue(guest, static_cast<Seat>(seat), number);
    plan.seats.push_back(seat_plan(seat));
  }
  if (interrupted_) interrupt();
  played.record = co_await house_.game->play(std::move(plan));
  report(played);
  guests_.clear();  // their timers would keep the loop waiting
  co_return played;
}

void Table::interrupt() {
  interrupted_ = true;
  for (const Guest& guest : guests_) {
    if (guest.peer) guest.peer->interrupt();
  }
}

SeatPlan Table::seat_plan(std::size_t seat) const {
  const Guest& guest = guests_[seat];
  const Entrant& entrant = *guest.entrant;
  const std::string protocol(house_.game->terms(entrant.protocol).name);
  SeatPlan plan{BuiltinSeat{}, entrant.time, entrant.max_refusals};
  if (const auto* builtin = std::get_if<BuiltinEntrant>(&entrant.who)) {
    plan.who = BuiltinSeat{builtin->name, guest.seed};
  } else if (guest.callee) {
    plan.who = CallSeat{guest.callee.get()};
  } else if (const auto* person = std::get_if<PersonEntrant>(&entrant.who)) {
    plan.who = LineSeat{guest.peer.get(), protocol, person->screen};
  } else {
    plan.who = LineSeat{guest.peer.get(), protocol};
  }
  return plan;
}

std::string Table::log_base(Seat seat, int number) const {
  const Entrant& entrant = *guests_[static_cast<std::size_t>(seat)].entrant;
  return fmt::format("{}/{:06}-{}-{}", house_.log_dir, number + 1, seat, file_part(entrant.name));
}

void Table::log_dialogue(const Guest& guest, Seat seat, int number) {
  if (house_.log_dir.empty() || !guest.peer) return;
  guest.peer->overhear(
      &dialogues_.try_emplace(seat, log_base(seat, number) + ".dialogue").first->second);
}

ProcessSettings Table::settings_of(const Entrant& entrant, Seat seat, int number) const {
  ProcessSettings settings = process_settings(entrant, house_);
  settings.core = core_;
  if (!house_.log_dir.empty()) settings.err.file = log_base(seat, number) + ".stderr";
  return settings;
}

boost::asio::awaitable<std::unique_ptr<Peer>> Table::fetch(Seat seat, int number) {
  const Entrant& entrant = *guests_[static_cast<std::size_t>(seat)].entrant;
  if (std::holds_alternative<PersonEntrant>(entrant.who)) {
    co_return std::make_unique<TerminalPeer>(loop_, STDIN_FILENO, STDOUT_FILENO);
  }
  if (!std::holds_alternative<ProcessEntrant>(entrant.who)) co_return nullptr;
  PeerMaker make = [this, &entrant, seat, number] {
    return start_process(loop_, spawner_, settings_of(entrant, seat, number), entrant.name,
                         no_start_);
  };
  std::unique_ptr<Peer> peer;
  if (entrant.lifetime == Lifetime::match) {
    peer = co_await make();
  } else {
    co_await stable_.keep_from_knowing(entrant, deal_.seed);
    peer = co_await stable_.visit(entrant, number, std::move(make));
  }
  co_return peer;
}

void Table::look_at_load() {
  const auto is_slowed = [](const Guest& guest) {
    return guest.peer && is_starved(guest.peer->report().pace);
  };
  if (std::ranges::none_of(guests_, is_slowed)) return;
  for (const Guest& guest : guests_) {
    if (guest.peer) own_load_ += guest.peer->run_beside();
  }
}

void Table::report(PlayedMatch& played) {
  played.record.rest["derivation"] = seed_derivation;
  for (std::size_t seat = 0; seat < guests_.size(); ++seat) {
    const Guest& guest = guests_[seat];
    played.record.players.push_back(recorded_player(*guest.entrant, house_));
    SeatReport& report = played.reports[seat];
    std::string late;
    if (const Callee* callee = guest.callee.get()) {
      report.stderr_tail = callee->complaint();
      late = callee->late_fault();
    } else if (const Peer* peer = guest.peer.get()) {
      const PeerReport said = peer->report();
      report = {said.early_lines, said.pace, said.stderr_tail, said.stderr_file, said.log_trouble};
      report.pace.starved = std::max(report.pace.starved - own_load_, Duration::zero());
      late = said.failure;
    }
    const auto dialogue = dialogues_.find(static_cast<Seat>(seat));
    if (dialogue != dialogues_.end() && !dialogue->second.trouble().empty())
      report.log_trouble = dialogue->second.trouble();
    if (late.empty() || has_forfeited(played.record, static_cast<Seat>(seat))) continue;
    played.late.push_back(
        {guest.entrant->name, played.number, std::move(late), report.stderr_tail});
  }
}

}  // namespace arena
