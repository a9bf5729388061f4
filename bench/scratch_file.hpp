// A row's file of records, in a folder of its own among the temporary files: what SQLite keeps
// beside a file goes with it. The destructor removes the folder.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace arena::bench {

class ScratchFile {
 public:
  /// `ending`: the file extension, which must differ for each file of a row.
  explicit ScratchFile(const std::string& ending)
      : folder_(std::filesystem::temp_directory_path() /
                ("arena_bench_" + std::to_string(::getpid()) + ending)),
        path_(folder_ / ("file" + ending)) {
    std::filesystem::create_directory(folder_);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string path() const { return path_; }
  [[nodiscard]] double size() const {
    return static_cast<double>(std::filesystem::file_size(path_));
  }

 private:
  std::filesystem::path folder_;
  std::filesystem::path path_;
};

}  // namespace arena::bench
