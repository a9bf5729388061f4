#include "arena/players/spawner.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <utility>

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

// Process v2 with the standard library's paths forgets to include the first three.
// clang-format off
#include <boost/optional.hpp>
#include <boost/type_traits/decay.hpp>
#include <boost/type_traits/is_convertible.hpp>
#include <boost/process/v2/posix/vfork_launcher.hpp>
#include <boost/process/v2/process.hpp>
// clang-format on

#include "arena/players/bot_environment.hpp"
#include "arena/players/child_setup.hpp"
#include "arena/players/program.hpp"

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

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

/// A descriptor above 2, so that giving a child its descriptors 0 to 2 cannot run over it.
FileDescriptor above_standard(FileDescriptor low) {
  if (low.number() > 2) return low;
  return FileDescriptor(::fcntl(low.number(), F_DUPFD_CLOEXEC, 3));
}

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  Pipe made{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  made.read = above_standard(std::move(made.read));
  made.write = above_standard(std::move(made.write));
  if (!made.read || !made.write) return std::nullopt;
  return made;
}

/// As exec wants them.
std::vector<const char*> pointers_to(const std::vector<std::string>& variables) {
  std::vector<const char*> pointers;
  pointers.reserve(variables.size() + 1);
  for (const std::string& variable : variables) pointers.push_back(variable.c_str());
  pointers.push_back(nullptr);
  return pointers;
}

/// What it takes to start one process in a sandbox.
struct Shutter {
  Shutter(const Sandbox& box, const Cgroup* its_group)
      : sandbox(box), status(make_pipe()), filter(box.open_filter()), group(its_group) {
    if (!status) return;
    ::fcntl(status->read.number(), F_SETFL, O_NONBLOCK);
    const SandboxLimits& limits = sandbox.limits();
    confinement.inherited = {filter.number(), status->write.number()};
    confinement.file = {limits.scratch, limits.scratch};
    confinement.drops_root = ::geteuid() == 0;
    // Without groups each process is limited by itself.
    if (group == nullptr || !sandbox.groups().limits_memory())
      confinement.data = {limits.memory, limits.memory};
  }
  /// Whether there is a group if there can be one: a limit is never left out silently.
  [[nodiscard]] bool has_limits() const {
    const CgroupRoot& groups = sandbox.groups();
    return group != nullptr || !(groups.limits_memory() || groups.limits_processes());
  }
  [[nodiscard]] std::vector<std::string> around(const std::vector<std::string>& command,
                                                std::vector<std::string> environment) const {
    const bool counted = group != nullptr && sandbox.groups().limits_processes();
    return sandbox.around(
        {command, std::move(environment), filter.number(), status->write.number(), counted});
  }

  const Sandbox& sandbox;
  std::optional<Pipe> status;
  FileDescriptor filter;
  const Cgroup* group;
  Confinement confinement;
};

std::unique_ptr<Cgroup> group_for(const SpawnRequest& request, unsigned long number) {
  const bool watched = request.watching != nullptr;
  if (request.sandbox != nullptr) return request.sandbox->make_group(group_name(number), watched);
  return watched ? request.watching->make(group_name(number), {{}, true, true}) : nullptr;
}

/// The user inside may open its own descriptors anew, as /dev/stderr for instance.
void give(const FileDescriptor& in, const FileDescriptor& out, const FileDescriptor& err) {
  if (::geteuid() != 0) return;
  for (const FileDescriptor* end : {&in, &out, &err})
    static_cast<void>(::fchown(end->number(), sandbox_user, sandbox_user));
}

bool is_lack_of_room(int error) {
  return error == EMFILE || error == ENFILE || error == ENOMEM || error == EAGAIN;
}

/// `error`: an errno.
SpawnResult not_started(const std::string& reason, int error) {
  if (is_lack_of_room(error)) return NoRoom{reason};
  return Fault{FaultKind::exit, "could not be started: " + reason};
}

