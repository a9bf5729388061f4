// What built-in bots and analyses work out once and share, such as the values of all positions:
// made by the first who asks, never changed afterwards, for any number of threads. With a cache it
// outlives arena. Not for what depends on a match.
#pragma once

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace arena {

/// Bytes by name that outlive arena.
class Cache {
 public:
  Cache() = default;
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;
  virtual ~Cache() = default;

  /// What was kept by this name, whole and unchanged; else nothing.
  virtual std::optional<std::string> load(std::string_view name) = 0;
  /// May fail; then it is made again another time.
  virtual void keep(std::string_view name, std::string_view bytes) = 0;
};

/// How a value is made, and how its bytes are written and read. Another way to make it needs
/// another name: letters, digits, `-` and `_`.
template <class T>
struct TableSource {
  std::string name;
  std::function<T()> make;
  std::function<std::string(const T&)> write;
  /// Nothing, if the bytes are those of something else.
  std::function<std::optional<T>(std::string_view)> read;
  /// What to tell the user before it is made, if that takes long; empty: nothing.
  std::string announcement;
};

class TableCache {
 public:
  /// Without a cache, values last as long as the table_cache and those who took them.
  explicit TableCache(Cache* cache = nullptr) : cache_(cache) {}
  TableCache(const TableCache&) = delete;
  TableCache& operator=(const TableCache&) = delete;
  ~TableCache() = default;

  /// Who is given the announcements; nobody by default. Called before other threads take anything.
  void announce_to(std::function<void(const std::string&)> say) { say_ = std::move(say); }

  /// Two who ask for the same name ask by the same recipe. Others wait while a value is made, so a
  /// recipe takes nothing from its own table_cache.
  template <class T>
  std::shared_ptr<const T> take(const TableSource<T>& recipe) {
    const std::lock_guard lock(mutex_);
    std::any& value = values_[recipe.name];
    if (!value.has_value()) value = fetch(recipe);
    return std::any_cast<std::shared_ptr<const T>>(value);
  }

 private:
  template <class T>
  std::shared_ptr<const T> fetch(const TableSource<T>& recipe) {
    if (const auto bytes = cache_ != nullptr ? cache_->load(recipe.name) : std::nullopt) {
      if (auto read = recipe.read(*bytes)) return std::make_shared<const T>(std::move(*read));
    }
    if (say_ && !recipe.announcement.empty()) say_(recipe.announcement);
    auto made = std::make_shared<const T>(recipe.make());
    if (cache_ != nullptr) cache_->keep(recipe.name, recipe.write(*made));
    return made;
  }

  Cache* cache_;
  std::function<void(const std::string&)> say_;
  std::mutex mutex_;
  std::map<std::string, std::any> values_;
};

}  // namespace arena
