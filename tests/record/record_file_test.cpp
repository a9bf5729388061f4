// Record files: arena writes them, adds to them, reads them, and repairs a file that was cut off.
#include "arena/record/record_file.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/record/record_reader.hpp"
#include "arena/record/zstd.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"
#include "tests/files.hpp"

using namespace arena;
using test::TestFile;

namespace {

using Lines = std::vector<std::string>;

std::string number(int n) { return "{\"n\":" + std::to_string(n) + "}"; }

Lines numbers(int first, int last) {
  Lines lines;
  for (int n = first; n <= last; ++n) lines.push_back(number(n));
  return lines;
}

/// Adds records in a run of its own. Returns the message about the file.
std::string add(const TestFile& file, int first, int last) {
  RecordWriter writer(file.path());
  for (int n = first; n <= last; ++n) writer.write(number(n));
  writer.close();
  return writer.repaired();
}

/// All lines that can be read; the last line is the problem at the end, if there is one.
Lines read_all(const TestFile& file) {
  Lines lines;
  RecordReader reader(file.path());
  const std::string ahead(reader.ahead());
  while (const auto line = reader.next()) {
    if (lines.empty()) CHECK((ahead + '\n').starts_with(std::string(line->text) + '\n'));
    lines.emplace_back(line->text);
  }
  if (!reader.trouble().empty()) lines.push_back(reader.trouble());
  return lines;
}

std::string compressed(const std::string& text) { return std::string(Compressor().compress(text)); }

}  // namespace

TEST_CASE("record files are added to, plain and compressed", "[record_file]") {
  for (const char* ending : {".jsonl", ".jsonl.zst"}) {
    const TestFile file(ending);
    CHECK_FALSE(RecordWriter(file.path()).added_to());
    CHECK(add(file, 0, 2).empty());
    CHECK(RecordWriter(file.path()).added_to());
    CHECK(add(file, 3, 5).empty());
    CHECK(read_all(file) == numbers(0, 5));
    int expected = 0;
    RecordReader reader(file.path());
    while (const auto line = reader.next()) {
      CHECK(line->text == number(expected));
      CHECK(line->number == static_cast<std::size_t>(++expected));
    }
    CHECK(expected == 6);
    RecordReader other(file.path());
    static_cast<void>(other.next());
    CHECK(other.rest() == joined(numbers(1, 5), "\n") + '\n');
    CHECK(other.ahead().empty());
    CHECK_FALSE(other.next());
  }
}

TEST_CASE("the rest of a file says what is missing", "[record_file]") {
  const TestFile file(".jsonl.zst");
  std::string bytes = compressed("\none\n\ntwo\n") + compressed("three\n");
  bytes.resize(bytes.size() - 1);
  std::ofstream(file.path(), std::ios::binary) << bytes;
  RecordReader reader(file.path());
  CHECK(reader.ahead() == "\none\n\ntwo\n");
  CHECK(reader.trouble().empty());
  CHECK(reader.rest().starts_with("\none\n\ntwo\n"));
  CHECK_FALSE(reader.trouble().empty());
}

TEST_CASE("a file is whole after every record, without being closed", "[record_file]") {
  for (const char* ending : {".jsonl", ".jsonl.zst"}) {
    const TestFile file(ending);
    RecordWriter killed(file.path());
    for (int n = 0; n < 3; ++n) {
      killed.write(number(n));
      CHECK(read_all(file) == numbers(0, n));
    }
  }
}

TEST_CASE("wherever a file is cut, its whole records are read, and it can be added to",
          "[record_file]") {
  for (const std::string ending : {".jsonl", ".jsonl.zst"}) {
    const TestFile file(ending);
    std::vector<std::size_t> ends = {0};  // of the records
    for (int n = 0; n <= 4; ++n) {
      add(file, n, n);
      ends.push_back(file.bytes().size());
    }
    const std::string whole = file.bytes();
    for (std::size_t size = 0; size <= whole.size(); ++size) {
      INFO(ending << " cut to " << size << " bytes");
      file.put(whole.substr(0, size));
      const Lines before = read_all(file);
      const std::string told = add(file, 10, 10);
      const Lines after = read_all(file);
      REQUIRE(!after.empty());
      REQUIRE(after.back() == number(10));
      const auto kept = static_cast<int>(after.size()) - 1;
      CHECK(Lines(after.begin(), after.end() - 1) == numbers(0, kept - 1));
      // All that could be read is kept. Reader and writer both report what was cut off.
      CHECK(kept == static_cast<int>(before.size()) - (told.empty() ? 0 : 1));
      if (!told.empty()) {
        const std::size_t cut = size - *std::prev(std::ranges::upper_bound(ends, size));
        const std::string last = cut == 1 ? "byte is" : std::to_string(cut) + " bytes are";
        CHECK(told ==
              file.path() + " ended in the middle of a record: its last " + last + " cut off.");
        if (ending == ".jsonl.zst")
          CHECK(before.back() == "it is cut off after line " + std::to_string(kept));
      }
    }
  }
}

