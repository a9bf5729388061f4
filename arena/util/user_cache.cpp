#include "arena/util/user_cache.hpp"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "arena/util/file_cache.hpp"

namespace arena {

namespace {

std::optional<std::filesystem::path> variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no thread yet
  if (value == nullptr) return std::nullopt;
  return value;
}

/// Empty if there is none.
std::filesystem::path folder() {
  if (const auto own = variable("ARENA_CACHE")) return *own;
  // The standard of these folders says to ignore a relative path.
  if (const auto caches = variable("XDG_CACHE_HOME"); caches && caches->is_absolute())
    return *caches / "arena";
  if (const auto home = variable("HOME"); home && home->is_absolute())
    return *home / ".cache" / "arena";
  return {};
}

}  // namespace

std::unique_ptr<Cache> user_cache() {
  std::filesystem::path where = folder();
  if (where.empty()) return nullptr;
  return std::make_unique<FileCache>(
      std::move(where), [](const std::string& text) { fmt::print(stderr, "arena: {}\n", text); });
}

}  // namespace arena
