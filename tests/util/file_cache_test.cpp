// The cache in files: a kept value comes back whole or not at all, and a bad file is never an
// error.
#include "arena/util/file_cache.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/files.hpp"

using namespace arena;
using namespace arena::test;
namespace fs = std::filesystem;

namespace {

/// A folder of the test, with a cache in a subfolder that does not exist yet.
class CacheTest {
 public:
  FileCache cache(const fs::path& where) {
    return {where, [this](const std::string& text) { said.push_back(text); }};
  }
  /// The one file of the cache.
  [[nodiscard]] fs::path file() const {
    REQUIRE(std::distance(fs::directory_iterator(folder), fs::directory_iterator{}) == 1);
    return fs::directory_iterator(folder)->path();
  }

  const TestFolder home;
  const fs::path folder = home.path() / "some" / "arena";
  std::vector<std::string> said;
};

const std::string bytes = std::string("a\0b\n\xff", 5) + std::string(100000, 'x');

}  // namespace

TEST_CASE("what was kept in a file comes back, in another run as well", "[cache]") {
  CacheTest test;
  CHECK_FALSE(test.cache(test.folder).load("table-1").has_value());
  CHECK_FALSE(fs::exists(test.folder));
  test.cache(test.folder).keep("table-1", bytes);
  CHECK(test.cache(test.folder).load("table-1") == bytes);
  test.cache(test.folder).keep("table-1", "");
  CHECK(test.cache(test.folder).load("table-1") == "");
  static_cast<void>(test.file());  // nothing lies beside it
  CHECK_FALSE(test.cache(test.folder).load("table-2").has_value());
  CHECK(test.said.empty());
}

TEST_CASE("a damaged file gives nothing, and says so", "[cache]") {
  CacheTest test;
  FileCache cache = test.cache(test.folder);
  cache.keep("table-1", bytes);
  const fs::path file = test.file();
  const std::string whole = content_of(file);
  const std::size_t head = whole.find('\n') + 1;
  std::vector<std::string> damaged = {"",
                                      "\n",
                                      "hello\n",
                                      whole.substr(0, whole.size() - 1),
                                      whole + "x",
                                      whole.substr(head),
                                      whole.substr(0, head)};
  for (const std::size_t at : {std::size_t{0}, head - 2, head, whole.size() - 1}) {
    damaged.push_back(whole);
    damaged.back()[at] ^= 1;
  }
  for (const std::string& text : damaged) {
    test.said.clear();
    put(file, text);
    CHECK_FALSE(cache.load("table-1").has_value());
    REQUIRE(test.said.size() == 1);
    CHECK_THAT(test.said.front(), Catch::Contains(file.string()) && Catch::Contains("damaged"));
  }
  test.said.clear();
  cache.keep("table-1", bytes);
  CHECK(cache.load("table-1") == bytes);
  CHECK(test.said.empty());
}

TEST_CASE("a file under another name is foreign", "[cache]") {
  CacheTest test;
  FileCache cache = test.cache(test.folder);
  cache.keep("table-1", bytes);
  const fs::path file = test.file();
  fs::rename(file, test.folder / "table-2.table");
  CHECK_FALSE(cache.load("table-2").has_value());
  CHECK(test.said.size() == 1);
}

TEST_CASE("a folder or a pipe in a file's place is no file, and no one waits for it", "[cache]") {
  CacheTest test;
  FileCache cache = test.cache(test.folder);
  fs::create_directories(test.folder / "table-1.table" / "x");
  CHECK_FALSE(cache.load("table-1").has_value());
  cache.keep("table-1", bytes);
  CHECK(test.said.size() == 2);
  static_cast<void>(test.file());
  REQUIRE(::mkfifo((test.folder / "table-2.table").c_str(), 0600) == 0);
  CHECK_FALSE(cache.load("table-2").has_value());
}

TEST_CASE("where nothing can be written, keeping does nothing but say so", "[cache]") {
  CacheTest test;
  put(test.home.at("file"), "");
  FileCache cache = test.cache(test.home.path() / "file" / "arena");
  CHECK_FALSE(cache.load("table-1").has_value());
  cache.keep("table-1", bytes);
  REQUIRE(test.said.size() == 1);
  CHECK_THAT(test.said.front(), Catch::Contains("cannot be written"));
  CHECK_FALSE(cache.load("table-1").has_value());
}
