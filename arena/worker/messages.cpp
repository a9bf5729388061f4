#include "arena/worker/messages.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <utility>

#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/record/json_fields.hpp"
#include "arena/util/error.hpp"
#include "arena/util/utf8.hpp"

namespace arena {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

// --- Writing -------------------------------------------------------------------------------------

json::object to_json(const SeatLine& line) {
  return {{"line", line.text}, {"match", line.match}, {"seat", line.seat}};
}

json::object to_json(const PeerReport& report) {
  return {{"early_lines", report.early_lines},
          {"thought_ns", report.pace.thought.count()},
          {"starved_ns", report.pace.starved.count()},
          {"stderr_tail", report.stderr_tail},
          {"stderr_file", report.stderr_file},
          {"log_trouble", report.log_trouble},
          {"has_left", report.has_left},
          {"failure", report.failure}};
}

json::object to_json(const LateFault& fault) {
  return {{"name", fault.name},
          {"match", fault.match},
          {"what", fault.what},
          {"stderr_tail", fault.stderr_tail}};
}

template <class Items>
json::array to_list(const Items& items) {
  json::array list;
  for (const auto& item : items) list.push_back(to_json(item));
  return list;
}

json::object to_json(const PlayedMatch& played) {
  return {{"number", played.number},
          {"player_at", described::to_json(played.player_at)},
          {"record", to_json(played.record)},
          {"reports", to_list(played.reports)},
          {"late", to_list(played.late)}};
}

/// Only the slots that have counted something: [slot, count].
json::object to_json(const DurationCounts& durations) {
  json::array counts;
  for (std::size_t slot = 0; slot < durations.counts().size(); ++slot) {
    const std::uint64_t count = durations.counts()[slot];
    if (count > 0) counts.push_back(json::array{slot, count});
  }
  return {{"counts", std::move(counts)}, {"most_ns", durations.most().count()}};
}

json::object to_json(const PlanDone& done) {
  return {{"overhead", to_json(done.host.overhead)}, {"late", to_list(done.late_faults)}};
}

template <class Item>
json::object of_match(int match, const Item& item) {
  json::object object{{"match", match}};
  for (const auto& field : to_json(item)) object[field.key()] = field.value();
  return object;
}

// --- Reading -------------------------------------------------------------------------------------

int read_match(const JsonFields& fields, std::string_view key = "match") {
  return static_cast<int>(fields.number(key, 0, INT_MAX));
}
Seat read_seat(const JsonFields& fields) {
  return static_cast<Seat>(fields.number("seat", 0, most_seats - 1));
}
Duration read_duration(const JsonFields& fields, std::string_view key) {
  return Duration(fields.number(key, 0, std::chrono::nanoseconds(longest_time).count()));
}

SeatLine read_seat_line(const JsonFields& fields) {
  SeatLine line{fields.text("line"), read_match(fields), read_seat(fields)};
  if (line.text.find('\n') != std::string::npos)
    throw Error("the message: \"line\" must be one line");
  return line;
}

PeerReport read_report(const json::value& value, std::string_view where) {
  const JsonFields fields(as_object(value, where), std::string(where));
  PeerReport report;
  report.early_lines = read_match(fields, "early_lines");
  report.pace = {read_duration(fields, "thought_ns"), read_duration(fields, "starved_ns")};
  report.stderr_tail = fields.text("stderr_tail");
  report.stderr_file = fields.text("stderr_file");
  report.log_trouble = fields.text("log_trouble");
  report.has_left = fields.flag("has_left");
  report.failure = fields.text("failure");
  return report;
}

LateFault read_late(const json::value& value, std::string_view where) {
  const JsonFields fields(as_object(value, where), std::string(where));
  return {fields.text("name"), read_match(fields), fields.text("what"), fields.text("stderr_tail")};
}

/// Logs and pages show it.
std::string read_why(const JsonFields& fields, std::string_view key) {
  constexpr std::size_t most_characters = 1000;
  return std::string(first_characters(fields.text(key), most_characters));
}

template <class Item>
std::vector<Item> read_list(const JsonFields& fields, std::string_view key,
                            Item (*read)(const json::value&, std::string_view)) {
  std::vector<Item> items;
  for (const json::value& value : fields.list(key))
    items.push_back(read(value, fmt::format("{}[{}]", key, items.size())));
  return items;
}

PlayedMatch read_played(const json::object& object) {
  const JsonFields fields(object, "played");
  PlayedMatch played;
  played.number = read_match(fields, "number");
  played.player_at = fields.numbers("player_at");
  played.record = read_record(fields.object("record"));
  played.reports = read_list(fields, "reports", read_report);
  played.late = read_list(fields, "late", read_late);
  return played;
}

DurationCounts read_durations(const json::object& object) {
  const JsonFields fields(object, "overhead");
  const Duration most = read_duration(fields, "most_ns");
  DurationCounts durations;
  for (const json::value& value : fields.list("counts")) {
    std::array<std::int64_t, 2> slot{};
    described::from_json(value, slot, "overhead: \"counts\"");
    if (slot[0] < 0 || slot[0] >= std::ssize(durations.counts()) || slot[1] < 0)
      fields.fail("counts", "pairs of a slot and a count", value);
    durations.add(static_cast<std::size_t>(slot[0]), static_cast<std::uint64_t>(slot[1]), most);
  }
  return durations;
}

PlanDone read_done(const json::object& object) {
  const JsonFields fields(object, "done");
  PlanDone done;
  done.host.overhead = read_durations(fields.object("overhead"));
  done.late_faults = read_list(fields, "late", read_late);
  return done;
}

LiveMove read_move(const json::object& object) {
  LiveMove move{read_match(JsonFields(object, "move")), read_recorded_move(object)};
  move.move.rest.stable_erase("match");
  return move;
}

LiveForfeit read_forfeit(const json::object& object) {
  LiveForfeit forfeit{read_match(JsonFields(object, "forfeit")), read_recorded_forfeit(object)};
  forfeit.forfeit.rest.stable_erase("match");
  return forfeit;
}

json::value parse(std::string_view line) {
  if (line.size() > longest_worker_line) throw Error("the message is too long");
  json::error_code error;
  json::parse_options options;
  options.allow_invalid_utf8 = true;  // file names and stderr may be anything
  json::value value = json::parse(line, error, {}, options);
  if (error) throw Error("the message is not JSON: " + error.message());
  if (!is_finite(value)) throw Error("the message has a number that is too large");
  return value;
}

[[noreturn]] void refuse(const json::object& object) {
  const std::string name = object.empty() ? "" : std::string(object.begin()->key());
  throw Error(fmt::format("unknown message \"{}\"", first_characters(name, 80)));
}

}  // namespace

