// The names in an archive, looked at one after the other: whether each is a plain path below the
// archive's top, and whether it goes together with those before it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "arena/contest/archive.hpp"

namespace arena {

class ArchiveNames {
 public:
  explicit ArchiveNames(const ArchiveLimits& limits) : limits_(limits) {}

  /// The path of the next entry, without "./" before and "/" after it; empty: the archive's top
  /// itself. Throws Error, naming it, if it is to be refused. REQUIRES: a Utf8Locale lives.
  std::string add(std::string_view name, bool is_folder);

 private:
  struct Known {
    std::string path;
    bool is_folder = false;
    bool is_entry = false;  // not only implied by what lies in it
  };

  void check_parts(std::string_view name, std::string_view path) const;
  void remember(std::string_view name, std::string_view path, bool is_folder, bool is_entry);

  ArchiveLimits limits_;
  std::unordered_map<std::wstring, Known> known_;  // by path without regard to case
};

/// That a name is text which means the same to every reader. Throws Error, naming it, if not.
void check_name_text(std::string_view name);

/// The name with "<U+202E>" and the like in place of characters that nobody sees.
std::string with_unseen_told(std::string_view name);

/// What file managers of macOS add to archives unasked: it is checked, but not unpacked.
bool is_left_out(std::string_view path);

}  // namespace arena
