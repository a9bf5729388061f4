#include "arena/store/holder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/plain_text.hpp"

namespace arena {

namespace {

std::string about_this_process() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return fmt::format("process {} on {} since {:%Y-%m-%d %H:%M:%S}", ::getpid(), host.data(),
                     fmt::localtime(std::time(nullptr)));
}

}  // namespace

Holder::Holder(const std::string& path) {
  const std::string lock = path + ".lock";
  file_ = FileDescriptor(::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!file_) throw Error(fmt::format("cannot open \"{}\": {}", lock, std::strerror(errno)));
  if (::flock(file_.number(), LOCK_EX | LOCK_NB) != 0) {
    const std::string who = read_all(file_.number()).value_or("");
    throw Error(fmt::format("\"{}\" is in use: {} plays it", path,
                            who.empty() ? "another process" : escaped(who)));
  }
  // What the file says is a help for people only: the lock counts.
  if (::ftruncate(file_.number(), 0) == 0) write_all(file_.number(), about_this_process());
}

}  // namespace arena
