#include "arena/process/spawn/launch.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <exception>
#include <filesystem>
#include <utility>

#include <boost/asio/io_context.hpp>

// Process v2, used with std::filesystem, does not include the first three headers itself.
// clang-format off
#include <boost/optional.hpp>
#include <boost/type_traits/decay.hpp>
#include <boost/type_traits/is_convertible.hpp>
#include <boost/process/v2/posix/vfork_launcher.hpp>
#include <boost/process/v2/process.hpp>
// clang-format on

#include "arena/process/spawn/program.hpp"
#include "arena/util/file_io.hpp"

namespace arena {

namespace {

FileDescriptor above_standard(FileDescriptor low) {
  if (low.number() > 2) return low;
  return FileDescriptor(::fcntl(low.number(), F_DUPFD_CLOEXEC, 3));
}

std::vector<const char*> pointers_to(const std::vector<std::string>& variables) {
  std::vector<const char*> pointers;
  pointers.reserve(variables.size() + 1);
  for (const std::string& variable : variables) pointers.push_back(variable.c_str());
  pointers.push_back(nullptr);
  return pointers;
}

/// Waits for exec. Returns its errno if it failed, else 0.
int exec_error(Pipe& failure) {
  failure.write.reset();
  int error = 0;
  const auto room = std::as_writable_bytes(std::span(&error, 1));
  return read_into(failure.read.number(), room) == sizeof(error) ? error : 0;
}

}  // namespace

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  Pipe made{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  made.read = above_standard(std::move(made.read));
  made.write = above_standard(std::move(made.write));
  if (!made.read || !made.write) return std::nullopt;
  return made;
}

std::variant<pid_t, NotStarted> launch(const Program& program, const ChildSetup& setup,
                                       Pipe& failure) {
  const std::string& path = program.command.front();
  const std::vector<std::string> arguments(program.command.begin() + 1, program.command.end());
  const std::vector<const char*> environment = pointers_to(program.environment);
  // This context has no reactor. In the child, the launcher announces the fork to its context, and
  // a reactor would then reinitialise itself in memory that is arena's and break arena's reactor.
  boost::asio::io_context context;
  boost::process::v2::posix::vfork_launcher launcher;
  launcher.env = environment.data();
  boost::system::error_code error;
  try {
    launcher(context.get_executor(), error, std::filesystem::path(path), arguments, setup).detach();
  } catch (const std::exception&) {  // after the fork, memory ran out in the launcher
    if (launcher.pid > 0) discard(launcher.pid);
    throw;
  }
  if (launcher.pid <= 0) return NotStarted{error.message(), error.value()};
  const int reason = exec_error(failure);
  if (reason == 0 && !error) return launcher.pid;
  discard(launcher.pid);
  const int why = reason != 0 ? reason : error.value();
  return NotStarted{start_failure(path, why), why};
}

void discard(pid_t pid) {
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
}

}  // namespace arena
