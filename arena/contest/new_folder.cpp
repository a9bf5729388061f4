#include "arena/contest/new_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/plain_text.hpp"

namespace arena {

namespace {

constexpr mode_t folder_mode = 0755;
constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

[[noreturn]] void fail(std::string_view path) {
  throw std::system_error(errno, std::generic_category(),
                          fmt::format("cannot write {}", in_quotes(path)));
}

[[noreturn]] void refuse(std::string_view path, std::string_view why) {
  throw Error(fmt::format("cannot unpack to {}: {}", in_quotes(path), why));
}

void check_free(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return;
    refuse(path, std::strerror(errno));
  }
  if (!S_ISDIR(status.st_mode)) refuse(path, "it is there and no folder");
  std::error_code error;
  const bool empty = std::filesystem::is_empty(path, error);
  if (error) refuse(path, error.message());
  if (!empty) refuse(path, "it is not empty");
}

}  // namespace

NewFolder::NewFolder(std::string path) : path_(std::move(path)) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
  if (path_.empty()) refuse(path_, "it has no name");
  check_free(path_);
  std::string draft = path_ + ".XXXXXX";
  if (::mkdtemp(draft.data()) == nullptr) refuse(path_, std::strerror(errno));
  draft_ = std::move(draft);
  top_.reset(::open(draft_.c_str(), folder_flags));
  if (!top_) fail(path_);
}

NewFolder::~NewFolder() {
  if (draft_.empty()) return;
  std::error_code error;  // ignored: a destructor cannot report it
  std::filesystem::remove_all(draft_, error);
}

/// Opens a folder below the top. Makes it and its parents if necessary.
FileDescriptor NewFolder::open_folder(std::string_view path) const {
  FileDescriptor folder(::openat(top_.number(), ".", folder_flags));
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string part(path.substr(begin, end - begin));
    const bool is_new = ::mkdirat(folder.number(), part.c_str(), 0700) == 0;
    if (!is_new && errno != EEXIST) fail(path);
    FileDescriptor inner(::openat(folder.number(), part.c_str(), folder_flags));
    if (!inner || (is_new && ::fchmod(inner.number(), folder_mode) != 0)) fail(path);
    folder = std::move(inner);
    begin = end + 1;
  }
  if (!folder) fail(path);
  return folder;
}

void NewFolder::add_folder(std::string_view path) { open_folder(path); }

void NewFolder::add_file(std::string_view path, bool is_executable) {
  end_file();
  const std::size_t slash = path.rfind('/');
  const bool at_top = slash == std::string_view::npos;
  const FileDescriptor folder = open_folder(at_top ? "" : path.substr(0, slash));
  const std::string name(path.substr(at_top ? 0 : slash + 1));
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  file_.reset(::openat(folder.number(), name.c_str(), flags, 0600));
  if (!file_ || ::fchmod(file_.number(), is_executable ? 0755 : 0644) != 0) fail(path);
}

void NewFolder::write(std::span<const std::byte> data) {
  const std::string_view bytes(reinterpret_cast<const char*>(data.data()), data.size());  // NOLINT
  if (!write_all(file_.number(), bytes)) fail(path_);
}

/// Some file systems report a full disk only now.
void NewFolder::end_file() {
  if (file_ && ::close(file_.release()) != 0) fail(path_);
}

void NewFolder::finish() {
  end_file();
  if (::fchmod(top_.number(), folder_mode) != 0) fail(path_);
  if (::rename(draft_.c_str(), path_.c_str()) != 0) fail(path_);
  draft_.clear();
}

}  // namespace arena
