// Checks the names in an archive one by one: each must be a plain path below the archive's top, and
// must not conflict with earlier ones.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "arena/archive/archive.hpp"

namespace arena {

class ArchiveNames {
 public:
  explicit ArchiveNames(const ArchiveLimits& limits) : limits_(limits) {}

  /// Returns the path of the next entry, without a leading "./" and a trailing "/". Empty for the
  /// archive's top. Throws Error, which names the entry, if the name is refused. REQUIRES: a
  /// Utf8Locale exists.
  std::string add(std::string_view name, bool is_folder);

 private:
  struct Known {
    std::string path;
    bool is_folder = false;
    bool is_entry = false;  // not only part of another path
  };

  void check_parts(std::string_view name, std::string_view path) const;
  void remember(std::string_view name, std::string_view path, bool is_folder, bool is_entry);

  ArchiveLimits limits_;
  std::unordered_map<std::wstring, Known> known_;  // by path, ignoring case
};

/// Files that macOS adds to archives by itself. They are checked, but not unpacked.
bool is_left_out(std::string_view path);

}  // namespace arena
