#include "arena/util/file_cache.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

#include <boost/core/noncopyable.hpp>
#include <fmt/format.h>

#include "arena/util/file_io.hpp"

namespace arena {

namespace {

namespace fs = std::filesystem;

constexpr int format_version = 1;
constexpr std::uintmax_t largest = std::uintmax_t{256} << 20U;  // bytes of a file

/// FNV-1a over name and bytes, so that a renamed file is detected.
std::uint64_t checksum(std::string_view name, std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const std::string_view part : {name, bytes}) {
    for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  return hash;
}

/// The first line of a file.
std::string head_of(std::string_view name, std::string_view bytes) {
  return fmt::format("arena cache {} {} {} {:016x}\n", format_version, name, bytes.size(),
                     checksum(name, bytes));
}

/// A temporary file in the folder of `path`. It is removed unless it replaces `path`.
class Draft : boost::noncopyable {
 public:
  explicit Draft(const fs::path& path)
      : name_(path.string() + ".XXXXXX"), file_(::mkstemp(name_.data())) {
    if (file_ < 0) fail();
  }
  ~Draft() {
    if (file_ < 0) return;
    ::close(file_);
    if (!placed_) ::unlink(name_.c_str());
  }

  void write(std::string_view bytes) const {
    if (!write_all(file_, bytes)) fail();
  }
  void place(const fs::path& path) {
    if (::fsync(file_) != 0) fail();
    fs::rename(name_, path);
    placed_ = true;
  }

 private:
  [[noreturn]] static void fail() { throw std::system_error(errno, std::generic_category()); }

  std::string name_;
  int file_;
  bool placed_ = false;
};

std::optional<fs::path> variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no thread yet
  if (value == nullptr) return std::nullopt;
  return value;
}

/// Empty if the user has no folder for caches.
fs::path user_folder() {
  if (const auto own = variable("ARENA_CACHE")) return *own;
  // The standard of these folders says to ignore a relative path.
  if (const auto caches = variable("XDG_CACHE_HOME"); caches && caches->is_absolute())
    return *caches / "arena";
  if (const auto home = variable("HOME"); home && home->is_absolute())
    return *home / ".cache" / "arena";
  return {};
}

}  // namespace

fs::path FileCache::path_of(std::string_view name) const {
  return folder_ / (std::string(name) + ".table");
}

std::optional<std::string> FileCache::load(std::string_view name) {
  const fs::path path = path_of(name);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return std::nullopt;
  if (status.type() == fs::file_type::regular && fs::file_size(path, error) <= largest) {
    std::ifstream file(path, std::ios::binary);
    std::string head;
    std::getline(file, head);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (head + '\n' == head_of(name, bytes)) return bytes;
  }
  say_(fmt::format("{} is damaged or not a file of arena's: arena computes it again",
                   path.string()));
  return std::nullopt;
}

void FileCache::keep(std::string_view name, std::string_view bytes) {
  const fs::path path = path_of(name);
  try {
    fs::create_directories(folder_);
    Draft draft(path);
    draft.write(head_of(name, bytes));
    draft.write(bytes);
    draft.place(path);
  } catch (const std::system_error& error) {
    say_(fmt::format("{} cannot be written, so arena will compute it again: {}", path.string(),
                     error.code().message()));
  }
}

std::unique_ptr<Cache> user_cache() {
  fs::path where = user_folder();
  if (where.empty()) return nullptr;
  return std::make_unique<FileCache>(
      std::move(where), [](const std::string& text) { fmt::print(stderr, "arena: {}\n", text); });
}

}  // namespace arena
