#include "arena/process/sandbox/sandbox.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "arena/process/sandbox/library.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

/// The devices that programs open. Bubblewrap's own --dev makes three times as many mounts.
std::vector<std::string> device_words() {
  std::vector<std::string> words;
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/urandom"})
    append(words, {"--dev-bind", device, device});
  constexpr std::array<std::array<const char*, 2>, 6> links = {
      {{"/dev/random", "urandom"},
       {"/dev/shm", "/tmp"},
       {"/dev/fd", "/proc/self/fd"},
       {"/dev/stdin", "/proc/self/fd/0"},
       {"/dev/stdout", "/proc/self/fd/1"},
       {"/dev/stderr", "/proc/self/fd/2"}}};
  for (const auto& [link, target] : links) append(words, {"--symlink", target, link});
  return words;
}

/// The real path, because a link could lead out of the sandbox's own files.
std::string find_tool(const char* name, const char* need) {
  try {
    return std::filesystem::canonical(find_program(name));
  } catch (const Error&) {
    throw Error(fmt::format("{}, which is not installed", need));
  }
}

FileDescriptor make_library() {
  FileDescriptor file(::memfd_create("arena-proc", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  const auto* const bytes = reinterpret_cast<const char*>(sandbox_library);  // NOLINT
  if (!file || !write_all(file.number(), {bytes, sandbox_library_size}) ||
      ::fcntl(file.number(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK) != 0)
    throw std::system_error(errno, std::generic_category(), "the sandbox's library");
  return file;
}

}  // namespace

Sandbox::Sandbox(const SandboxLimits& limits)
    : limits_(limits),
      bwrap_(find_tool("bwrap", "--sandbox needs bubblewrap (the program bwrap)")),
      paths_(limits.apart ? own_files_root : ""),
      preload_(make_library()),
      filter_(make_filter(users_.are_own())) {
  if (!limits.apart) return;
  bindfs_ = find_tool("bindfs", "--sandbox=apart needs bindfs");
  if (!std::filesystem::exists("/dev/fuse"))
    throw Error("--sandbox=apart needs /dev/fuse, which does not exist here");
}

std::vector<std::string> Sandbox::option_words(const Inside& inside) const {
  const std::string scratch = std::to_string(limits_.scratch);
  const std::string here = std::filesystem::current_path();
  std::vector<std::string> words = {"--unshare-all",     "--unshare-user", "--disable-userns",
                                    "--die-with-parent", "--hostname",     "bot",
                                    "--clearenv"};
  append(words, {"--setenv", "USER", "bot"});  // there is no list of users to ask
  for (const std::string& variable : inside.environment) {
    const std::size_t equals = variable.find('=');
    append(words, {"--setenv", variable.substr(0, equals), variable.substr(equals + 1)});
  }
  append(words, {"--setenv", "HOME", "/tmp", "--setenv", "TMPDIR", "/tmp"});
  append(words, device_words());
  append(words, paths_.system_words());
  append(words, {"--proc", "/proc", "--size", scratch, "--tmpfs", "/tmp", "--dir", here});
  for (const std::string& path : paths_.of(inside.command)) append(words, paths_.showing(path));
  append(words, paths_.sealing_words());
  append(words, {"--remount-ro", "/", "--chdir", here});
  append(words, {"--seccomp", std::to_string(inside.filter)});
  append(words, {"--json-status-fd", std::to_string(inside.status)});
  return words;
}

FileDescriptor Sandbox::options(const Inside& inside) const {
  std::string text;
  for (const std::string& word : option_words(inside)) text.append(word).push_back('\0');
  FileDescriptor file(::memfd_create("arena-options", MFD_CLOEXEC));
  // Bubblewrap reads from the file's offset, and pwrite leaves that at the beginning.
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

std::vector<std::string> Sandbox::preload_variables() const {
  std::vector<std::string> variables = {
      fmt::format("LD_PRELOAD=/proc/self/fd/{}", preload_.number())};
  if (limits_.apart) variables.push_back(fmt::format("{}={}", own_files_variable, bindfs_));
  return variables;
}

std::vector<std::string> Sandbox::limits_inside(bool counted) const {
  std::vector<std::string> words;
  if (!counted) words.push_back(fmt::format("--nproc={}", most_processes()));
  if (!users_.are_own()) words.push_back(fmt::format("--sigpending={}", limits_.timers));
  return words;
}

FileDescriptor Sandbox::open_filter() const {
  // Opens the file again, because each reader moves the offset of its descriptor.
  const std::string path = fmt::format("/proc/self/fd/{}", filter_.number());
  return FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

std::unique_ptr<Cgroup> Sandbox::make_group(unsigned long number, bool watched) const {
  return groups_.make(number, GroupLimits{limits_.memory, most_processes()}, watched);
}

InsideEnd read_status(int status) {
  std::string text;
  std::array<char, 1024> bytes{};
  for (ssize_t size = 0; (size = ::read(status, bytes.data(), bytes.size())) > 0;)  // never blocks
    text.append(bytes.data(), static_cast<std::size_t>(size));
  constexpr std::string_view key = "\"exit-code\":";
  const std::size_t at = text.rfind(key);
  if (at == std::string::npos) return {};
  const std::string_view rest = trim(std::string_view(text).substr(at + key.size()));
  return {true, to_number<int>(rest.substr(0, rest.find_first_not_of("0123456789"))).value_or(0)};
}

bool ended_before_program(const InsideEnd& end, std::string_view stderr_tail) {
  constexpr int not_entered = 126;  // as in shells; 127: the program is missing
  return (end.status == not_entered || end.status == not_entered + 1) &&
         stderr_tail.starts_with("prlimit: ");
}

bool makes_sandbox(std::string_view process) {
  return process.ends_with("(bwrap)") || process.ends_with("(prlimit)") ||
         process.ends_with("(bindfs)");
}

}  // namespace arena
