#include "arena/process/spawn/bot_users.hpp"

#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <random>

namespace arena {

namespace {

// No other program assigns these ids: they are above systemd's ids for services and containers, and
// below the numbers that are negative as a signed 32-bit number.
constexpr std::uint64_t first_user = 0x70000000;
constexpr std::uint64_t users = 0x08000000;

/// Whether this user namespace has all of these ids. `map`: a file in the kernel's format.
bool has_users(const char* map) {
  std::ifstream file(map);
  for (std::uint64_t first = 0, outside = 0, count = 0; file >> first >> outside >> count;) {
    if (first <= first_user && first + count >= first_user + users) return true;
  }
  return false;
}

}  // namespace

BotUsers::BotUsers()
    : are_root_(::geteuid() == 0),
      are_many_(has_users("/proc/self/uid_map") && has_users("/proc/self/gid_map")) {}

BotUser BotUsers::draw() const {
  if (!are_root_) return std::nullopt;
  if (!are_many_) return shared_bot_user;
  std::random_device chance;
  return static_cast<unsigned>(first_user + chance() % users);
}

}  // namespace arena
