// Files that another process made, which may lie.
#include "arena/util/file_io.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include <catch2/catch.hpp>

#include "tests/files.hpp"

using namespace arena;
using Catch::Matchers::EndsWith;

TEST_CASE("a file that another process made is a file, and not too long") {
  const test::TestFolder folder;
  const auto read = [&](const char* name) { return made_file(folder.path() / name, 5); };
  const auto refusal = [&](const char* name) -> std::string {
    try {
      return "read: " + read(name);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  };
  test::put(folder.at("good"), "12345");
  test::put(folder.at("long"), "123456");
  std::filesystem::create_symlink("good", folder.at("link"));
  std::filesystem::create_directory(folder.at("folder"));
  REQUIRE(::mkfifo(folder.at("pipe").c_str(), 0600) == 0);
  CHECK(read("good") == "12345");
  CHECK_THAT(refusal("long"), EndsWith("is too long"));
  for (const char* const name : {"link", "folder", "pipe", "missing"})
    CHECK_THAT(refusal(name), EndsWith("is no file"));
}
