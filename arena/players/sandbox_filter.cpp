// The filter of system calls of a sandbox. Everything is allowed but the following.
#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "arena/players/sandbox.hpp"

namespace arena {

namespace {

// Locks on files that all bots see (flock), keys of the kernel's, and the like carry messages from
// bot to bot; the rest looks into other processes, makes namespaces, or is where the kernel itself
// has been broken before.
constexpr std::array refused = {
    "flock",
    "inotify_init",
    "inotify_init1",
    "inotify_add_watch",
    "fanotify_init",
    "fanotify_mark",
    "cachestat",
    "add_key",
    "request_key",
    "keyctl",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "kcmp",
    "pidfd_getfd",
    "unshare",
    "setns",
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsmount",
    "fspick",
    "mount_setattr",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "personality",
    "kexec_load",
    "init_module",
    "finit_module",
    "delete_module",
    "quotactl",
    "swapon",
    "swapoff",
    "reboot",
    "sethostname",
    "setdomainname",
    "syslog",
    "acct",
    "open_by_handle_at",
    "name_to_handle_at",
    "vhangup",
    "nfsservctl",
    "sched_setaffinity",
};

// Nothing is done, and said to be well: the devices are the host's, their times are everybody's to
// read, and whoever may write to them may set these to now. Programs that copy files set times too.
constexpr std::array passed_over = {"utime", "utimes", "futimesat", "utimensat"};

// The kernel looks at 32 bits of these arguments, a filter at 64.
constexpr scmp_datum_t word = 0xffffffffU;

struct Release {
  void operator()(void* filter) const { seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

void need(bool done, const char* what) {
  if (!done) throw std::runtime_error(std::string("the sandbox's filter of system calls: ") + what);
}

/// `error`: 0 does nothing, and says that it was done.
void answer(const Filter& filter, const char* name, unsigned error) {
  const int number = seccomp_syscall_resolve_name(name);
  if (number == __NR_SCMP_ERROR) return;  // this kernel's headers do not know it
  need(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(error), number, 0) == 0, name);
}

/// A call whose `argument`-th word, from 0, is `value`.
void refuse_if(const Filter& filter, int call, unsigned argument, int value, int error) {
  const scmp_arg_cmp is{argument, SCMP_CMP_MASKED_EQ, word, static_cast<scmp_datum_t>(value)};
  const auto action = SCMP_ACT_ERRNO(static_cast<unsigned>(error));
  need(seccomp_rule_add_array(filter.get(), action, call, 1, &is) == 0, "a rule");
}

/// Sockets of all families but those of one machine's own network namespace.
void refuse_sockets(const Filter& filter) {
  for (int family = 0; family < AF_MAX; ++family) {
    if (family == AF_UNIX || family == AF_INET || family == AF_INET6) continue;
    for (const int call : {SCMP_SYS(socket), SCMP_SYS(socketpair)})
      refuse_if(filter, call, 0, family, EAFNOSUPPORT);
  }
}

/// Locks, leases and hints on files, which bots that open the same file see of each other: of the
/// system, or a device.
void refuse_file_signals(const Filter& filter) {
  for (const int command : {F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW,
                            F_SETLEASE, F_NOTIFY, F_SET_RW_HINT})
    refuse_if(filter, SCMP_SYS(fcntl), 1, command, EPERM);
}

}  // namespace

FileDescriptor make_filter() {
  const Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  need(filter != nullptr, "no libseccomp");
  // Looked up as in a tree: the kernel asks the filter about every call there is when it takes it.
  need(seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0, "cannot be a tree");
  for (const char* name : refused) answer(filter, name, EPERM);
  for (const char* name : passed_over) answer(filter, name, 0);
  refuse_sockets(filter);
  refuse_file_signals(filter);
  constexpr int push_into_terminal = 0x5412;  // TIOCSTI: characters as if they were typed
  refuse_if(filter, SCMP_SYS(ioctl), 1, push_into_terminal, EPERM);
  FileDescriptor file(::memfd_create("arena-filter", MFD_CLOEXEC));
  need(static_cast<bool>(file), std::strerror(errno));
  need(seccomp_export_bpf(filter.get(), file.number()) == 0, "cannot be written");
  return file;
}

}  // namespace arena
