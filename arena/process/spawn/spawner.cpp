#include "arena/process/spawn/spawner.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <utility>

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "arena/process/limits/guardian.hpp"
#include "arena/process/spawn/bot_environment.hpp"
#include "arena/process/spawn/child_setup.hpp"
#include "arena/process/spawn/launch.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace asio = boost::asio;

namespace {

/// The bot's three pipes, and the one that reports a failed exec.
struct Pipes {
  Pipe in;
  Pipe out;
  Pipe err;
  Pipe failure;
};

std::optional<Pipes> make_pipes() {
  auto in = make_pipe();
  auto out = make_pipe();
  auto err = make_pipe();
  auto failure = make_pipe();
  if (!in || !out || !err || !failure) return std::nullopt;
  return Pipes{std::move(*in), std::move(*out), std::move(*err), std::move(*failure)};
}

/// The resources for starting one process in a sandbox.
struct SandboxLaunch {
  SandboxLaunch(const Sandbox& box, const Cgroup* its_group, rlim_t most_files)
      : sandbox(box), status(make_pipe()), filter(box.open_filter()), group(its_group) {
    if (!status) return;
    ::fcntl(status->read.number(), F_SETFL, O_NONBLOCK);
    const SandboxLimits& limits = sandbox.limits();
    confinement.file = {limits.scratch, limits.scratch};
    const rlim_t files = std::min<rlim_t>(static_cast<rlim_t>(limits.files), most_files);
    confinement.descriptors = {files, files};
    confinement.user = sandbox.users().draw();
    const auto timers = static_cast<rlim_t>(limits.timers);
    if (sandbox.users().are_own()) confinement.signals = rlimit{timers, timers};
    // Without groups, limit each process by itself.
    if (group == nullptr || !sandbox.groups().limits_memory())
      confinement.data = {limits.memory, limits.memory};
  }
  /// The missing resource, empty if none exists. Arena never leaves out a limit silently.
  [[nodiscard]] std::string lack() const {
    if (!status || !filter) return "too many open files";
    const CgroupRoot& groups = sandbox.groups();
    const bool can_limit = groups.limits_memory() || groups.limits_processes();
    return group == nullptr && can_limit ? "no control group could be made for it" : "";
  }
  /// Returns the command that runs `command` inside. Completes `confinement`.
  std::vector<std::string> around(const std::vector<std::string>& command,
                                  std::vector<std::string> environment) {
    const bool counted = group != nullptr && sandbox.groups().limits_processes();
    const Inside inside{command, std::move(environment), filter.number(), status->write.number(),
                        counted};
    options = sandbox.options(inside);
    confinement.inherited = {filter.number(), status->write.number(), options.number(),
                             sandbox.preload()};
    return sandbox.around(inside, options.number());
  }

  const Sandbox& sandbox;
  std::optional<Pipe> status;
  FileDescriptor filter;
  FileDescriptor options;
  const Cgroup* group;
  Confinement confinement;
};

std::unique_ptr<Cgroup> group_for(const SpawnRequest& request, unsigned long number) {
  const bool watched = request.watching != nullptr;
  if (request.sandbox != nullptr) return request.sandbox->make_group(number, watched);
  return watched ? request.watching->make(number, std::nullopt, true) : nullptr;
}

/// The bot's user must own the pipes to open them again, for instance as /dev/stderr.
void give(const Pipes& pipes, const BotUser& user) {
  if (!user) return;
  for (const FileDescriptor* end : {&pipes.in.read, &pipes.out.write, &pipes.err.write})
    static_cast<void>(::fchown(end->number(), *user, *user));
}

/// `in_sandbox` may be null.
Program program_for(const SpawnRequest& request, const std::string& marker,
                    SandboxLaunch* in_sandbox) {
  Program program{request.command, bot_environment(request.declared)};
  program.environment.push_back(marker);
  if (in_sandbox == nullptr) return program;
  // Declared variables are for the bot. Bubblewrap itself runs outside and gets only the mark and
  // the variables for its library.
  std::vector<std::string> variables = in_sandbox->sandbox.preload_variables();
  variables.push_back(marker);
  return {in_sandbox->around(request.command, std::move(program.environment)),
          std::move(variables)};
}

bool is_lack_of_room(int error) {
  return error == EMFILE || error == ENFILE || error == ENOMEM || error == EAGAIN;
}

SpawnResult result_of(const NotStarted& failed) {
  if (is_lack_of_room(failed.error)) return NoRoom{failed.reason};
  return Fault{FaultKind::exit, "could not be started: " + failed.reason};
}

SpawnResult system_refused() {
  const int error = errno;
  return result_of({std::strerror(error), error});
}

rlimit raised_file_limit() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  const rlimit most{files.rlim_max, files.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &most);
  return files;
}

