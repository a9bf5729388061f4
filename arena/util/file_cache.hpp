// A cache in files of one folder, which is made when there is something to keep. A file is written
// beside its place and renamed, so nobody ever reads half of one. A file that is damaged, foreign,
// or cannot be written is no error: that is told once, and the value is made anew.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "arena/util/table_cache.hpp"

namespace arena {

class FileCache final : public Cache {
 public:
  using Say = std::function<void(const std::string&)>;

  /// `say` is given a sentence for the user.
  FileCache(std::filesystem::path folder, Say say)
      : folder_(std::move(folder)), say_(std::move(say)) {}

  std::optional<std::string> load(std::string_view name) override;
  void keep(std::string_view name, std::string_view bytes) override;

 private:
  [[nodiscard]] std::filesystem::path path_of(std::string_view name) const;

  std::filesystem::path folder_;
  Say say_;
};

}  // namespace arena
