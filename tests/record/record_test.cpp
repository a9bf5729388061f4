// Records are written as they were read, and a bad record is refused with the name of the problem.
#include "arena/record/record.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch.hpp>

#include "tests/errors.hpp"

using namespace arena;

namespace {

const std::string line =
    R"({"arena":1,"game":"lost_cities","options":{"max_turns":50},"seed":"0x00000000000000ff","deal":{"first":0},)"
    R"("players":[{"name":"a","command":["ruby","a.rb"],"elo":3},{"name":"b"}],)"
    R"("moves":[{"seat":0,"move":"id"},{"seat":1,"move":"x","rejected":"Invalid play."},{"seat":1,"move":"n","ms":12}],)"
    R"("scores":[1,-2],"places":[1,2],"end":"forfeit","forfeits":[{"seat":1,"reason":"time","detail":"","after":3}],)"
    R"("counted":[{"seat":1,"score":-40,"margin":-90}],)"
    R"("venue":"home"})";

std::string error_of(std::string_view text) {
  return test::error_of([&] { return read_record(text); });
}

}  // namespace

TEST_CASE("an answer is quoted once in messages", "[record]") {
  CHECK(quoted_answer("99") == "\"99\"");
  CHECK(quoted_answer("\"99\"") == "\"99\"");
  CHECK(quoted_answer("\"") == "\"\"\"");
  CHECK(quoted_answer("") == "\"\"");
}

TEST_CASE("a record is written as it was read, unknown fields last", "[record]") {
  CHECK(to_line(read_record(line)) == line);
}

TEST_CASE("records of an earlier arena are written byte for byte as they were read", "[record]") {
  int records = 0;
  for (const auto& file : std::filesystem::directory_iterator(ARENA_TESTS "/conformance/earlier")) {
    if (file.path().extension() != ".jsonl") continue;
    std::ifstream lines(file.path());
    for (std::string written; std::getline(lines, written); ++records)
      CHECK(to_line(read_record(written)) == written);
  }
  CHECK(records == 59);
}

TEST_CASE("a bad record is refused with the name of what is wrong", "[record]") {
  CHECK(error_of("{").find("the line is not JSON") == 0);
  CHECK(error_of("[]") == "the line is not a JSON object");
  CHECK(error_of(R"({"own":[{"x":1e600}]})") == "the line has a number that is too large");
  CHECK(error_of(R"({"game":"x"})") == "record: \"arena\" is missing");
  CHECK(error_of(R"({"arena":2})") == "the record has version 2; this arena understands version 1");
  CHECK(error_of(R"({"arena":1,"game":"x","players":[],"moves":[]})") ==
        "record: \"deal\" or \"seed\" is missing");
  CHECK(error_of(R"({"arena":1,"game":"x","seed":"0xg","players":[],"moves":[]})") ==
        "record: \"seed\" is not a seed: \"0xg\"");
  CHECK(error_of(
            R"({"arena":1,"game":"x","seed":1,"players":[],"moves":[{"seat":99,"move":"n"}]})") ==
        "move 1: \"seat\" must be a whole number from 0 to 15, not 99");
  CHECK(error_of(R"({"arena":1,"game":"x","seed":1,"players":[],"moves":[{"seat":0,"move":7}]})") ==
        "move 1: \"move\" must be a string, not 7");
}

TEST_CASE("values that a record cannot have are refused, not cut or passed over", "[record]") {
  const auto with = [](const std::string& what, const std::string& instead) {
    std::string text = line;
    text.replace(text.find(what), what.size(), instead);
    return error_of(text);
  };
  CHECK(with("[1,-2]", "[4294967297,-2]") ==
        "record: \"scores\" must be a list of whole numbers, not 4294967297");
  CHECK(with("[1,2]", "[1,-9223372036854775808]") ==
        "record: \"places\" must be a list of whole numbers, not -9223372036854775808");
  CHECK(with("\"elo\":3", "\"time\":{\"game_ms\":-1}") ==
        "players[0]: \"time\": game_ms must be from 0 to 100000000000, not -1");
  CHECK(with("\"elo\":3", "\"protocol\":\"native\"").empty());
  CHECK(with("\"score\":-40,", "") == "counted[0]: \"score\" is missing");
  CHECK(with("\"margin\":-90", "\"margin\":0.5") ==
        "counted[0]: \"margin\" must be a whole number from -2147483648 to 2147483647, not 5E-1");
  CHECK(with("\"ms\":12", "\"by\":\"me\"") == "move 3: \"by\" must be \"arbiter\", not \"me\"");
  CHECK(with("\"ms\":12", "\"ms\":9223372036854775807") ==
        "move 3: \"ms\" must be a whole number from 0 to 100000000000, not 9223372036854775807");
}

TEST_CASE("a field of another kind is refused by its name", "[record]") {
  const json::object whole = json::parse(line).as_object();
  const auto with = [&whole](const char* list, std::size_t index, const char* field,
                             const json::value& value) {
    json::object changed = whole;
    json::object& in = *list == 0 ? changed : changed[list].as_array().at(index).as_object();
    in[field] = value;
    INFO(list << " " << field);
    CHECK_THAT(error_of(json::serialize(changed)), Catch::Contains('"' + std::string(field) + '"'));
  };
  for (const char* field : {"arena", "options", "deal", "players", "moves", "forfeits"})
    with("", 0, field, "x");
  for (const char* field : {"game", "scores", "end"}) with("", 0, field, 1);
  for (const char* field : {"name", "time"}) with("players", 1, field, 3);
  with("moves", 1, "rejected", true);
  with("moves", 1, "seat", "0");
  with("moves", 1, "seat", -1);
  for (const char* field : {"arena", "game", "players", "moves"}) {
    json::object changed = whole;
    changed.erase(field);
    CHECK(error_of(json::serialize(changed)).ends_with('"' + std::string(field) + "\" is missing"));
  }
}

TEST_CASE("a key that stands twice in an object is named", "[record]") {
  CHECK(error_of(R"({"arena":1,"arena":2})") == "the key \"arena\" occurs twice in one object");
  const auto moves = [](const std::string& list) {
    return error_of(R"({"arena":1,"game":"x","seed":1,"players":[],"moves":[)" + list + "]}");
  };
  CHECK(moves(R"({"seat":0,"move":"n"},{"seat":0,"move":"n"})").empty());
  CHECK(moves(R"({"seat":0,"move":"n"},{"seat":0,"move":"n","se\u0061t":0})") ==
        "the key \"seat\" occurs twice in one object");
  CHECK(moves(R"({"seat":0,"move":"n","x":{"seat":1,"y":[{"a":1},{"a":1}],"move":2}})").empty());
  CHECK(moves(R"({"seat":0,"move":"n","x":[{"y":{"a":1,"b":2,"a":1}}]})") ==
        "the key \"a\" occurs twice in one object");
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
