#include "arena/players/sandbox.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

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

/// A folder whose files are not all the bot's: only the file itself is shown of it.
bool is_shared(const fs::path& folder) {
  const char* home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): nobody changes it
  for (const char* common : {"/tmp", "/var/tmp", "/dev", "/proc", "/etc", "/usr"}) {
    if (holds(folder, common)) return true;
  }
  return home != nullptr && *home != '\0' && holds(folder, home);
}

/// What of the disk a command needs: the folder of each of its words that is a file, in its order.
std::vector<std::string> needed(const std::vector<std::string>& command) {
  std::vector<std::string> paths;
  for (const std::string& word : command) {
    std::error_code error;
    const fs::path file = fs::absolute(word, error).lexically_normal();
    if (error || !fs::exists(file, error)) continue;
    if (holds("/usr", file) || holds("/usr", fs::weakly_canonical(file, error))) continue;
    const fs::path folder = fs::is_directory(file, error) ? file : file.parent_path();
    const std::string path = is_shared(folder) ? file.string() : folder.string();
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  }
  return paths;
}

/// Each mount takes bubblewrap a while, so there are few.
std::vector<std::string> system_words() {
  std::vector<std::string> words;
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
    : limits_(limits), system_(system_words()), filter_(make_filter()) {
  try {
    bwrap_ = find_program("bwrap");
  } catch (const Error&) {
    throw Error("--sandbox needs bubblewrap (the program bwrap), which is not installed");
  }
}

std::vector<std::string> Sandbox::around(const std::vector<std::string>& command, int filter,
                                         int status, bool counted) const {
  const std::string scratch = std::to_string(limits_.scratch);
  const std::string here = fs::current_path();
  std::vector<std::string> words = {bwrap_,
                                    "--unshare-all",
                                    "--unshare-user",
                                    "--disable-userns",
                                    "--die-with-parent",
                                    "--hostname",
                                    "bot"};
  words.insert(words.end(), system_.begin(), system_.end());
  words.insert(words.end(),
               {"--proc", "/proc", "--dev", "/dev", "--size", scratch, "--tmpfs", "/dev/shm",
                "--remount-ro", "/dev", "--size", scratch, "--tmpfs", "/tmp", "--dir", here});
  for (const std::string& path : needed(command))
    words.insert(words.end(), {"--ro-bind", path, path});
  words.insert(words.end(),
               {"--remount-ro", "/", "--chdir", here, "--seccomp", std::to_string(filter),
                "--json-status-fd", std::to_string(status), "--"});
  // Set inside, where the limit counts the processes of this user namespace alone.
  if (!counted) {
    words.insert(words.end(),
                 {"/usr/bin/prlimit", "--nproc=" + std::to_string(limits_.processes), "--"});
  }
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

std::vector<std::string> Sandbox::environment(std::vector<std::string> outside) {
  std::erase_if(outside, [](const std::string& variable) {
    return variable.starts_with("HOME=") || variable.starts_with("TMPDIR=");
  });
  outside.insert(outside.end(), {"HOME=/tmp", "TMPDIR=/tmp"});
  return outside;
}

FileDescriptor Sandbox::open_filter() const {
  // Anew, as whoever reads it moves the place in the file.
  const std::string path = fmt::format("/proc/self/fd/{}", filter_.number());
  return FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

std::unique_ptr<Cgroup> Sandbox::make_group(const std::string& name) const {
  return groups_.make(name, {limits_.memory, limits_.processes});
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