rlimit raised_file_limit() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  const rlimit most{files.rlim_max, files.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &most);
  return files;
}

/// What exec failed with; 0 if it did not. Waits for the one or the other.
int exec_error(Pipe& failure) {
  failure.write.reset();
  int error = 0;
  ssize_t size = 0;
  do {
    size = ::read(failure.read.number(), &error, sizeof(error));
  } while (size < 0 && errno == EINTR);
  return size == sizeof(error) ? error : 0;
}

/// Ends a process that nobody will talk to.
void discard(pid_t pid) {
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
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
  } catch (const std::exception& error) {
    return NoRoom{error.what()};
  }
}

SpawnResult Spawner::try_start(const SpawnRequest& request) {
  auto in = make_pipe();
  auto out = make_pipe();
  auto err = make_pipe();
  auto failure = make_pipe();
  if (!in || !out || !err || !failure) return not_started(std::strerror(errno), errno);

  Spawned spawned;
  const unsigned long number = ++started_;
  spawned.marker = fmt::format("ARENA_BOT={}.{}", ::getpid(), number);
  std::vector<std::string> command = request.command;
  std::vector<std::string> variables = bot_environment(request.declared);
  spawned.group = group_for(request, number);
  std::optional<Shutter> shutter;
  if (request.sandbox != nullptr) {
    shutter.emplace(*request.sandbox, spawned.group.get());
    if (!shutter->status || !shutter->filter) return NoRoom{"too many open files"};
    if (!shutter->has_limits()) return NoRoom{"no control group could be made for it"};
    give(in->read, out->write, err->write);
    // What is declared is for the bot: bubblewrap itself, outside, gets the mark alone.
    variables.push_back(spawned.marker);
    command = shutter->around(command, std::move(variables));
    variables.clear();
  }
  variables.push_back(spawned.marker);
  const std::vector<const char*> environment = pointers_to(variables);
  std::vector<std::string> entrances;
  if (spawned.group) entrances = spawned.group->entrances();
  const cpu_set_t processors = request.core ? only(*request.core) : processors_;
  stay_on(processors);
  const ChildSetup setup{{in->read.number(), out->write.number(), err->write.number()},
                         failure->write.number(),
                         &processors,
                         &files_,
                         ::getpid(),
                         spawned.group ? &entrances : nullptr,
                         shutter ? &shutter->confinement : nullptr};
  const std::string& program = command.front();
  const std::vector<std::string> arguments(command.begin() + 1, command.end());

  // A context of its own, without a reactor: the launcher tells it of the fork in the child, where
  // a reactor would make itself anew, and thereby break arena's, whose memory that is.
  asio::io_context context;
  boost::process::v2::posix::vfork_launcher launch;
  launch.env = environment.data();
  boost::system::error_code error;
  const auto starting = leaders_.starting();
  try {
    launch(context.get_executor(), error, std::filesystem::path(program), arguments, setup)
        .detach();
  } catch (
      const std::exception&) {  // after the fork: there was no room for the launcher's own part
    if (launch.pid > 0) discard(launch.pid);
    throw;
  }
  if (launch.pid <= 0) return not_started(error.message(), error.value());
  if (const int reason = exec_error(*failure); reason != 0 || error) {
    discard(launch.pid);
    const int why = reason != 0 ? reason : error.value();
    return not_started(start_failure(program, why), why);
  }
  spawned.pidfd.reset(static_cast<int>(::syscall(SYS_pidfd_open, launch.pid, 0)));
  if (!spawned.pidfd) {
    const int why = errno;
    discard(launch.pid);
    return not_started(std::strerror(why), why);
  }
  leaders_.add(launch.pid);
  spawned.pid = launch.pid;
  spawned.in = std::move(in->write);
  spawned.out = std::move(out->read);
  spawned.err = std::move(err->read);
  if (shutter) spawned.status = std::move(shutter->status->read);
  return spawned;
}

}  // namespace arena
