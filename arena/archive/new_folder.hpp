// A folder of files that appears complete or not at all. It is filled under another name beside its
// final place, where no other user can read it, then renamed. If that does not happen, it is
// removed. Never writes over an existing file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "arena/util/file_io.hpp"

namespace arena {

class NewFolder {
 public:
  /// Throws Error if `path` is there and no empty folder, std::system_error if arena cannot make a
  /// folder there.
  explicit NewFolder(std::string path);
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder();

  /// These throw std::system_error on failure. REQUIRES: `path` is relative, without "." and "..".
  void add_folder(std::string_view path);
  /// Starts a file and closes the one before.
  void add_file(std::string_view path, bool is_executable);
  /// Appends to the current file.
  void write(std::span<const std::byte> data);

  /// Renames the folder to its final name.
  void finish();

 private:
  void end_file();

  std::string path_;
  std::filesystem::path draft_;  // under its temporary name; empty when finished
  FileDescriptor file_;
};

}  // namespace arena
