#include "arena/contest/bots/tryouts.hpp"

#include <algorithm>

namespace arena::contest {

void Tryouts::add(AccountId account, const std::string& contest, const std::string& bot,
                  Upload upload) {
  const std::lock_guard lock(mutex_);
  Kept& kept = all_[{account, contest}];
  if (kept.playing) kept.playing->request_stop();
  kept = {
      std::make_shared<const Tryout>(Tryout{next_++, account, contest, bot, std::move(upload)})};
  make_room();
}

std::shared_ptr<const Tryout> Tryouts::find(AccountId account, const std::string& contest) {
  const std::lock_guard lock(mutex_);
  const auto found = all_.find({account, contest});
  return found == all_.end() ? nullptr : found->second.tryout;
}

std::vector<QueuedCheck> Tryouts::queued() {
  const std::lock_guard lock(mutex_);
  std::vector<QueuedCheck> tryouts;
  for (const auto& [key, kept] : all_) {
    if (kept.is_waiting) tryouts.push_back({true, kept.tryout->number, key.first, key.second});
  }
  return tryouts;
}

std::optional<Tryouts::Taken> Tryouts::take(std::int64_t number) {
  const std::lock_guard lock(mutex_);
  for (auto& [key, kept] : all_) {
    if (kept.tryout->number != number || !kept.is_waiting) continue;
    kept.is_waiting = false;
    kept.playing.emplace();
    return Taken{kept.tryout, *kept.playing};
  }
  return std::nullopt;
}

bool Tryouts::put_back(const Taken& taken) {
  const std::lock_guard lock(mutex_);
  Kept* const kept = ended(taken);
  if (kept != nullptr) kept->is_waiting = true;
  return kept != nullptr;
}

void Tryouts::finish(const Taken& taken, TryoutResult result) {
  const std::lock_guard lock(mutex_);
  Kept* const kept = ended(taken);
  if (kept == nullptr) return;
  Tryout finished = *taken.tryout;
  finished.result = std::move(result);
  kept->tryout = std::make_shared<const Tryout>(std::move(finished));
  make_room();
}

Tryouts::Kept* Tryouts::ended(const Taken& taken) {
  const auto found = all_.find({taken.tryout->account, taken.tryout->contest});
  if (found == all_.end() || found->second.tryout != taken.tryout) return nullptr;
  found->second.playing.reset();
  return &found->second;
}

std::size_t Tryouts::Kept::bytes() const {
  std::size_t bytes = tryout->upload.bytes.size();
  if (!tryout->result) return bytes;
  for (const auto* const list : {&tryout->result->records, &tryout->result->written}) {
    for (const std::string& text : *list) bytes += text.size();
  }
  return bytes;
}

/// Forgets the oldest that are over, but for the latest.
void Tryouts::make_room() {
  std::size_t bytes = 0;
  std::vector<std::pair<std::int64_t, Key>> over;
  for (const auto& [key, kept] : all_) {
    bytes += kept.bytes();
    if (kept.tryout->result) over.emplace_back(kept.tryout->number, key);
  }
  std::ranges::sort(over);
  for (std::size_t i = 0; i + 1 < over.size() && bytes > most_bytes_; ++i) {
    const auto oldest = all_.find(over[i].second);
    bytes -= oldest->second.bytes();
    all_.erase(oldest);
  }
}

}  // namespace arena::contest
