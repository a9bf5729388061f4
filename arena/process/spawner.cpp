#include "arena/process/spawner.hpp"

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

#include "arena/process/bot_environment.hpp"
#include "arena/process/child_setup.hpp"
#include "arena/process/guardian.hpp"
#include "arena/process/launch.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace asio = boost::asio;

/// A request and what to do with its result. `done` may run in any thread.
struct Spawner::Job {
  explicit Job(SpawnRequest wanted) : request(std::move(wanted)) {}
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  virtual ~Job() = default;
  virtual void done(SpawnResult result) = 0;

  SpawnRequest request;
};

template <class Handler>
struct Spawner::JobFor final : Job {
  using Executor = decltype(asio::prefer(
      std::declval<asio::associated_executor_t<Handler>>(),
      asio::execution::outstanding_work_t::tracked));  // so that its loop does not end meanwhile

  JobFor(SpawnRequest wanted, Handler then)
      : Job(std::move(wanted)),
        executor(asio::prefer(asio::get_associated_executor(then),
                              asio::execution::outstanding_work_t::tracked)),
        handler(std::move(then)) {}

  /// Nothing of the loop may be touched in this thread once its own goes on: it may end.
  void done(SpawnResult result) override {
    auto untracked = asio::prefer(executor, asio::execution::outstanding_work_t::untracked);
    asio::post(untracked,
               [loop = std::move(executor), then = std::move(handler),
                result = std::move(result)]() mutable { std::move(then)(std::move(result)); });
  }

  Executor executor;
  Handler handler;
};

namespace {

/// What a bot talks through, and the one by which its process tells that it could not be entered.
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

/// What it takes to start one process in a sandbox.
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
    // Without groups each process is limited by itself.
    if (group == nullptr || !sandbox.groups().limits_memory())
      confinement.data = {limits.memory, limits.memory};
  }
  /// What it is short of; empty: nothing. A limit is never left out silently.
  [[nodiscard]] std::string lack() const {
    if (!status || !filter) return "too many open files";
    const CgroupRoot& groups = sandbox.groups();
    const bool can_limit = groups.limits_memory() || groups.limits_processes();
    return group == nullptr && can_limit ? "no control group could be made for it" : "";
  }
  /// The command that runs this one inside; from now on `confinement` is whole.
  std::vector<std::string> around(const std::vector<std::string>& command,
                                  std::vector<std::string> environment) {
    const bool counted = group != nullptr && sandbox.groups().limits_processes();
    const Inside inside{command, std::move(environment), filter.number(), status->write.number(),
                        counted};
    options = sandbox.options(inside);
    confinement.inherited = {filter.number(), status->write.number(), options.number(),
                             sandbox.library()};
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
  return watched ? request.watching->make(number, {{}, true, true}) : nullptr;
}

/// The user inside may open its own descriptors anew, as /dev/stderr for instance.
void give(const Pipes& pipes, const BotUser& user) {
  if (!user) return;
  for (const FileDescriptor* end : {&pipes.in.read, &pipes.out.write, &pipes.err.write})
    static_cast<void>(::fchown(end->number(), *user, *user));
}

/// Null `shutter`: not in a sandbox.
Program program_for(const SpawnRequest& request, const std::string& marker,
                    SandboxLaunch* shutter) {
  Program program{request.command, bot_environment(request.declared)};
  program.environment.push_back(marker);
  if (shutter == nullptr) return program;
  // What is declared is for the bot: bubblewrap itself, outside, gets the mark and its library.
  return {shutter->around(request.command, std::move(program.environment)),
          {marker, shutter->sandbox.library_variable()}};
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

Spawner::Spawner()
    : files_(raised_file_limit()), processors_(allowed_processors()), here_(processors_) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  // The thread is born with all signals blocked: they are for main, and for no child before exec.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { work(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Spawner::~Spawner() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_one();
  thread_.join();
  remove_orphans(leaders_);
}

asio::awaitable<SpawnResult> Spawner::spawn(SpawnRequest request) {
  if (::access("/proc/self/stat", R_OK) != 0)
    throw Error("arena sees in /proc what bots do: it is not mounted, or cannot be read");
  return asio::async_initiate<const asio::use_awaitable_t<>&, void(SpawnResult)>(
      [this](auto handler, SpawnRequest wanted) {
        submit(std::make_unique<JobFor<decltype(handler)>>(std::move(wanted), std::move(handler)));
      },
      asio::use_awaitable, std::move(request));
}

void Spawner::submit(std::unique_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  changed_.notify_one();
}

void Spawner::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closing_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const std::unique_ptr<Job> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job->done(start(job->request));
  }
}

/// This thread wakes and is waited for on the core of whoever asks: between two cores, that takes
/// a good part of what starting a process does.
void Spawner::stay_on(const cpu_set_t& processors) {
  if (CPU_EQUAL(&processors, &here_)) return;
  here_ = processors;
  ::sched_setaffinity(0, sizeof(processors), &processors);
}

/// What a library throws for lack of room must not end the thread that all bots live by.
SpawnResult Spawner::start(const SpawnRequest& request) {
  try {
    return try_start(request);
  } catch (const boost::system::system_error& error) {
    return NoRoom{error.code().message()};  // its text names a line of the library's
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
  std::optional<SandboxLaunch> shutter;
  if (request.sandbox != nullptr) {
    shutter.emplace(*request.sandbox, spawned.group.get(), files_.rlim_max);
    if (std::string lack = shutter->lack(); !lack.empty()) return NoRoom{std::move(lack)};
    give(*pipes, shutter->confinement.user);
  }
  const Program program = program_for(request, spawned.marker, shutter ? &*shutter : nullptr);
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
      shutter ? &shutter->confinement : nullptr};

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
  if (shutter) spawned.status = std::move(shutter->status->read);
  return spawned;
}

}  // namespace arena
