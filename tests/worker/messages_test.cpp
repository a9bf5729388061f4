// Messages between arena and its workers come back as they were sent, and nonsense is refused.
#include "arena/worker/messages.hpp"

#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/errors.hpp"
#include "tests/worker/values.hpp"

using namespace arena;
using test::error_of;

namespace {

/// A line that a broken worker may have written.
std::string garbled(std::string line, test::Values& values) {
  for (int times = 1 + values.number(3); times > 0 && !line.empty(); --times) {
    const auto at = static_cast<std::size_t>(values.number(static_cast<int>(line.size())));
    const int how = values.number(4);
    if (how == 0) line[at] = static_cast<char>(values.number(256));
    if (how == 1) line.erase(at, 1 + static_cast<std::size_t>(values.number(9)));
    if (how == 2) line.insert(at, line.substr(at, 9));
    if (how == 3) line.resize(at);
  }
  return line;
}

/// Every message in which one value is another one.
void with_other_values(const json::value& value,
                       const std::function<void(const json::value&)>& use) {
  for (const json::value& other :
       {json::value(nullptr), json::value(-1), json::value(1e300), json::value("x"),
        json::value(json::array()), json::value(json::object()), json::value(true)})
    use(other);
  if (const auto* object = value.if_object()) {
    for (const auto& field : *object) {
      with_other_values(field.value(), [&](const json::value& other) {
        json::object changed = *object;
        changed[field.key()] = other;
        use(changed);
      });
      json::object without = *object;
      without.erase(field.key());
      use(without);
    }
  } else if (const auto* list = value.if_array(); list != nullptr && !list->empty()) {
    with_other_values(list->front(), [&](const json::value& other) {
      json::array changed = *list;
      changed.front() = other;
      use(changed);
    });
  }
}

}  // namespace

TEST_CASE("messages come back as they were sent", "[worker]") {
  test::Values values(1);
  for (int times = 0; times < 200; ++times) {
    for (const FromWorker& message : values.messages()) {
      const FromWorker read = read_from_worker(to_line(message));
      REQUIRE(read.index() == message.index());
      REQUIRE(to_line(read) == to_line(message));
    }
    const SeatLine line{values.text(), values.number(), values.number(8)};
    const std::vector<ToWorker> messages = {PlanMessage{{{"game", values.text()}}}, line,
                                            SeatGone{values.number(), values.number(8)}};
    for (const ToWorker& message : messages) {
      const ToWorker read = read_to_worker(to_line(message));
      REQUIRE(read.index() == message.index());
      REQUIRE(to_line(read) == to_line(message));
    }
  }
}

TEST_CASE("every field of a played match comes back", "[worker]") {
  test::Values values(2);
  const PlayedMatch sent = values.played();
  const auto read = std::get<PlayedMatch>(read_from_worker(to_line(FromWorker(sent))));
  CHECK(read.number == sent.number);
  CHECK(read.player_at == sent.player_at);
  CHECK(to_line(read.record) == to_line(sent.record));
  REQUIRE(read.reports.size() == sent.reports.size());
  const PeerReport& report = sent.reports[1];
  CHECK(read.reports[1].early_lines == report.early_lines);
  CHECK(read.reports[1].pace.thought == report.pace.thought);
  CHECK(read.reports[1].pace.starved == report.pace.starved);
  CHECK(read.reports[1].stderr_tail == report.stderr_tail);
  CHECK(read.reports[1].stderr_file == report.stderr_file);
  CHECK(read.reports[1].log_trouble == report.log_trouble);
  CHECK(read.reports[1].has_left == report.has_left);
  CHECK(read.reports[1].failure == report.failure);
  CHECK(read.late[1].what == sent.late[1].what);
}

TEST_CASE("bytes that are no UTF-8 come back too", "[worker]") {
  PlayedMatch played = test::Values(3).played();
  played.reports[0].stderr_file = "/tmp/\xff\xfe";
  const auto read = std::get<PlayedMatch>(read_from_worker(to_line(FromWorker(played))));
  CHECK(read.reports[0].stderr_file == "/tmp/\xff\xfe");
}

TEST_CASE("arena's own times for questions come back", "[worker]") {
  PlanDone sent;
  for (int ms = 1; ms < 100; ++ms) sent.host.overhead.add(std::chrono::milliseconds(ms * ms));
  const auto read = std::get<PlanDone>(read_from_worker(to_line(FromWorker(sent))));
  CHECK(read.host.overhead.total() == sent.host.overhead.total());
  CHECK(read.host.overhead.most() == sent.host.overhead.most());
  for (const double share : {0.1, 0.5, 0.99})
    CHECK(read.host.overhead.quantile(share) == sent.host.overhead.quantile(share));
}

TEST_CASE("garbled messages are read or refused", "[worker]") {
  test::Values values(4);
  int refused = 0;
  for (int times = 0; times < 2000; ++times) {
    for (const FromWorker& message : values.messages()) {
      const std::string line = garbled(to_line(message), values);
      if (!error_of([&] { static_cast<void>(read_from_worker(line)); }).empty()) ++refused;
      static_cast<void>(error_of([&] { static_cast<void>(read_to_worker(line)); }));
    }
  }
  CHECK(refused > 8000);
}

TEST_CASE("messages with other values are read or refused", "[worker]") {
  test::Values values(5);
  int refused = 0;
  for (const FromWorker& message : values.messages()) {
    with_other_values(json::parse(to_line(message)), [&](const json::value& changed) {
      const std::string line = json::serialize(changed);
      if (!error_of([&] { static_cast<void>(read_from_worker(line)); }).empty()) ++refused;
    });
  }
  CHECK(refused > 300);
}

TEST_CASE("a refused message names the wrong field", "[worker]") {
  const auto read = [](std::string_view line) {
    return error_of([line] { static_cast<void>(read_from_worker(line)); });
  };
  CHECK(read("{") == "the message is not JSON: incomplete JSON");
  CHECK(read("[]") == "the message is not a JSON object");
  CHECK(read(R"({"alive":-1e600})") == "the message has a number that is too large");
  CHECK(read(R"({"play":1})") == "unknown message \"play\"");
  CHECK(read(R"({"begun":{"match":"x"}})") ==
        "begun match must be a whole number in range, not \"x\"");
  CHECK(read(R"({"played":{"record":{"arena":1}}})") == "record: \"game\" is missing");
  CHECK(read(R"({"played":{"reports":[{"pace":{"thought":-1}}]}})") ==
        "played reports[0] pace thought must be a length of time in nanoseconds, not -1");
  CHECK(read(R"({"played":{"record":{"arena":1,"game":"streams","seed":1,"players":[],"moves":[]},)"
             R"("reports":[{"early_lines":-1}]}})") ==
        "played: a report has less than no early lines");
  CHECK(read(R"({"done":{"late_faults":[{"match":-7}]}})") == "a late fault has no match");
  CHECK(read(R"({"begun":{")" + std::string(2000, 'x') + R"(":1}})") ==
        "unknown begun \"" + std::string(80, 'x') + "\"; known: match");
  CHECK(read(R"({"line":{"text":"a\nb","match":0,"seat":0}})") == "line text must be one line");
  CHECK(read(R"({"done":{"host":{"overhead":{"counts":[[960,1]],"most":1}}}})") ==
        "done host overhead: \"counts\" must be pairs of a slot and a count, not [960,1]");
}
