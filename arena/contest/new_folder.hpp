// A folder of files that appears as a whole or not at all. It is filled under another name beside
// its own, readable by nobody else, and renamed at the end; without that, it is removed. Nothing is
// ever written through a link, nor over anything.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "arena/util/file_descriptor.hpp"

namespace arena {

class NewFolder {
 public:
  /// Throws Error if there is something at `path` that is no empty folder, or if no folder can be
  /// made there.
  explicit NewFolder(std::string path);
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder();

  /// These throw std::system_error if it cannot be done. REQUIRES: `path` is relative and has no
  /// "." and ".." in it.
  void add_folder(std::string_view path);
  /// Begins a file, and ends the one before.
  void add_file(std::string_view path, bool is_executable);
  /// To the end of the file that was begun.
  void write(std::span<const std::byte> data);

  /// All is written: the folder takes its name.
  void finish();

 private:
  FileDescriptor open_folder(std::string_view path) const;
  void end_file();

  std::string path_;
  std::string draft_;  // its name until it is finished; empty: it is
  FileDescriptor top_;
  FileDescriptor file_;
};

}  // namespace arena
