#include "arena/host/check_queue.hpp"

#include <tuple>

namespace arena::host {

namespace {

/// Tryouts first, then the oldest.
std::pair<bool, std::int64_t> key_of(const QueuedCheck& check) {
  return {!check.is_tryout, check.number};
}

}  // namespace

template <class Counts>
std::chrono::milliseconds CheckQueue::spent(Counts counts) const {
  std::chrono::milliseconds sum{};
  for (const Spent& one : spent_) {
    if (counts(one.check)) sum += one.time;
  }
  return sum;
}

CheckTurn::Kind CheckQueue::kind_of(const QueuedCheck& check) const {
  if (!need_more_.contains(key_of(check))) return CheckTurn::Kind::look;
  const auto used = spent([&](const QueuedCheck& other) {
    return std::tie(other.account, other.contest, other.is_tryout) ==
           std::tie(check.account, check.contest, check.is_tryout);
  });
  return used < time_per_day_(check.contest) ? CheckTurn::Kind::whole : CheckTurn::Kind::refusal;
}

std::optional<CheckTurn> CheckQueue::next(const std::vector<QueuedCheck>& waiting,
                                          bool may_be_long) {
  using Kind = CheckTurn::Kind;
  const std::lock_guard lock(mutex_);
  const Moment a_day_ago = now_() - std::chrono::hours(24);
  while (!spent_.empty() && spent_.front().at <= a_day_ago) spent_.pop_front();
  using Rank = std::tuple<int, std::int64_t, std::int64_t, Key>;
  std::optional<std::pair<Rank, CheckTurn>> best;
  for (const QueuedCheck& check : waiting) {
    if (running_.contains(key_of(check))) continue;
    const Kind kind = kind_of(check);
    const AccountId account = check.account;
    if (kind == Kind::whole && (!may_be_long || with_whole_.contains(account))) continue;
    Rank rank{0, 0, 0, key_of(check)};  // refusals take no time
    if (kind == Kind::look) rank = {2, last_look_[account], 0, key_of(check)};
    if (kind == Kind::whole) {
      // In all contests.
      const auto used = spent([&](const QueuedCheck& other) { return other.account == account; });
      rank = {1, used.count(), last_whole_[account], key_of(check)};
    }
    if (!best || rank < best->first) best = {rank, {kind, check}};
  }
  if (!best) return std::nullopt;
  const CheckTurn turn = std::move(best->second);
  const AccountId account = turn.check.account;
  ++turns_;
  running_.insert(key_of(turn.check));
  if (turn.kind == Kind::look) last_look_[account] = turns_;
  if (turn.kind == Kind::whole) {
    last_whole_[account] = turns_;
    with_whole_.insert(account);
  }
  return turn;
}

void CheckQueue::ended(const CheckTurn& turn, TurnEnd end, std::chrono::milliseconds took) {
  const std::lock_guard lock(mutex_);
  const Key key = key_of(turn.check);
  running_.erase(key);
  if (end == TurnEnd::done) need_more_.erase(key);
  if (end == TurnEnd::needs_more) need_more_.insert(key);
  if (turn.kind != CheckTurn::Kind::whole) return;
  with_whole_.erase(turn.check.account);
  if (end != TurnEnd::failed) spent_.push_back({now_(), turn.check, took});
}

}  // namespace arena::host
