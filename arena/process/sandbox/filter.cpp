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

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include <asm/termbits.h>

#include "arena/process/sandbox/calls.hpp"
#include "arena/process/sandbox/sandbox.hpp"

namespace arena {

namespace {

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

/// Allows new threads and processes in the same namespaces, and harmless changes to themselves.
void allow_processes(Filter& filter) {
  filter.allow_without(SCMP_SYS(clone), 0,
                       CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                           CLONE_NEWPID | CLONE_NEWNET);
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
