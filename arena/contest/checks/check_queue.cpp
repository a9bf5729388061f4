#include "arena/contest/checks/check_queue.hpp"

#include <algorithm>
#include <tuple>

namespace arena::contest {

namespace {

/// Tryouts first, then the oldest.
std::pair<bool, std::int64_t> key_of(const QueuedCheck& check) {
  return {!check.is_tryout, check.number};
}

}  // namespace

/// Of what waits no more, and of other days. A clock may also be set back.
void CheckQueue::forget(const std::vector<QueuedCheck>& waiting) {
  std::set<Key> known;
  for (const QueuedCheck& check : waiting) known.insert(key_of(check));
  std::erase_if(need_more_,
                [&](const Key& key) { return !known.contains(key) && !running_.contains(key); });
  const Moment now = now_();
  std::erase_if(spent_, [now](const Spent& one) {
    return one.at > now || one.at <= now - std::chrono::hours(24);
  });
}

template <class Counts>
std::chrono::milliseconds CheckQueue::spent(Counts counts) const {
  std::chrono::milliseconds sum{};
  for (const Spent& one : spent_) {
    if (counts(one)) sum += one.time;
  }
  return sum;
}

CheckTurn::Kind CheckQueue::kind_of(const QueuedCheck& check) const {
  if (!need_more_.contains(key_of(check))) return CheckTurn::Kind::look;
  const auto paid = spent([&](const Spent& one) {
    return one.is_paid && std::tie(one.check.account, one.check.contest, one.check.is_tryout) ==
                              std::tie(check.account, check.contest, check.is_tryout);
  });
  return paid < time_per_day_(check.contest) ? CheckTurn::Kind::whole : CheckTurn::Kind::refusal;
}

bool CheckQueue::may_begin(const QueuedCheck& check, CheckTurn::Kind kind, bool may_be_long) const {
  const bool is_whole = kind == CheckTurn::Kind::whole;
  if (is_whole && !may_be_long) return false;
  return std::ranges::none_of(running_, [&](const auto& one) {
    const CheckTurn& turn = one.second;
    return one.first == key_of(check) ||
           (turn.check.account == check.account &&
            ((is_whole && turn.kind == kind) || (turn.check.is_tryout && check.is_tryout)));
  });
}

std::optional<CheckTurn> CheckQueue::next(const std::function<std::vector<QueuedCheck>()>& waiting,
                                          bool may_be_long) {
  using Kind = CheckTurn::Kind;
  const std::lock_guard lock(mutex_);
  const std::vector<QueuedCheck> all = waiting();
  forget(all);
  using Rank = std::tuple<int, std::int64_t, Key>;
  std::optional<std::pair<Rank, CheckTurn>> best;
  for (const QueuedCheck& check : all) {
    const Kind kind = kind_of(check);
    if (!may_begin(check, kind, may_be_long)) continue;
    const AccountId account = check.account;
    Rank rank{0, 0, key_of(check)};  // refusals take no time
    if (kind == Kind::look) rank = {2, last_look_[account], key_of(check)};
    if (kind == Kind::whole) {
      // In all contests.
      const auto used = spent([&](const Spent& one) { return one.check.account == account; });
      rank = {1, used.count(), key_of(check)};
    }
    if (!best || rank < best->first) best = {rank, {kind, check}};
  }
  if (!best) return std::nullopt;
  const CheckTurn& turn = best->second;
  running_.emplace(key_of(turn.check), turn);
  if (turn.kind == Kind::look) last_look_[turn.check.account] = ++looks_;
  return turn;
}

void CheckQueue::ended(const CheckTurn& turn, TurnEnd end, std::chrono::milliseconds took) {
  const std::lock_guard lock(mutex_);
  running_.erase(key_of(turn.check));
  if (end == TurnEnd::needs_more) need_more_.insert(key_of(turn.check));
  if (turn.kind == CheckTurn::Kind::whole)
    spent_.push_back({now_(), turn.check, took, end != TurnEnd::failed});
}

}  // namespace arena::contest
