#include "arena/archive/new_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace {

namespace files = std::filesystem;

constexpr auto folder_mode = static_cast<files::perms>(0755);

[[noreturn]] void fail(std::string_view path) {
  throw std::system_error(errno, std::generic_category(),
                          fmt::format("cannot write {}", in_quotes(path)));
}

/// What the disk does not do, such as a full one, is not the archive's fault.
[[noreturn]] void fail_to_make(std::string_view path, std::error_code error) {
  throw std::system_error(error, fmt::format("cannot unpack to {}", in_quotes(path)));
}

[[noreturn]] void fail_to_make(std::string_view path) {
  fail_to_make(path, std::error_code(errno, std::generic_category()));
}

[[noreturn]] void refuse(std::string_view path, std::string_view why) {
  throw Error(fmt::format("cannot unpack to {}: {}", in_quotes(path), why));
}

void check_free(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return;
    fail_to_make(path);
  }
  if (!S_ISDIR(status.st_mode)) refuse(path, "it is there and no folder");
  std::error_code error;
  const bool empty = files::is_empty(path, error);
  if (error) fail_to_make(path, error);
  if (!empty) refuse(path, "it is not empty");
}

}  // namespace

NewFolder::NewFolder(std::string path) : path_(std::move(path)) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
  if (path_.empty()) refuse(path_, "it has no name");
  check_free(path_);
  std::string draft = path_ + ".XXXXXX";
  if (::mkdtemp(draft.data()) == nullptr) fail_to_make(path_);
  draft_ = std::move(draft);
}

NewFolder::~NewFolder() {
  if (draft_.empty()) return;
  std::error_code error;  // ignored: a destructor cannot report it
  files::remove_all(draft_, error);
}

void NewFolder::add_folder(std::string_view path) { files::create_directories(draft_ / path); }

void NewFolder::add_file(std::string_view path, bool is_executable) {
  end_file();
  const files::path file = draft_ / path;
  files::create_directories(file.parent_path());
  file_.reset(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
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
  files::permissions(draft_, folder_mode);
  for (const auto& entry : files::recursive_directory_iterator(draft_)) {
    if (entry.is_directory()) files::permissions(entry, folder_mode);
  }
  if (::rename(draft_.c_str(), path_.c_str()) != 0) fail(path_);
  draft_.clear();
}

}  // namespace arena
