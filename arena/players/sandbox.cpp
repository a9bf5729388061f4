#include "arena/players/sandbox.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "arena/core/error.hpp"
#include "arena/core/text.hpp"
#include "arena/players/program.hpp"

namespace arena {

namespace {

namespace fs = std::filesystem;

/// Of the system: what programs and their runtimes read. Nothing of /etc that tells of users.
constexpr std::array<std::string_view, 1> system_folders = {"/usr"};
constexpr std::array<std::string_view, 6> system_links = {"bin",   "sbin",  "lib",
                                                          "lib32", "lib64", "libx32"};
constexpr std::array<std::string_view, 2> settings = {"/etc/alternatives", "/etc/ld.so.cache"};

/// Whether `folder` is `other` or lies above it.
bool holds(const fs::path& folder, const fs::path& other) {
  const fs::path rest = other.lexically_relative(folder);
  return !rest.empty() && *rest.begin() != "..";
}

/// A folder whose files are not all the bot's: near the root, of the system, a home, or where arena
/// itself works.
bool is_shared(const fs::path& folder) {
  const auto depth = std::distance(folder.begin(), folder.end()) - 1;  // 0: the root
  if (depth <= 1 || folder.parent_path() == "/home") return true;
  const char* home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): nobody changes it
  if (home != nullptr && *home != '\0' && holds(folder, home)) return true;
  for (const char* common : {"/tmp", "/var/tmp"}) {
    if (holds(folder, common)) return true;
  }
  for (const char* special : {"/run", "/etc", "/dev", "/proc", "/sys"}) {
    if (holds(special, folder)) return true;
  }
  return holds(folder, fs::current_path());
}

/// Whether a path leads where it seems to: a link in it may be of the bot's own making, and lead to
/// somebody else's folder.
bool is_plain(const fs::path& path) {
  std::error_code error;
  return fs::canonical(path, error) == path && !error;
}

/// What is shown for one word of a command; empty: nothing.
std::string shown_for(const std::string& word) {
  std::error_code error;
  const fs::path file = fs::absolute(word, error).lexically_normal();
  if (error || !is_plain(file)) return "";
  for (const char* there : {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/dev", "/proc", "/sys"}) {
    if (holds(there, file)) return "";
  }
  if (fs::is_directory(file, error)) return is_shared(file) ? "" : file.string();
  return is_shared(file.parent_path()) ? file.string() : file.parent_path().string();
}

/// What programs open of /dev. Bubblewrap's own (--dev) has three times as many mounts, and
/// terminals.
std::vector<std::string> device_words() {
  std::vector<std::string> words;
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/urandom"})
    words.insert(words.end(), {"--dev-bind", device, device});
  constexpr std::array<std::array<const char*, 2>, 6> links = {
      {{"/dev/random", "urandom"},
       {"/dev/shm", "/tmp"},
       {"/dev/fd", "/proc/self/fd"},
       {"/dev/stdin", "/proc/self/fd/0"},
       {"/dev/stdout", "/proc/self/fd/1"},
       {"/dev/stderr", "/proc/self/fd/2"}}};
  for (const auto& [link, target] : links) words.insert(words.end(), {"--symlink", target, link});
  return words;
}

/// Each mount takes bubblewrap a while, so there are few.
std::vector<std::string> system_words() {
  std::vector<std::string> words = device_words();
  const auto bind = [&words](const fs::path& path) {
    words.insert(words.end(), {"--ro-bind", path, path});
  };
  std::error_code error;
  for (const std::string_view folder : system_folders) bind(folder);
  for (const std::string_view name : system_links) {
    const fs::path link = "/" + std::string(name);
    if (fs::is_symlink(link, error)) {
      words.insert(words.end(), {"--symlink", fs::read_symlink(link, error), link});
    } else if (fs::is_directory(link, error)) {
      bind(link);
    }
  }
  for (const std::string_view path : settings) {
    if (fs::exists(path, error)) bind(path);
  }
  for (const auto& entry : fs::directory_iterator("/etc", error)) {
    if (entry.path().filename().string().starts_with("java-")) bind(entry.path());
  }
  return words;
}

}  // namespace

Sandbox::Sandbox(const SandboxLimits& limits)
    : limits_(limits), system_(system_words()), filter_(make_filter(users_.are_own())) {
  try {
    bwrap_ = find_program("bwrap");
  } catch (const Error&) {
    throw Error("--sandbox needs bubblewrap (the program bwrap), which is not installed");
  }
}

std::vector<std::string> Sandbox::option_words(const Inside& inside) const {
  const std::string scratch = std::to_string(limits_.scratch);
  const std::string here = fs::current_path();
  std::vector<std::string> words = {"--unshare-all",     "--unshare-user", "--disable-userns",
                                    "--die-with-parent", "--hostname",     "bot",
                                    "--clearenv"};
  for (const std::string& variable : inside.environment) {
    const std::size_t equals = variable.find('=');
    words.insert(words.end(),
                 {"--setenv", variable.substr(0, equals), variable.substr(equals + 1)});
  }
  words.insert(words.end(), {"--setenv", "HOME", "/tmp", "--setenv", "TMPDIR", "/tmp"});
  words.insert(words.end(), system_.begin(), system_.end());
  // Of locks the kernel tells everybody.
  words.insert(words.end(), {"--proc", "/proc", "--ro-bind", "/dev/null", "/proc/locks"});
  words.insert(words.end(), {"--size", scratch, "--tmpfs", "/tmp", "--dir", here});
  for (const std::string& path : shown(inside.command))
    words.insert(words.end(), {"--ro-bind", path, path});
  words.insert(words.end(), {"--remount-ro", "/", "--chdir", here});
  words.insert(words.end(), {"--seccomp", std::to_string(inside.filter)});
  words.insert(words.end(), {"--json-status-fd", std::to_string(inside.status)});
  return words;
}

FileDescriptor Sandbox::options(const Inside& inside) const {
  std::string text;
  for (const std::string& word : option_words(inside)) text.append(word).push_back('\0');
  FileDescriptor file(::memfd_create("arena-options", MFD_CLOEXEC));
  // It is read from its beginning, where its place in the file stays.
  if (!file || ::pwrite(file.number(), text.data(), text.size(), 0) != std::ssize(text))
    throw std::system_error(errno, std::generic_category(), "the sandbox's options");
  return file;
}

std::vector<std::string> Sandbox::around(const Inside& inside, int options) const {
  std::vector<std::string> words = {bwrap_, "--args", std::to_string(options), "--"};
  const std::vector<std::string> limits = limits_inside(inside.counted);
  if (!limits.empty()) {
    words.emplace_back("/usr/bin/prlimit");
    words.insert(words.end(), limits.begin(), limits.end());
    words.emplace_back("--");
  }
  words.insert(words.end(), inside.command.begin(), inside.command.end());
  return words;
}

std::vector<std::string> Sandbox::limits_inside(bool counted) const {
  std::vector<std::string> words;
  if (!counted) words.push_back(fmt::format("--nproc={}", most_processes()));
  if (!users_.are_own()) words.push_back(fmt::format("--sigpending={}", limits_.timers));
  return words;
}

std::vector<std::string> Sandbox::shown(const std::vector<std::string>& command) {
  std::vector<std::string> paths;
  for (const std::string& word : command) {
    const std::string path = shown_for(word);
    if (!path.empty() && std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.push_back(path);
  }
  return paths;
}

FileDescriptor Sandbox::open_filter() const {
  // Anew, as whoever reads it moves the place in the file.
  const std::string path = fmt::format("/proc/self/fd/{}", filter_.number());
  return FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

std::unique_ptr<Cgroup> Sandbox::make_group(const std::string& name, bool watched) const {
  return groups_.make(name, {GroupLimits{limits_.memory, most_processes()}, watched, watched});
}

InsideEnd read_status(int status) {
  std::string text;
  std::array<char, 1024> bytes{};
  for (ssize_t size = 0; (size = ::read(status, bytes.data(), bytes.size())) > 0;)
    text.append(bytes.data(), static_cast<std::size_t>(size));
  constexpr std::string_view key = "\"exit-code\":";
  const std::size_t at = text.rfind(key);
  if (at == std::string::npos) return {};
  const std::string_view rest = trim(std::string_view(text).substr(at + key.size()));
  return {true, to_number<int>(rest.substr(0, rest.find_first_not_of("0123456789"))).value_or(0)};
}

}  // namespace arena
