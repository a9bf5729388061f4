// A file of records for a row: in the folder for temporary files, and gone when the row ends.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace arena::bench {

class ScratchFile {
 public:
  /// `ending` tells the kind of file, and this file from others of the same row.
  explicit ScratchFile(const std::string& ending)
      : path_(std::filesystem::temp_directory_path() /
              ("arena_bench_" + std::to_string(::getpid()) + ending)) {}
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }

  [[nodiscard]] std::string path() const { return path_; }
  [[nodiscard]] double size() const {
    return static_cast<double>(std::filesystem::file_size(path_));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace arena::bench