cpu_set_t allowed_processors() {
  cpu_set_t all;
  CPU_ZERO(&all);
  ::sched_getaffinity(0, sizeof(all), &all);
  return all;
}

cpu_set_t only(int core) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  return one;
}

}  // namespace

int core_of(const cpu_set_t& cores, int n) {
  int left = n % std::max(1, CPU_COUNT(&cores));
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &cores) && left-- == 0) return core;
  }
  return 0;
}

void bind_to(int core) {
  const cpu_set_t set = only(core);
  ::sched_setaffinity(0, sizeof set, &set);
}

Spawner::Spawner()
    : files_(raised_file_limit()), processors_(allowed_processors()), here_(processors_) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  // All signals stay blocked in the thread: main handles them, and no child gets one before exec.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_.emplace(1);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Spawner::~Spawner() {
  thread_.reset();
  remove_orphans(leaders_);
}

asio::awaitable<SpawnResult> Spawner::spawn(SpawnRequest request) {
  if (::access("/proc/self/stat", R_OK) != 0)
    throw Error("arena sees in /proc what bots do: it is not mounted, or cannot be read");
  return asio::async_initiate<const asio::use_awaitable_t<>&, void(SpawnResult)>(
      [this](auto handler, SpawnRequest wanted) {
        using Work = asio::execution::outstanding_work_t;
        // A tracked executor keeps its loop from ending meanwhile.
        auto tracked = asio::prefer(asio::get_associated_executor(handler), Work::tracked);
        asio::post(*thread_, [this, loop = std::move(tracked), then = std::move(handler),
                              wanted = std::move(wanted)]() mutable {
          auto untracked = asio::prefer(loop, Work::untracked);
          // Do not use the loop in this thread after the post: the loop may end at once.
          asio::post(untracked,
                     [loop = std::move(loop), then = std::move(then),
                      result = start(wanted)]() mutable { std::move(then)(std::move(result)); });
        });
      },
      asio::use_awaitable, std::move(request));
}

/// Moves this thread to the core of the thread that asks. Waking each other across cores takes a
/// good part of the time for starting a process.
void Spawner::stay_on(const cpu_set_t& processors) {
  if (CPU_EQUAL(&processors, &here_)) return;
  here_ = processors;
  ::sched_setaffinity(0, sizeof(processors), &processors);
}

/// A library may throw if memory runs out. That must not end this thread, because all bots would
/// die.
SpawnResult Spawner::start(const SpawnRequest& request) {
  try {
    return try_start(request);
  } catch (const boost::system::system_error& error) {
    return NoRoom{error.code().message()};  // what() would include a line number of the library
  } catch (const std::exception& error) {
    return NoRoom{error.what()};
  }
}

SpawnResult Spawner::try_start(const SpawnRequest& request) {
  auto pipes = make_pipes();
  if (!pipes) return system_refused();
  Spawned spawned;
  const unsigned long number = ++started_;
  spawned.marker = new_mark(leaders_.guardian().word());
  spawned.group = group_for(request, number);
  std::optional<SandboxLaunch> in_sandbox;
  if (request.sandbox != nullptr) {
    in_sandbox.emplace(*request.sandbox, spawned.group.get(), files_.rlim_max);
    if (std::string lack = in_sandbox->lack(); !lack.empty()) return NoRoom{std::move(lack)};
    give(*pipes, in_sandbox->confinement.user);
  }
  const Program program = program_for(request, spawned.marker, in_sandbox ? &*in_sandbox : nullptr);
  std::vector<std::string> entrances;
  if (spawned.group) entrances = spawned.group->entrances();
  const cpu_set_t processors = request.core ? only(*request.core) : processors_;
  stay_on(processors);
  const ChildSetup setup{
      {pipes->in.read.number(), pipes->out.write.number(), pipes->err.write.number()},
      pipes->failure.write.number(),
      &processors,
      &files_,
      ::getpid(),
      spawned.group ? &entrances : nullptr,
      in_sandbox ? &in_sandbox->confinement : nullptr};

  const auto starting = leaders_.starting();
  const auto launched = launch(program, setup, pipes->failure);
  if (const auto* failed = std::get_if<NotStarted>(&launched)) return result_of(*failed);
  spawned.pid = std::get<pid_t>(launched);
  spawned.pidfd.reset(static_cast<int>(::syscall(SYS_pidfd_open, spawned.pid, 0)));
  if (!spawned.pidfd) {
    SpawnResult refused = system_refused();
    discard(spawned.pid);
    return refused;
  }
  leaders_.add(spawned.pid);
  spawned.in = std::move(pipes->in.write);
  spawned.out = std::move(pipes->out.read);
  spawned.err = std::move(pipes->err.read);
  if (in_sandbox) spawned.status = std::move(in_sandbox->status->read);
  return spawned;
}

}  // namespace arena
