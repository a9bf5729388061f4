// Bots that authors try in a few games before they hand them in: the latest one of each author in
// each contest. In memory only, because it is soon tried again; at most some hundred of them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/host/bots.hpp"

namespace arena::host {

/// What a bot did in its games.
struct TryoutResult {
  std::string reason;  // why it could not play, one sentence; empty if it played
  std::string build_log;
  std::vector<std::string> records;  // of the games, one line each
  std::string written;               // to stderr in these games, the end of it
};

struct Tryout {
  std::uint64_t number = 0;  // of the server, from 1
  std::string contest;
  Upload upload;
  std::optional<TryoutResult> result{};  // no value: it waits, or plays
};

/// Thread-safe.
class Tryouts {
 public:
  /// Replaces the author's one in this contest.
  void add(AccountId account, const std::string& contest, Upload upload);
  /// Null without one.
  [[nodiscard]] std::shared_ptr<const Tryout> find(AccountId account, const std::string& contest);
  /// The one that has waited longest, which is tried from now on; null if none waits.
  std::shared_ptr<const Tryout> take();
  /// Does nothing if it was replaced.
  void finish(const Tryout& tryout, TryoutResult result);

 private:
  using Key = std::pair<AccountId, std::string>;
  struct Kept {
    std::shared_ptr<const Tryout> tryout;
    bool is_waiting = true;
  };
  static constexpr std::size_t most = 300;

  std::mutex mutex_;
  std::uint64_t next_ = 1;
  std::map<Key, Kept> all_;
};

}  // namespace arena::host