std::string to_line(const ToWorker& message) {
  return json::serialize(std::visit(
      Overloaded{[](const PlanMessage& plan) {
                   return json::object{{"plan", plan.plan}};
                 },
                 [](const SeatLine& line) { return to_json(line); },
                 [](const SeatGone& gone) {
                   return json::object{{"gone", {{"match", gone.match}, {"seat", gone.seat}}}};
                 }},
      message));
}

std::string to_line(const FromWorker& message) {
  using Object = json::object;
  return json::serialize(
      std::visit(Overloaded{[](const MatchBegun& begun) {
                              return Object{{"begun", begun.match}};
                            },
                            [](const LiveMove& live) {
                              return Object{{"move", of_match(live.match, live.move)}};
                            },
                            [](const LiveForfeit& live) {
                              return Object{{"forfeit", of_match(live.match, live.forfeit)}};
                            },
                            [](const SeatLine& line) { return to_json(line); },
                            [](const StillPlaying&) {
                              return Object{{"alive", true}};
                            },
                            [](const PlayedMatch& played) {
                              return Object{{"played", to_json(played)}};
                            },
                            [](const PlanDone& done) {
                              return Object{{"done", to_json(done)}};
                            },
                            [](const WorkerError& error) {
                              return Object{{"error", error.what}};
                            },
                            [](const WorkerFailure& failure) {
                              return Object{{"failed", failure.what}};
                            }},
                 message));
}

ToWorker read_to_worker(std::string_view line) {
  const json::value value = parse(line);
  const json::object& object = as_object(value, "the message");
  const JsonFields fields(object, "the message");
  if (fields.find("plan") != nullptr) return PlanMessage{fields.object("plan")};
  if (fields.find("line") != nullptr) return read_seat_line(fields);
  if (fields.find("gone") == nullptr) refuse(object);
  const JsonFields gone(fields.object("gone"), "gone");
  return SeatGone{read_match(gone), read_seat(gone)};
}

FromWorker read_from_worker(std::string_view line) {
  const json::value value = parse(line);
  const json::object& object = as_object(value, "the message");
  const JsonFields fields(object, "the message");
  if (fields.find("move") != nullptr) return read_move(fields.object("move"));
  if (fields.find("line") != nullptr) return read_seat_line(fields);
  if (fields.find("begun") != nullptr) return MatchBegun{read_match(fields, "begun")};
  if (fields.find("forfeit") != nullptr) return read_forfeit(fields.object("forfeit"));
  if (fields.find("alive") != nullptr) return StillPlaying();
  if (fields.find("played") != nullptr) return read_played(fields.object("played"));
  if (fields.find("done") != nullptr) return read_done(fields.object("done"));
  if (fields.find("error") != nullptr) return WorkerError{read_why(fields, "error")};
  if (fields.find("failed") != nullptr) return WorkerFailure{read_why(fields, "failed")};
  refuse(object);
}

}  // namespace arena
