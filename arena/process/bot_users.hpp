// Who bots in a sandbox are, if arena is root: each bot a user of its own where there are enough
// user ids, since the kernel counts pipes, timers, descriptors on their way and what epoll watches
// for each user. Not for: giving up root (child_setup.hpp).
#pragma once

#include <optional>

namespace arena {

/// The user that all bots are where they cannot have their own: nobody, as Debian numbers it.
inline constexpr unsigned shared_bot_user = 65534;

/// Who the next bot is to be, as user and as group. Returns nothing if arena is not root: then bots
/// are arena's user.
using BotUser = std::optional<unsigned>;

/// Immutable, so that any thread may use it.
class BotUsers {
 public:
  /// Looks who arena is, and which user ids it has.
  BotUsers();

  /// Whether no two bots are the same user.
  [[nodiscard]] bool are_own() const { return are_root_ && are_many_; }
  /// Drawn by chance, as other arenas may run on the host.
  [[nodiscard]] BotUser draw() const;

 private:
  bool are_root_;
  bool are_many_;
};

}  // namespace arena
