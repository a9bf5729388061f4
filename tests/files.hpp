// The files of a test: a folder of its own, removed with all that is in it, and files read and
// written whole.
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

namespace arena::test {

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void put(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// In memory, if the system has such: for tests that write very often.
inline std::filesystem::path quick_place() {
  return ::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
}

class TestFolder {
 public:
  explicit TestFolder(const std::filesystem::path& place = "/tmp")
      : name_(place / "arena_test_XXXXXX") {
    if (::mkdtemp(name_.data()) == nullptr) throw std::system_error(errno, std::generic_category());
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(name_, ignored);
  }

  [[nodiscard]] std::filesystem::path path() const { return name_; }
  [[nodiscard]] std::string at(const std::string& name) const { return path() / name; }

 private:
  std::string name_;
};

/// An empty file in a folder of its own.
class TestFile {
 public:
  explicit TestFile(const std::string& ending, const std::filesystem::path& place = "/tmp")
      : folder_(place), path_(folder_.at("file" + ending)) {
    put("");
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string bytes() const { return content_of(path_); }
  void put(std::string_view bytes) const { test::put(path_, bytes); }

 private:
  TestFolder folder_;
  std::string path_;
};

}  // namespace arena::test
