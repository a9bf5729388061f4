// Values that built-in bots and analyses compute once and share, such as the values of all
// positions. The first caller makes a value; it never changes afterwards, and any number of threads
// may use it. With a Cache it outlives arena. Not for anything that depends on a match.
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

#include <boost/core/noncopyable.hpp>

namespace arena {

/// Stores bytes by name, longer than arena runs. Thread-safe for different names.
class Cache : boost::noncopyable {
 public:
  virtual ~Cache() = default;

  /// What `keep` stored by this name, whole and unchanged; nullopt if none exists.
  virtual std::optional<std::string> load(std::string_view name) = 0;
  /// May fail. Then the value is computed again next time.
  virtual void keep(std::string_view name, std::string_view bytes) = 0;
};

/// How to make a value, and how to write and read its bytes. Another way to make it needs another
/// name. Names consist of letters, digits, `-` and `_`.
template <class T>
struct TableSource {
  std::string name;
  std::function<T()> make;
  /// Both may be empty: then the value does not outlive arena.
  std::function<std::string(const T&)> write;
  /// Returns nullopt if the bytes are not of such a value.
  std::function<std::optional<T>(std::string_view)> read;
  /// The message for the user before a value that takes long is made; may be empty.
  std::string announcement;
};

class TableCache {
 public:
  /// Without a cache, a value lives as long as this object or a caller that took it.
  explicit TableCache(Cache* cache = nullptr) : cache_(cache) {}

  /// Sets who receives the announcements. By default they are dropped. Call it before threads use
  /// `take`.
  void announce_to(std::function<void(const std::string&)> say) { say_ = std::move(say); }

  /// Callers that use the same name must use the same source. While a value is made, other callers
  /// wait for it, but not for other values.
  template <class T>
  std::shared_ptr<const T> take(const TableSource<T>& source) {
    Entry& entry = this->entry(source.name);
    const std::lock_guard lock(entry.mutex);
    if (!entry.value.has_value()) entry.value = fetch(source);
    return std::any_cast<std::shared_ptr<const T>>(entry.value);
  }

 private:
  struct Entry {
    std::mutex mutex;
    std::any value;
  };

  Entry& entry(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return entries_[name];
  }

  template <class T>
  std::shared_ptr<const T> fetch(const TableSource<T>& source) {
    const bool is_kept = cache_ != nullptr && source.write;
    if (const auto bytes = is_kept ? cache_->load(source.name) : std::nullopt) {
      if (auto read = source.read(*bytes)) return std::make_shared<const T>(std::move(*read));
    }
    if (say_ && !source.announcement.empty()) say_(source.announcement);
    auto made = std::make_shared<const T>(source.make());
    if (is_kept) cache_->keep(source.name, source.write(*made));
    return made;
  }

  Cache* cache_;
  std::function<void(const std::string&)> say_;
  std::mutex mutex_;  // of the map, whose entries stay where they are
  std::map<std::string, Entry> entries_;
};

}  // namespace arena
