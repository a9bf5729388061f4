// Bots that authors try in a few games before they hand them in: the latest one of each author in
// each contest. In memory only, because it is soon tried again, and within a limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "arena/contest/bots/bots.hpp"

namespace arena::contest {

/// What a bot did in its games.
struct TryoutResult {
  std::string reason{};  // why it could not play, or not to the end; one sentence; may be empty
  std::string build_log{};
  std::vector<std::string> records{};  // of the games, one line each
  std::vector<std::string>
      written{};  // to stderr, the end of it, by the game in which its process began
};

struct Tryout {
  std::int64_t number = 0;  // of the server, from 1
  AccountId account = 0;
  std::string contest;
  std::string bot;  // the name that it may get; may be empty
  Upload upload;
  std::optional<TryoutResult> result{};  // no value: it waits, or plays
};

/// Thread-safe.
class Tryouts {
 public:
  /// `most_bytes`: of all uploads and results.
  explicit Tryouts(std::size_t most_bytes = 200'000'000) : most_bytes_(most_bytes) {}

  /// Replaces the author's one in this contest; if that plays, it stops.
  void add(AccountId account, const std::string& contest, const std::string& bot, Upload upload);
  /// Null without one.
  [[nodiscard]] std::shared_ptr<const Tryout> find(AccountId account, const std::string& contest);

  struct Taken {
    std::shared_ptr<const Tryout> tryout;
    std::stop_source stop;  // it was replaced, and its result is not wanted
  };
  /// Those that wait.
  [[nodiscard]] std::vector<QueuedCheck> queued();
  /// It plays until `finish` or `put_back`. No value if it does not wait any more.
  std::optional<Taken> take(std::int64_t number);
  /// It waits again, unless it was replaced. Returns whether it does.
  bool put_back(const Taken& taken);
  void finish(const Taken& taken, TryoutResult result);

 private:
  using Key = std::pair<AccountId, std::string>;
  struct Kept {
    std::shared_ptr<const Tryout> tryout;
    std::optional<std::stop_source> playing{};
    bool is_waiting = true;
    [[nodiscard]] std::size_t bytes() const;
  };

  /// The one that was taken, which plays no more. Null if it was replaced.
  Kept* ended(const Taken& taken);
  void make_room();

  const std::size_t most_bytes_;
  std::mutex mutex_;
  std::int64_t next_ = 1;
  std::map<Key, Kept> all_;
};

}  // namespace arena::contest
