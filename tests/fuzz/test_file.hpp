// A file in memory, if the system has such a folder, that is there as long as its program.
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace arena::fuzz {

class TestFile {
 public:
  explicit TestFile(const std::string& ending)
      : path_((::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp") +
              std::string("/arena_fuzz_XXXXXX") + ending) {
    ::close(::mkstemps(path_.data(), static_cast<int>(ending.size())));
  }
  TestFile(const TestFile&) = delete;
  TestFile& operator=(const TestFile&) = delete;
  ~TestFile() { std::remove(path_.c_str()); }

  [[nodiscard]] const std::string& path() const { return path_; }
  void put(std::string_view bytes) const {
    std::FILE* const file = std::fopen(path_.c_str(), "wb");
    if (file == nullptr) return;
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
  }

 private:
  std::string path_;
};

}  // namespace arena::fuzz
