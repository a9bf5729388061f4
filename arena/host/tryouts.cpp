#include "arena/host/tryouts.hpp"

#include <algorithm>

namespace arena::host {

namespace {

constexpr auto by_age = [](const auto& a, const auto& b) {
  return a.second.tryout->number < b.second.tryout->number;
};

}  // namespace

void Tryouts::add(AccountId account, const std::string& contest, Upload upload) {
  const std::lock_guard lock(mutex_);
  const Tryout made{next_++, contest, std::move(upload)};
  all_[{account, contest}] = {std::make_shared<const Tryout>(made)};
  if (all_.size() > most) all_.erase(std::ranges::min_element(all_, by_age));
}

std::shared_ptr<const Tryout> Tryouts::find(AccountId account, const std::string& contest) {
  const std::lock_guard lock(mutex_);
  const auto found = all_.find({account, contest});
  return found == all_.end() ? nullptr : found->second.tryout;
}

std::shared_ptr<const Tryout> Tryouts::take() {
  const std::lock_guard lock(mutex_);
  Kept* next = nullptr;
  for (auto& [key, kept] : all_) {
    if (kept.is_waiting && (next == nullptr || kept.tryout->number < next->tryout->number))
      next = &kept;
  }
  if (next == nullptr) return nullptr;
  next->is_waiting = false;
  return next->tryout;
}

void Tryouts::finish(const Tryout& tryout, TryoutResult result) {
  const std::lock_guard lock(mutex_);
  for (auto& [key, kept] : all_) {
    if (kept.tryout->number != tryout.number) continue;
    Tryout finished = tryout;
    finished.result = std::move(result);
    kept.tryout = std::make_shared<const Tryout>(std::move(finished));
  }
}

}  // namespace arena::host
