// The sandbox's filter of system calls: a list of allowed calls. Every other call fails with
// ENOSYS, or with the error that programs expect if an argument is the reason.
#include <fcntl.h>
#include <linux/prctl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <asm/termbits.h>

#include "arena/process/sandbox/sandbox.hpp"

namespace arena {

namespace {

// The system calls that a bot in a sandbox can use: those that programs, compilers and runtimes of
// nine languages make, found by tracing. Any other call fails with ENOSYS, so that runtimes fall
// back as on an older kernel. allow_descriptors and the functions after it have the calls that
// depend on their arguments.

/// Names, separated by blanks. Names that the machine does not know are left out.
constexpr std::array<std::string_view, 11> allowed_calls = {
    // Files and folders. Not statfs: it shows how much is free on the host's disk.
    "open openat creat close close_range read write readv writev pread64 pwrite64 preadv pwritev "
    "lseek sendfile copy_file_range splice tee truncate ftruncate fallocate umask dup dup2 dup3",
    "stat fstat lstat newfstatat statx access faccessat faccessat2 readlink "
    "readlinkat getdents getdents64 getcwd chdir fchdir getxattr lgetxattr fgetxattr listxattr "
    "llistxattr flistxattr",
    "mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat "
    "mknod mknodat chmod fchmod fchmodat fchmodat2",
    // Memory.
    "brk munmap mremap mprotect pkey_alloc pkey_free pkey_mprotect msync mlock mlock2 munlock "
    "mlockall munlockall membarrier get_mempolicy set_mempolicy mbind",
    // Processes and threads.
    "fork vfork execve execveat exit exit_group wait4 waitid futex futex_waitv set_robust_list "
    "get_robust_list set_tid_address rseq arch_prctl restart_syscall",
    "getpid getppid gettid getpgid getpgrp setpgid getsid setsid getuid geteuid getgid getegid "
    "getresuid getresgid getgroups setuid setgid setreuid setregid setresuid setresgid setgroups "
    "capget",
    "sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_getattr "
    "sched_get_priority_max sched_get_priority_min sched_rr_get_interval getpriority setpriority "
    "getcpu getrlimit setrlimit prlimit64 getrusage times uname sysinfo getrandom",
    // Signals and time.
    "rt_sigaction rt_sigprocmask rt_sigpending rt_sigreturn rt_sigsuspend rt_sigtimedwait "
    "rt_sigqueueinfo rt_tgsigqueueinfo sigaltstack signalfd signalfd4 pause kill tkill tgkill",
    "nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time alarm getitimer "
    "setitimer timer_create timer_settime timer_gettime timer_getoverrun timer_delete",
    // Waiting for several things.
    "poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait "
    "epoll_pwait2 eventfd eventfd2 pipe pipe2",
    // Sockets of the allowed family.
    "bind connect listen accept accept4 getsockname getpeername setsockopt shutdown "
    "sendto recvfrom recvmsg recvmmsg",
};

/// Calls that do nothing and report success.
constexpr std::array<std::string_view, 3> passed_over_calls = {
    // Devices and namespaces belong to the host. Bots could signal by these files' times: all can
    // read them, and every user can set some of them to now. Programs that copy files set times and
    // owners.
    "utime utimes futimesat utimensat chown fchown lchown fchownat",
    // Advice and read-ahead would let bots choose which files the host keeps in memory.
    "fadvise64 readahead",
    // A bot has nothing on a disk, and others would wait for the host's disks with it.
    "sync syncfs fsync fdatasync sync_file_range",
};

/// Calls that pass descriptors. The kernel counts descriptors in transit per user, so only bots
/// with their own user may use these calls.
constexpr std::string_view passing_calls = "sendmsg sendmmsg";

// The kernel uses 32 bits of most arguments, a filter compares 64.
constexpr scmp_datum_t word = 0xffffffffU;

// The system's headers may be too old to have these names.
constexpr int set_vma = 0x53564d41;  // PR_SET_VMA: names a memory area
constexpr int populate_read = 22;    // MADV_POPULATE_READ
constexpr int populate_write = 23;
constexpr int guard_install = 102;  // MADV_GUARD_INSTALL: pages below a stack
constexpr int guard_remove = 103;

struct Release {
  void operator()(void* filter) const { seccomp_release(filter); }
};

void need(bool done, const std::string& what) {
  if (!done) throw std::runtime_error("the sandbox's filter of system calls: " + what);
}

class Filter {
 public:
  Filter() : filter_(seccomp_init(SCMP_ACT_ERRNO(ENOSYS))) {
    need(filter_ != nullptr, "no libseccomp");
    // Makes the filter a search tree: when the kernel loads it, it tries every call.
    need(seccomp_attr_set(filter_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0, "cannot be a tree");
  }

  /// Adds every call in `names`.
  void add(std::uint32_t action, std::string_view names) {
    std::istringstream words{std::string(names)};
    for (std::string name; words >> name;) {
      const int number = seccomp_syscall_resolve_name(name.c_str());
      if (number == __NR_SCMP_ERROR) continue;  // the library is older than the call
      need(seccomp_rule_add(filter_.get(), action, number, 0) == 0, name);
    }
  }
  /// Adds calls whose argument, counted from 0, passes the comparison with a value or mask and
  /// value.
  void add_if(std::uint32_t action, int call, unsigned argument, scmp_compare how,
              scmp_datum_t first, scmp_datum_t second = 0) {
    const scmp_arg_cmp condition{argument, how, first, second};
    need(seccomp_rule_add_array(filter_.get(), action, call, 1, &condition) == 0, "a rule");
  }
  /// Allows calls whose argument is one of these values.
  void allow_if(int call, unsigned argument, std::initializer_list<unsigned> values) {
    for (const scmp_datum_t value : values)
      add_if(SCMP_ACT_ALLOW, call, argument, SCMP_CMP_MASKED_EQ, word, value);
  }
  /// Allows calls whose argument has none of these bits. Others get the default action.
  void allow_without(int call, unsigned argument, scmp_datum_t bits) {
    add_if(SCMP_ACT_ALLOW, call, argument, SCMP_CMP_MASKED_EQ, bits, 0);
  }
  void write_to(int file) const {
    need(seccomp_export_bpf(filter_.get(), file) == 0, "cannot be written");
  }

 private:
  std::unique_ptr<void, Release> filter_;
};

/// Leaves out what bots share with others: everybody who opens a file notices its locks, leases and
/// hints, and the kernel counts the pages of a grown pipe per user.
void allow_descriptors(Filter& filter) {
  filter.allow_if(SCMP_SYS(fcntl), 1,
                  {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETPIPE_SZ,
                   F_ADD_SEALS, F_GET_SEALS});
  for (const int command : {F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW,
                            F_SETLEASE, F_NOTIFY, F_SET_RW_HINT, F_SETPIPE_SZ}) {
    filter.add_if(SCMP_ACT_ERRNO(EPERM), SCMP_SYS(fcntl), 1, SCMP_CMP_MASKED_EQ, word,
                  static_cast<scmp_datum_t>(command));
  }
  filter.allow_if(SCMP_SYS(ioctl), 1,
                  {TCGETS, TCGETS2, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX});
  // Their flags would reveal whether a page of a file is in the host's memory.
  for (const int call : {SCMP_SYS(preadv2), SCMP_SYS(pwritev2)}) {
    filter.allow_if(call, 5, {0});
    filter.add_if(SCMP_ACT_ERRNO(EOPNOTSUPP), call, 5, SCMP_CMP_GT, 0);
  }
}

/// Allows only sockets between processes in one sandbox. There is no network inside, and buffers of
/// other families would not count as the bot's memory.
void allow_sockets(Filter& filter) {
  for (const int call : {SCMP_SYS(socket), SCMP_SYS(socketpair)}) {
    filter.add_if(SCMP_ACT_ALLOW, call, 0, SCMP_CMP_EQ, AF_UNIX);
    filter.add_if(SCMP_ACT_ERRNO(EAFNOSUPPORT), call, 0, SCMP_CMP_GT, AF_UNIX);
  }
  // SO_COOKIE and later options have numbers that the kernel counts for the whole host.
  filter.add_if(SCMP_ACT_ALLOW, SCMP_SYS(getsockopt), 2, SCMP_CMP_LT, SO_COOKIE);
  filter.add_if(SCMP_ACT_ERRNO(ENOPROTOOPT), SCMP_SYS(getsockopt), 2, SCMP_CMP_GE, SO_COOKIE);
}

/// Huge pages are a reserve of the host. Others could notice if pages are moved out or merged.
void allow_memory(Filter& filter) {
  filter.allow_without(SCMP_SYS(mmap), 3, MAP_HUGETLB);
  filter.allow_without(SCMP_SYS(memfd_create), 1, MFD_HUGETLB);
  filter.allow_if(SCMP_SYS(madvise), 2,
                  {MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED,
                   MADV_FREE, MADV_REMOVE, MADV_DONTFORK, MADV_DOFORK, MADV_HUGEPAGE,
                   MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP, MADV_WIPEONFORK, MADV_KEEPONFORK,
                   populate_read, populate_write, guard_install, guard_remove});
}

/// Allows new threads and processes in the same namespaces, and harmless changes to themselves. The
/// kernel counts descriptors of processes for the whole host.
void allow_processes(Filter& filter) {
  filter.allow_without(SCMP_SYS(clone), 0,
                       CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                           CLONE_NEWPID | CLONE_NEWNET | CLONE_PIDFD);
  filter.allow_if(SCMP_SYS(prctl), 0,
                  {PR_SET_NAME, PR_GET_NAME, PR_SET_PDEATHSIG, PR_GET_PDEATHSIG, PR_SET_DUMPABLE,
                   PR_GET_DUMPABLE, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK, PR_SET_NO_NEW_PRIVS,
                   PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP, PR_CAPBSET_READ, PR_SET_CHILD_SUBREAPER,
                   PR_GET_CHILD_SUBREAPER, PR_SET_THP_DISABLE, PR_GET_THP_DISABLE, set_vma});
  constexpr unsigned only_ask = 0xffffffffU;
  filter.allow_if(SCMP_SYS(personality), 0, {0, only_ask});
}

}  // namespace

FileDescriptor make_filter(bool passes_descriptors) {
  Filter filter;
  for (const std::string_view names : allowed_calls) filter.add(SCMP_ACT_ALLOW, names);
  for (const std::string_view names : passed_over_calls) filter.add(SCMP_ACT_ERRNO(0), names);
  if (passes_descriptors) filter.add(SCMP_ACT_ALLOW, passing_calls);
  allow_descriptors(filter);
  allow_sockets(filter);
  allow_memory(filter);
  allow_processes(filter);
  FileDescriptor file(::memfd_create("arena-filter", MFD_CLOEXEC));
  need(static_cast<bool>(file), std::strerror(errno));
  filter.write_to(file.number());
  return file;
}

}  // namespace arena
