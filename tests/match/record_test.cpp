// Records: written and read back, kept as they were, and refused with the name of what is wrong.
#include "arena/match/record.hpp"

#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/error.hpp"
#include "arena/match/clock.hpp"
#include "arena/match/record_file.hpp"

using namespace arena;

namespace {

const std::string line =
    R"({"arena":1,"game":"lost_cities","options":{"max_turns":50},"seed":"0x00000000000000ff","deal":{"first":0},)"
    R"("players":[{"name":"a","command":["ruby","a.rb"],"elo":3},{"name":"b"}],)"
    R"("moves":[{"seat":0,"move":"id"},{"seat":1,"move":"x","rejected":"Invalid play."},{"seat":1,"move":"n","ms":12}],)"
    R"("scores":[1,-2],"places":[1,2],"end":"forfeit","forfeits":[{"seat":1,"reason":"time","detail":"","after":3}],)"
    R"("venue":"home"})";

std::string error_of(std::string_view text) {
  try {
    read_record(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string temporary_file(const std::string& ending) {
  std::string name = "/tmp/arena_test_XXXXXX" + ending;
  const int file = ::mkstemps(name.data(), static_cast<int>(ending.size()));
  ::close(file);
  return name;
}

}  // namespace

TEST_CASE("a record is written as it was read, unknown fields last", "[record]") {
  CHECK(to_line(read_record(line)) == line);
}

TEST_CASE("a bad record is refused with the name of what is wrong", "[record]") {
  CHECK(error_of("{").find("the line is no JSON") == 0);
  CHECK(error_of("[]") == "the line is no JSON object");
  CHECK(error_of(R"({"game":"x"})") == "record: \"arena\" is missing");
  CHECK(error_of(R"({"arena":2})") ==
        "the record is of version 2; this arena understands version 1");
  CHECK(error_of(R"({"arena":1,"game":"x","players":[],"moves":[]})") ==
        "record: \"deal\" or \"seed\" is missing");
  CHECK(error_of(R"({"arena":1,"game":"x","seed":"0xg","players":[],"moves":[]})") ==
        "record: \"seed\" is no seed: \"0xg\"");
  CHECK(error_of(
            R"({"arena":1,"game":"x","seed":1,"players":[],"moves":[{"seat":99,"move":"n"}]})") ==
        "move 1: \"seat\" must be a whole number from 0 to 15, not 99");
  CHECK(error_of(R"({"arena":1,"game":"x","seed":1,"players":[],"moves":[{"seat":0,"move":7}]})") ==
        "move 1: \"move\" must be a string, not 7");
}

TEST_CASE("seeds are decimal or hexadecimal numbers of 64 bits", "[record]") {
  CHECK(read_seed("12") == 12U);
  CHECK(read_seed("0xFF") == 255U);
  CHECK(read_seed("18446744073709551615") == ~0ULL);
  for (const char* none : {"", "0x", "-1", "1.5", "x", "18446744073709551616", "12 "}) {
    INFO(none);
    CHECK_FALSE(read_seed(none));
  }
  CHECK(seed_text(255) == "0x00000000000000ff");
}

TEST_CASE("texts are cut by characters, not bytes", "[record]") {
  CHECK(first_characters("abc", 2) == "ab");
  CHECK(first_characters("äöü", 2) == "äö");
  CHECK(first_characters("ab", 5) == "ab");
}

TEST_CASE("record files are added to, plain and compressed", "[record_file]") {
  for (const char* ending : {".jsonl", ".jsonl.zst"}) {
    const std::string path = temporary_file(ending);
    for (int round = 0; round < 2; ++round) {
      RecordWriter writer(path);
      CHECK(writer.added_to() == (round == 1));
      for (int i = 0; i < 3; ++i) writer.write("{\"n\":" + std::to_string(3 * round + i) + "}");
      writer.close();
    }
    std::vector<std::string> lines;
    for_each_line(path, [&](std::size_t number, std::string_view text) {
      CHECK(number == lines.size() + 1);
      lines.emplace_back(text);
    });
    CHECK(lines == std::vector<std::string>{"{\"n\":0}", "{\"n\":1}", "{\"n\":2}", "{\"n\":3}",
                                            "{\"n\":4}", "{\"n\":5}"});
    std::remove(path.c_str());
  }
}

TEST_CASE("what was written before a killed arena can be read back from a compressed file",
          "[record_file]") {
  const std::string path = temporary_file(".jsonl.zst");
  {
    RecordWriter writer(path);
    writer.write("{\"n\":1}");
  }  // never closed: the frame has no end
  int lines = 0;
  for_each_line(path, [&](std::size_t, std::string_view text) {
    CHECK(text == "{\"n\":1}");
    ++lines;
  });
  CHECK(lines == 1);
  std::remove(path.c_str());
}

TEST_CASE("files that cannot be read or written are named", "[record_file]") {
  CHECK_THROWS_WITH(for_each_line("/nowhere/x.jsonl", [](std::size_t, std::string_view) {}),
                    "cannot read \"/nowhere/x.jsonl\": No such file or directory");
  CHECK_THROWS_WITH(RecordWriter("/nowhere/x.jsonl"),
                    "cannot write the record file \"/nowhere/x.jsonl\": No such file or directory");
}

TEST_CASE("a clock gives the move time, or what is left of the game's, and adds the increment",
          "[clock]") {
  using std::chrono::milliseconds;
  const TimePoint now{};
  TimeControl control;
  control.move_time = milliseconds(500);
  CHECK(SeatClock(control).deadline(now) == now + milliseconds(500));
  control.game_time = milliseconds(800);
  control.increment = milliseconds(100);
  SeatClock clock(control);
  clock.charge(milliseconds(600));
  CHECK(clock.deadline(now) == now + milliseconds(300));
  clock.charge(milliseconds(900));
  CHECK(clock.deadline(now) == now);
}
