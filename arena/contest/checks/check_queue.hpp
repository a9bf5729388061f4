// Which check begins next, so that no author keeps the others waiting. Each begins with a first
// look, by author in turn. What needs longer waits for a whole check, from its beginning: the
// author who has used least time for these comes first, and has one at a time, and so much time a
// day. Not for: what waits (bots.hpp, tryouts.hpp), checking (checker.hpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/contest/moment.hpp"
#include "arena/contest/people/accounts.hpp"

namespace arena::contest {

/// A version or a tryout that waits.
struct QueuedCheck {
  bool is_tryout = false;
  std::int64_t number = 0;  // of the version, or of the tryout
  AccountId account = 0;    // of the author
  std::string contest{};
};

struct CheckTurn {
  enum class Kind { look, whole, refusal };  // refusal: the author's time is used up
  Kind kind = Kind::look;
  QueuedCheck check;
};

/// How a turn ended. needs_more: a first look was too short. failed: not by the bot's fault.
enum class TurnEnd { done, needs_more, failed };

/// Thread-safe.
class CheckQueue {
 public:
  /// `time_per_day`: how much time whole checks of one author in the contest may take within 24
  /// hours, and as much the tryouts. One that has begun is not cut short.
  CheckQueue(Now now, std::function<std::chrono::seconds(const std::string& contest)> time_per_day)
      : now_(std::move(now)), time_per_day_(std::move(time_per_day)) {}

  /// A turn for one of those that wait, which goes on until `ended`. Of one author, tryouts come
  /// first, one at a time, then the oldest version. `waiting`: gives them; no turn begins or ends
  /// meanwhile. `may_be_long`: it may be a whole check, and these come first then.
  std::optional<CheckTurn> next(const std::function<std::vector<QueuedCheck>()>& waiting,
                                bool may_be_long);
  /// The author pays for the time of a whole check, unless it failed.
  void ended(const CheckTurn& turn, TurnEnd end, std::chrono::milliseconds took);

 private:
  using Key = std::pair<bool, std::int64_t>;
  struct Spent {
    Moment at;
    QueuedCheck check;
    std::chrono::milliseconds time;
    bool is_paid;  // false: it only counts for the order
  };

  void forget(const std::vector<QueuedCheck>& waiting);
  [[nodiscard]] bool may_begin(const QueuedCheck& check, CheckTurn::Kind kind,
                               bool may_be_long) const;
  [[nodiscard]] CheckTurn::Kind kind_of(const QueuedCheck& check) const;
  template <class Counts>
  [[nodiscard]] std::chrono::milliseconds spent(Counts counts) const;

  const Now now_;
  const std::function<std::chrono::seconds(const std::string&)> time_per_day_;
  std::mutex mutex_;
  std::int64_t looks_ = 0;
  std::map<AccountId, std::int64_t> last_look_;  // by number, from 1
  std::set<Key> need_more_;
  std::map<Key, CheckTurn> running_;
  std::vector<Spent> spent_;  // for whole checks, within 24 hours
};

}  // namespace arena::contest
