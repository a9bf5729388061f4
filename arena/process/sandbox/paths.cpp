#include "arena/process/sandbox/paths.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

namespace arena {

namespace {

namespace fs = std::filesystem;

constexpr const char* system_folder = "/usr";
constexpr const char* local_folder = "/usr/local";
/// The parts of these two folders that belong to the system and that programs and runtimes read.
constexpr std::array<std::string_view, 14> needed = {
    "bin",     "sbin",  "lib",   "lib32", "lib64", "libx32", "libexec",
    "include", "share", "local", "etc",   "games", "man",    "src"};
constexpr std::array<std::string_view, 6> system_links = {"bin",   "sbin",  "lib",
                                                          "lib32", "lib64", "libx32"};
/// Only files that contain nothing about users.
constexpr std::array<std::string_view, 2> settings = {"/etc/alternatives", "/etc/ld.so.cache"};

/// Whether the path contains no links. A bot could make a link to another user's folder.
bool is_plain(const fs::path& path) {
  std::error_code error;
  return fs::canonical(path, error) == path && !error;
}

/// Adds a home by its usual path and by the path where its links lead.
void add_home(std::vector<std::string>& homes, const char* home) {
  if (home == nullptr || *home != '/') return;
  std::error_code error;
  for (const fs::path& path : {fs::path(home).lexically_normal(), fs::canonical(home, error)}) {
    // System users have homes such as / or /usr/sbin, which are not private.
    if (path.has_relative_path()) homes.push_back(path.string());
  }
}

/// From HOME, and from the list of users, because arena may run as any of them.
std::vector<std::string> all_homes() {
  std::vector<std::string> homes;
  add_home(homes, std::getenv("HOME"));  // NOLINT(concurrency-mt-unsafe): arena never changes it
  std::array<char, 16384> text{};
  passwd entry{};
  passwd* found = nullptr;
  if (::getpwuid_r(::geteuid(), &entry, text.data(), text.size(), &found) == 0 && found != nullptr)
    add_home(homes, found->pw_dir);
  const std::unique_ptr<FILE, int (*)(FILE*)> users(std::fopen("/etc/passwd", "re"), &std::fclose);
  while (users && ::fgetpwent_r(users.get(), &entry, text.data(), text.size(), &found) == 0)
    add_home(homes, found->pw_dir);
  return homes;
}

/// Whether bots see this system folder as it is.
bool is_needed(const fs::path& path) {
  if (path == system_folder) return true;
  const fs::path folder = path.parent_path();
  return (folder == system_folder || folder == local_folder) &&
         std::ranges::find(needed, path.filename().string()) != needed.end();
}

/// Where relative words lead. Whoever wrote the words after `env -C FOLDER` may not know what is in
/// the folder where arena was started.
fs::path start_of(const std::vector<std::string>& command) {
  const bool is_elsewhere = command.size() > 3 && fs::path(command[0]).filename() == "env" &&
                            command[1] == "-C" && fs::path(command[2]).is_absolute();
  return is_elsewhere ? fs::path(command[2]) : fs::current_path();
}

bool is_channel(const fs::file_status& status) {
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status) &&
         !fs::is_symlink(status);
}

}  // namespace

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

bool lies_in(const std::string& path, const std::string& folder) {
  if (!path.starts_with(folder)) return false;
  return path.size() == folder.size() || folder == "/" || path[folder.size()] == '/';
}

std::string channel_in(const std::string& path) {
  std::error_code error;
  if (is_channel(fs::symlink_status(path, error))) return path;
  const auto options = fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator entry(path, options, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    std::error_code gone;
    if (is_channel(entry->symlink_status(gone))) return entry->path();
  }
  return "";
}

SandboxPaths::SandboxPaths(std::string root) : root_(std::move(root)), homes_(all_homes()) {
  show_system();
  cover_what_no_program_needs();
}

std::vector<std::string> SandboxPaths::showing(const std::string& path) const {
  return {"--ro-bind", root_ + path, path};
}

void SandboxPaths::show(const std::string& path) {
  append(words_, showing(path));
  common_.push_back(path);
}

/// Uses few mounts, because each one costs bubblewrap time.
void SandboxPaths::show_system() {
  show(system_folder);
  std::error_code error;
  for (const std::string_view name : system_links) {
    const fs::path link = "/" + std::string(name);
    if (fs::is_symlink(link, error)) {
      append(words_, {"--symlink", fs::read_symlink(link, error), link});
    } else if (fs::is_directory(link, error)) {
      show(link);
    }
  }
  for (const std::string_view path : settings) {
    if (fs::exists(path, error)) show(std::string(path));
  }
  for (const auto& entry : fs::directory_iterator("/etc", error)) {
    if (entry.path().filename().string().starts_with("java-")) show(entry.path());
  }
}

/// Hides folders of others inside the system's folders, such as the one in which arena works.
void SandboxPaths::cover_what_no_program_needs() {
  std::error_code error;
  for (const char* folder : {system_folder, local_folder}) {
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (is_needed(entry.path()) || entry.is_symlink(error)) continue;
      const bool is_folder = entry.is_directory(error);
      if (!is_folder || !fs::is_empty(entry.path(), error)) cover(entry.path(), is_folder);
    }
  }
  const std::string here = fs::current_path();
  if (!common_folder(here).empty() && !is_needed(here)) cover(here, true);
}

void SandboxPaths::cover(const std::string& path, bool is_folder) {
  covered_.push_back(path);
  if (is_folder) {
    append(words_, {"--tmpfs", path});
    append(sealing_words_, {"--remount-ro", path});
  } else {
    append(words_, {"--ro-bind", "/dev/null", path});
  }
}

std::string SandboxPaths::common_folder(const std::string& path) const {
  const auto holds_path = [&path](const std::string& folder) { return lies_in(path, folder); };
  if (std::ranges::any_of(covered_, holds_path)) return "";
  const auto found = std::ranges::find_if(common_, holds_path);
  return found != common_.end() ? *found : "";
}

/// Whether the folder may contain files of others: near the root, a system folder, a home, or the
/// folder in which arena works.
bool SandboxPaths::is_shared(const std::string& folder) const {
  if (std::ranges::count(folder, '/') <= 1) return true;  // the root, or directly below it
  if (fs::path(folder).parent_path() == "/home") return true;
  const auto is_in_folder = [&folder](const std::string& path) { return lies_in(path, folder); };
  if (std::ranges::any_of(homes_, is_in_folder)) return true;
  if (is_in_folder("/var/tmp") || is_in_folder(local_folder)) return true;
  for (const char* special : {"/run", "/etc", "/dev", "/proc", "/sys"}) {
    if (lies_in(folder, special)) return true;
  }
  return is_in_folder(fs::current_path());
}

std::string SandboxPaths::shown_for(const std::string& word, const fs::path& start) const {
  std::error_code error;
  const fs::path file = (start / word).lexically_normal();
  if (!is_plain(file) || !common_folder(file).empty()) return "";
  for (const char* special : {"/dev", "/proc", "/sys"}) {
    if (lies_in(file, special)) return "";
  }
  if (fs::is_directory(file, error)) return is_shared(file) ? "" : file.string();
  return is_shared(file.parent_path()) ? file.string() : file.parent_path().string();
}

std::vector<std::string> SandboxPaths::of(const std::vector<std::string>& command) const {
  std::vector<std::string> paths;
  const fs::path start = start_of(command);
  for (const std::string& word : command) {
    const std::string path = shown_for(word, start);
    if (!path.empty() && std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
  }
  return paths;
}

}  // namespace arena
