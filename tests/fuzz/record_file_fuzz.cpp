// Files of records, plain and compressed, damaged and cut off: read, repaired, and added to.
// The first byte of an input says which: a plain file, a compressed one as it is, or one that is
// compressed here, line by line, and cut off by as many bytes as the second byte says.
#include <algorithm>
#include <string>
#include <vector>

#include "arena/record/record_file.hpp"
#include "arena/record/record_reader.hpp"
#include "arena/record/record_tail.hpp"
#include "arena/record/zstd.hpp"
#include "arena/util/error.hpp"
#include "tests/files.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

constexpr std::string_view added = "{\"arena\":1,\"added\":true}";

std::string compressed(Input input) {
  const std::size_t cut = input.byte();
  Compressor compressor;
  std::string bytes;
  while (!input.empty()) bytes += compressor.compress(std::string(input.line()) + '\n');
  bytes.resize(bytes.size() - std::min(cut, bytes.size()));
  return bytes;
}

std::vector<std::string> lines(const std::string& path, std::string& trouble) {
  std::vector<std::string> found;
  RecordReader reader(path);
  static_cast<void>(reader.ahead());
  std::size_t last = 0;
  while (const auto line = reader.next()) {
    require(line->number > last, "lines are numbered upwards");
    last = line->number;
    found.emplace_back(line->text);
  }
  trouble = reader.trouble();
  return found;
}

void mend_and_add(const std::string& path) {
  std::string trouble;
  const auto before = lines(path, trouble);
  const bool was_damaged = trouble.find("damaged") != std::string::npos;
  mend_tail(path);
  require(mend_tail(path).told.empty(), "a repaired file needs no repair");
  auto repaired = lines(path, trouble);
  require(was_damaged || trouble.empty(), "a repaired file is whole");
  require(repaired.size() <= before.size(), "a repair adds no records");
  RecordWriter writer(path);
  writer.write(added);
  writer.close();
  auto after = lines(path, trouble);
  if (was_damaged) return;  // before its last frame: nothing behind that can be read
  require(!after.empty() && after.back() == added, "what is added can be read");
  after.pop_back();
  require(after == repaired, "adding leaves the rest as it was");
}

}  // namespace
}  // namespace arena::fuzz

ARENA_FUZZ_TARGET(record_file)(const std::uint8_t* data, std::size_t size) {
  using namespace arena::fuzz;
  using arena::test::TestFile;
  static const TestFile plain(".jsonl", arena::test::quick_place());
  static const TestFile packed(".jsonl.zst", arena::test::quick_place());
  Input input(data, size);
  const unsigned kind = input.byte() % 3;
  const TestFile& file = kind == 0 ? plain : packed;
  file.put(kind == 2 ? compressed(input) : std::string(input.rest()));
  try {
    arena::begins_like_records(file.path());
    mend_and_add(file.path());
  } catch (const arena::Error&) {
  }
  return 0;
}
