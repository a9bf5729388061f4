// With this part of the library, bots in two sandboxes reach no page in common. Processes that map
// the same page can communicate by it, although they can only read it: the page's counters are in
// /proc/self/pagemap, and futexes work on it. So, before bubblewrap starts, bindfs makes a file
// system that shows the host's root, with inodes and pages of its own. It is mounted in a namespace
// of this process, without privileges, and is gone when bubblewrap and bindfs have ended.
// Bubblewrap itself, and the libraries that it loads, come from there, too.
#include "arena/process/sandbox/library.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

using arena::own_files_root;
using arena::own_files_variable;

constexpr unsigned recursively = 0x8000;  // AT_RECURSIVE, for which the C library wants _GNU_SOURCE

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  ::_exit(1);
}

void put(const char* path, const char* text) {
  const int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || ::write(file, text, std::strlen(text)) < 0) fail(path);
  ::close(file);
}

/// Maps this process's user or group to itself.
void map_own(const char* path, unsigned id) {
  char line[64];
  std::snprintf(line, sizeof line, "%u %u 1", id, id);
  put(path, line);
}

void change_mounts(const char* path, unsigned flags, unsigned long long set,
                   unsigned long long clear) {
  mount_attr attributes{};
  attributes.attr_set = set;
  attributes.attr_clr = clear;
  if (::syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) != 0)
    fail(path);
}

/// Makes namespaces in which this process may mount, and one of times, because a bot can see
/// whether others have opened the one that it is in. There, reading a file does not change its time
/// of access, which all could read.
void enter_namespaces() {
  const unsigned user = ::getuid();
  const unsigned group = ::getgid();
  const bool has_times = ::access("/proc/self/ns/time", F_OK) == 0;
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS | (has_times ? CLONE_NEWTIME : 0)) != 0)
    fail("namespaces");
  put("/proc/self/setgroups", "deny");
  map_own("/proc/self/uid_map", user);
  map_own("/proc/self/gid_map", group);
  change_mounts("/", recursively, MOUNT_ATTR_RDONLY, 0);
  change_mounts("/proc", 0, 0, MOUNT_ATTR_RDONLY);  // bubblewrap maps users, too
}

void set_privileges(unsigned privileges) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2]{};
  data[0].effective = data[0].permitted = data[0].inheritable = privileges;
  if (::syscall(SYS_capset, &header, data) != 0) fail("privileges");
}

/// Becomes the process that answers what the kernel asks about the files. Its mark in the
/// environment tells arena to which bot it belongs.
[[noreturn]] void become_bindfs(const char* program) {
  ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
  set_privileges(1U << CAP_SYS_ADMIN);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_SYS_ADMIN, 0, 0) != 0)
    fail("privileges");
  ::unsetenv("LD_PRELOAD");
  // The kernel keeps what it knows: no file changes while a bot plays.
  ::execl(program, "bindfs", "-r", "--no-allow-other", "-o",
          "nonempty,kernel_cache,attr_timeout=86400,entry_timeout=86400,negative_timeout=86400",
          "/", own_files_root, nullptr);
  fail(program);
}

/// Bindfs goes on in the background when the file system is mounted.
void mount_own_files(const char* program) {
  const pid_t child = ::fork();
  if (child < 0) fail("fork");
  if (child == 0) become_bindfs(program);
  int status = 0;
  if (::waitpid(child, &status, 0) != child || status != 0) {
    std::fputs("bindfs could not show the sandbox files of its own\n", stderr);
    ::_exit(1);
  }
}

/// From now on this process sees the system by its own files, and bindfs still by the host's.
void enter_own_files() {
  if (::unshare(CLONE_NEWNS) != 0) fail("namespaces");
  for (const char* folder : {"/usr", "/lib", "/lib32", "/lib64", "/libx32"}) {
    struct stat status {};
    if (::lstat(folder, &status) != 0 || !S_ISDIR(status.st_mode)) continue;
    char own[PATH_MAX];
    std::snprintf(own, sizeof own, "%s%s", own_files_root, folder);
    if (::mount(own, folder, nullptr, MS_BIND, nullptr) != 0) fail(folder);
  }
}

__attribute__((constructor)) void start_with_own_files(int /*count*/, char** words,
                                                       char** /*environment*/) {
  const char* const bindfs = std::getenv(own_files_variable);  // NOLINT(concurrency-mt-unsafe)
  if (bindfs == nullptr) return;
  enter_namespaces();
  mount_own_files(bindfs);
  enter_own_files();
  set_privileges(0);
  ::unsetenv(own_files_variable);
  char program[PATH_MAX];
  std::snprintf(program, sizeof program, "%s%s", own_files_root, words[0]);
  ::execv(program, words);
  fail(program);
}

}  // namespace

// Bubblewrap loads this library by LD_PRELOAD. With it, the /proc in a sandbox shows only
// processes. The host's exact counters in /proc would let bots communicate. Bubblewrap has no
// option for this, and hiding each file of /proc would double its time.

namespace {

/// The descriptor of this library, which the bot must not inherit. The environment has its number
/// until bubblewrap clears the environment.
int own_file = -1;

__attribute__((constructor)) void remember_own_file() {
  const char* path = std::getenv("LD_PRELOAD");  // NOLINT(concurrency-mt-unsafe)
  const char* name = path != nullptr ? std::strrchr(path, '/') : nullptr;
  if (name != nullptr) own_file = std::atoi(name + 1);
}

}  // namespace

extern "C" int mount(const char* source, const char* target, const char* type, unsigned long flags,
                     const void* data) {
  if (type != nullptr && std::strcmp(type, "proc") == 0) {
    ::close(own_file);
    data = "subset=pid";
  }
  return static_cast<int>(::syscall(SYS_mount, source, target, type, flags, data));
}

// With this part of the library, a bot cannot look into the first process of its sandbox, which is
// bubblewrap's and has the bot's user. It has mapped files that other sandboxes have mapped, too.

/// Bubblewrap calls it in this process, to start the bot. The new program can look into itself
/// again.
extern "C" pid_t fork() {
  if (::getpid() == 1) ::prctl(PR_SET_DUMPABLE, 0);
  return ::_Fork();
}
