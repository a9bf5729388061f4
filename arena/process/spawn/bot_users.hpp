// The users that run the bots in a sandbox if arena is root. Each bot has a user of its own if
// there are enough user ids, because the kernel counts pipes, timers, descriptors in transit and
// epoll watches per user. Not for: giving up root (child_setup.hpp).
#pragma once

#include <optional>

namespace arena {

/// All bots share this user if they cannot have their own: the user nobody, by its number on
/// Debian.
inline constexpr unsigned shared_bot_user = 65534;

/// A user id, used as group id too. No value if arena is not root: then bots run as arena's user.
using BotUser = std::optional<unsigned>;

/// Immutable, so any thread may use it.
class BotUsers {
 public:
  /// Looks up arena's user and its range of user ids.
  BotUsers();

  /// Whether every bot gets a different user.
  [[nodiscard]] bool are_own() const { return are_root_ && are_many_; }
  /// Random, because other arenas may run on the same host.
  [[nodiscard]] BotUser draw() const;

 private:
  bool are_root_;
  bool are_many_;
};

}  // namespace arena