TEST_CASE("of a frame of many records that is cut off, the whole ones are kept", "[record_file]") {
  const TestFile file(".jsonl.zst");
  std::string text;
  std::string noise = "\"";
  for (int n = 0; n < 40'000; ++n) {
    noise = std::to_string((n * 2654435761U) % 1'000'003U) + noise.substr(0, 40);
    text += "{\"n\":\"" + noise.substr(0, noise.find('"')) + "\"}\n";
  }
  const std::string frame = compressed(text);
  file.put(compressed(number(0) + "\n") + frame.substr(0, frame.size() / 2));
  Lines readable = read_all(file);
  REQUIRE(readable.size() > 1000);
  CHECK(readable.back() == "it is cut off after line " + std::to_string(readable.size() - 1));
  CHECK(add(file, 1, 1) == file.path() + " ended in the middle of a compressed frame: kept " +
                               std::to_string(readable.size() - 2) +
                               " whole records, cut off the rest.");
  readable.back() = number(1);
  CHECK(read_all(file) == readable);
}

TEST_CASE("a last line without a newline is not joined to the next record", "[record_file]") {
  const TestFile plain(".jsonl");
  plain.put(number(0) + "\n" + number(1));
  CHECK(add(plain, 2, 2).empty());
  CHECK(plain.bytes() == number(0) + "\n" + number(1) + "\n" + number(2) + "\n");

  const TestFile packed(".jsonl.zst");
  packed.put(compressed(number(0) + "\n" + number(1)));
  CHECK(add(packed, 2, 2).empty());
  CHECK(read_all(packed) == numbers(0, 2));

  // A line that is no record at all does not count as cut off.
  plain.put("hello");
  CHECK(add(plain, 2, 2).empty());
  CHECK(read_all(plain) == Lines{"hello", number(2)});
}

TEST_CASE("two writers may add to a file at the same time", "[record_file]") {
  for (const char* ending : {".jsonl", ".jsonl.zst"}) {
    const TestFile file(ending);
    RecordWriter one(file.path());
    one.write(number(0));
    RecordWriter other(file.path());
    other.write(number(1));
    one.write(number(2));
    CHECK(read_all(file) == numbers(0, 2));
  }
}

TEST_CASE("a record for which there is no room leaves nothing in the file", "[record_file]") {
  const TestFile file(".jsonl");
  add(file, 0, 0);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_IGN);
  RecordWriter writer(file.path());
  const rlimit small{file.bytes().size() + 10, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  CHECK_THROWS_AS(writer.write(std::string(20, ' ')), std::runtime_error);
  CHECK_THROWS_WITH(writer.write(std::string(20, ' ')), Catch::Contains(file.path()));
  ::setrlimit(RLIMIT_FSIZE, &before);
  CHECK(file.bytes() == number(0) + "\n");
  writer.write(number(1));
  CHECK(read_all(file) == numbers(0, 1));
}

TEST_CASE("files that cannot be read or written are named", "[record_file]") {
  CHECK_THROWS_WITH(RecordReader("/nowhere/x.jsonl"),
                    "cannot read \"/nowhere/x.jsonl\": No such file or directory");
  CHECK_THROWS_WITH(RecordReader("/tmp"), "cannot read \"/tmp\": Is a directory");
  CHECK_THROWS_WITH(RecordWriter("/nowhere/x.jsonl"),
                    "cannot write the record file \"/nowhere/x.jsonl\": No such file or directory");
}

TEST_CASE("a file that is not zstd is neither read nor added to", "[record_file]") {
  const TestFile file(".jsonl.zst");
  file.put(number(0) + "\n");
  CHECK_THROWS_WITH(read_all(file), Catch::Contains("is not a zstd file"));
  CHECK_THROWS_WITH(add(file, 1, 1),
                    "cannot add to \"" + file.path() + "\": it is not a zstd file from byte 0 on");
  CHECK(file.bytes() == number(0) + "\n");

  const std::string frame = compressed(number(0) + "\n");
  file.put(frame + "more than enough");
  const Lines lines = read_all(file);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == number(0));
  CHECK(lines[1].find("it is damaged after line 1: ") == 0);
  CHECK_THROWS_AS(add(file, 1, 1), Error);
}

TEST_CASE("nothing is added behind a frame that is damaged", "[record_file]") {
  const TestFile file(".jsonl.zst");
  const std::string first = compressed(number(0) + "\n");
  std::string second = compressed(std::string(500, 'x') + number(1) + "\n");
  second[second.size() - 2] ^= 0x55;
  file.put(first + second);
  const std::string before = file.bytes();
  REQUIRE(read_all(file).back().find("it is damaged after line 1: ") == 0);
  CHECK_THROWS_WITH(add(file, 1, 1), "cannot add to \"" + file.path() +
                                         "\": it is damaged after byte " +
                                         std::to_string(first.size()));
  CHECK(file.bytes() == before);
}
