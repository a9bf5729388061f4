#include "arena/store/holder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace {

constexpr std::string_view first_word = "process ";

std::string about_this_process() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return fmt::format("{}{} on {} since {:%Y-%m-%d %H:%M:%S}", first_word, ::getpid(), host.data(),
                     fmt::localtime(std::time(nullptr)));
}

}  // namespace

Holder::Holder(const std::string& path) {
  // A link to the store is the same store.
  std::error_code wrong;
  const std::string lock = std::filesystem::weakly_canonical(path, wrong).string() + ".lock";
  if (wrong) throw Error(fmt::format("cannot open \"{}\": {}", path, wrong.message()));
  file_ = FileDescriptor(::open(lock.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!file_) throw Error(fmt::format("cannot open \"{}\": {}", lock, std::strerror(errno)));
  const bool is_free = ::flock(file_.number(), LOCK_EX | LOCK_NB) == 0;
  const std::string who = read_all(file_.number()).value_or("");
  if (!is_free) {
    throw Error(fmt::format("\"{}\" is in use: {} plays it", path,
                            who.empty() ? "another process" : escaped(who)));
  }
  if (!who.empty() && !who.starts_with(first_word))
    throw Error(fmt::format("\"{}\" would be arena's lock, but is another file", lock));
  // What the file says is a help for people only: the lock counts.
  if (::ftruncate(file_.number(), 0) == 0 && ::lseek(file_.number(), 0, SEEK_SET) == 0)
    write_all(file_.number(), about_this_process());
}

}  // namespace arena
