#include "arena/worker/messages.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

#include <boost/mp11.hpp>
#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/record/json_fields.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

BOOST_DESCRIBE_STRUCT(SeatLine, (), (text, match, seat))
BOOST_DESCRIBE_STRUCT(SeatGone, (), (match, seat))
BOOST_DESCRIBE_STRUCT(MatchBegun, (), (match))
BOOST_DESCRIBE_STRUCT(LiveMove, (), (match, move))
BOOST_DESCRIBE_STRUCT(LiveForfeit, (), (match, forfeit))
BOOST_DESCRIBE_STRUCT(StillPlaying, (), ())
BOOST_DESCRIBE_STRUCT(PlayedMatch, (), (number, player_at, record, reports, late))
BOOST_DESCRIBE_STRUCT(PlanDone, (), (host, late_faults))
BOOST_DESCRIBE_STRUCT(WorkerError, (), (what))
BOOST_DESCRIBE_STRUCT(WorkerFailure, (), (what))

BOOST_DESCRIBE_STRUCT(HostReport, (), (overhead))  // the player counts the matches
BOOST_DESCRIBE_STRUCT(LateFault, (), (name, match, what, stderr_tail))
BOOST_DESCRIBE_STRUCT(Pace, (), (thought, starved))
BOOST_DESCRIBE_STRUCT(PeerReport, (),
                      (early_lines, pace, stderr_tail, stderr_file, log_trouble, has_left, failure))

static json::value to_json(const PlanMessage& message) { return message.plan; }
static void from_json(const json::value& value, PlanMessage& message, std::string_view what) {
  message.plan = as_object(value, what);
}

/// Only the slots that have counted something: [slot, count].
static json::value to_json(const DurationCounts& durations) {
  json::array counts;
  for (std::size_t slot = 0; slot < durations.counts().size(); ++slot) {
    const std::uint64_t count = durations.counts()[slot];
    if (count > 0) counts.push_back(json::array{slot, count});
  }
  return {{"counts", std::move(counts)}, {"most", durations.most().count()}};
}

static void from_json(const json::value& value, DurationCounts& durations, std::string_view what) {
  const JsonFields fields(as_object(value, what), std::string(what));
  const Duration most(fields.number("most", 0, std::chrono::nanoseconds(longest_time).count()));
  for (const json::value& one : fields.list("counts")) {
    const auto slot = described::read<std::array<std::int64_t, 2>>(one, "a count");
    if (slot[0] < 0 || slot[0] >= std::ssize(durations.counts()) || slot[1] < 0)
      fields.fail("counts", "pairs of a slot and a count", one);
    durations.add(static_cast<std::size_t>(slot[0]), static_cast<std::uint64_t>(slot[1]), most);
  }
}

namespace {

template <class Message>
void check(Message& /*message*/) {}
void check(SeatLine& line) {
  if (line.text.find('\n') != std::string::npos) throw Error("line text must be one line");
}
void check_late(const std::vector<LateFault>& faults) {
  if (!std::ranges::all_of(faults, [](const LateFault& fault) { return fault.match >= 0; }))
    throw Error("a late fault has no match");
}
void check(PlayedMatch& played) {
  if (played.record.game.empty()) throw Error("played: there is no record");
  for (const PeerReport& report : played.reports) {
    if (report.early_lines < 0) throw Error("played: a report has less than no early lines");
  }
  check_late(played.late);
}
void check(PlanDone& done) { check_late(done.late_faults); }
/// Logs and pages show it.
void shorten(std::string& what) {
  constexpr std::size_t most_characters = 1000;
  what = first_characters(what, most_characters);
}
void check(WorkerError& error) { shorten(error.what); }
void check(WorkerFailure& failure) { shorten(failure.what); }

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

template <class Message, std::size_t size>
std::string line_of(const Message& message, const std::array<const char*, size>& names) {
  static_assert(size == std::variant_size_v<Message>);
  using described::to_json;
  return std::visit(
      [&](const auto& one) {
        return json::serialize(json::object{{names[message.index()], to_json(one)}});
      },
      message);
}

template <class Message, std::size_t size>
Message read_message(std::string_view line, const std::array<const char*, size>& names) {
  const json::value value = parse(line);
  const json::object& object = as_object(value, "the message");
  const std::string name = object.empty() ? "" : std::string(object.begin()->key());
  const auto found = std::ranges::find(names, name);
  if (object.size() != 1 || found == names.end())
    throw Error(fmt::format("unknown message \"{}\"", first_characters(name, 80)));
  Message message;
  boost::mp11::mp_with_index<size>(static_cast<std::size_t>(found - names.begin()),
                                   [&](auto index) {
                                     using described::from_json;
                                     auto& read = message.template emplace<index>();
                                     from_json(object.begin()->value(), read, name);
                                     check(read);
                                   });
  return message;
}

}  // namespace

std::string to_line(const ToWorker& message) { return line_of(message, to_worker_names); }

std::string to_line(const FromWorker& message) { return line_of(message, from_worker_names); }

ToWorker read_to_worker(std::string_view line) {
  return read_message<ToWorker>(line, to_worker_names);
}

FromWorker read_from_worker(std::string_view line) {
  return read_message<FromWorker>(line, from_worker_names);
}

std::optional<std::string_view> LineReader::next() {
  std::size_t end = bytes_.find('\n', searched_);
  while (end == std::string::npos) {
    searched_ = bytes_.size();
    if (searched_ - begin_ > longest_)
      throw Error(fmt::format("a message is longer than {} bytes", longest_));
    if (!read_more()) return std::nullopt;
    end = bytes_.find('\n', searched_);
  }
  const std::string_view line = std::string_view(bytes_).substr(begin_, end - begin_);
  begin_ = searched_ = end + 1;
  return line;
}

bool LineReader::read_more() {
  bytes_.erase(0, begin_);
  searched_ -= begin_;
  begin_ = 0;
  std::array<char, 64 * 1024> buffer;
  ssize_t size = 0;
  do {
    wait_();
    size = ::read(file_, buffer.data(), buffer.size());
  } while (size < 0 && errno == EINTR);
  if (size <= 0) return false;
  bytes_.append(buffer.data(), static_cast<std::size_t>(size));
  return true;
}

}  // namespace arena
