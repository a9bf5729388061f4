// A cache in the files of one folder, which is created for the first file. It writes each file
// under another name and renames it, so no process reads half a file. A file that is damaged,
// foreign or not writable is no error: the user gets one message, and the value is computed again.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "arena/util/table_cache.hpp"

namespace arena {

class FileCache final : public Cache {
 public:
  using Say = std::function<void(const std::string&)>;

  /// `say` receives a sentence for the user.
  FileCache(std::filesystem::path folder, Say say)
      : folder_(std::move(folder)), say_(std::move(say)) {}

  std::optional<std::string> load(std::string_view name) override;
  void keep(std::string_view name, std::string_view bytes) override;

 private:
  [[nodiscard]] std::filesystem::path path_of(std::string_view name) const;

  std::filesystem::path folder_;
  Say say_;
};

/// Where arena stores slow computations for this user (docs/command_line.md): the folder
/// $ARENA_CACHE, else $XDG_CACHE_HOME/arena, else ~/.cache/arena. Null if there is no such folder,
/// or if ARENA_CACHE is set and empty. Reports problems with files on stderr. Call it before any
/// thread starts.
std::unique_ptr<Cache> user_cache();

}  // namespace arena
