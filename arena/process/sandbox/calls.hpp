// The system calls that a bot in a sandbox can use: those that programs, compilers and runtimes of
// nine languages make, found by tracing. Any other call fails with ENOSYS, so that runtimes fall
// back as on an older kernel. Not for: calls that depend on their arguments (filter.cpp).
#pragma once

#include <array>
#include <string_view>

namespace arena {

/// Names, separated by blanks. Names that the machine does not know are left out.
inline constexpr std::array<std::string_view, 11> allowed_calls = {
    // Files and folders.
    "open openat creat close close_range read write readv writev pread64 pwrite64 preadv pwritev "
    "lseek sendfile copy_file_range splice tee truncate ftruncate fallocate umask dup dup2 dup3",
    "stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2 readlink "
    "readlinkat getdents getdents64 getcwd chdir fchdir getxattr lgetxattr fgetxattr listxattr "
    "llistxattr flistxattr",
    "mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat "
    "mknod mknodat chmod fchmod fchmodat fchmodat2",
    // Memory.
    "brk munmap mremap mprotect pkey_alloc pkey_free pkey_mprotect msync mlock mlock2 munlock "
    "mlockall munlockall membarrier get_mempolicy set_mempolicy mbind",
    // Processes and threads.
    "fork vfork execve execveat exit exit_group wait4 waitid futex futex_waitv set_robust_list "
    "get_robust_list set_tid_address rseq arch_prctl restart_syscall pidfd_open pidfd_send_signal",
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
    "bind connect listen accept accept4 getsockname getpeername getsockopt setsockopt shutdown "
    "sendto recvfrom recvmsg recvmmsg",
};

/// Calls that do nothing and report success.
inline constexpr std::array<std::string_view, 3> passed_over_calls = {
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
inline constexpr std::string_view passing_calls = "sendmsg sendmmsg";

}  // namespace arena
