// Token buckets by a key, such as an address or an account. Memory is bounded: full buckets,
// which hold no information, are forgotten first.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "arena/util/time.hpp"

namespace arena::http {

class RateLimit {
 public:
  /// So many at once, and then so many each second.
  RateLimit(double burst, double per_second, std::size_t most_keys = 20'000)
      : burst_(burst), per_second_(per_second), most_keys_(most_keys) {}

  /// Returns true, and counts, if the key may do one more thing now.
  bool allow(std::string_view key, TimePoint now = Clock::now()) {
    const std::lock_guard lock(mutex_);
    if (buckets_.size() >= most_keys_) forget_full(now);
    // If no bucket is free, new keys share one, and the others keep theirs.
    const bool known = buckets_.size() < most_keys_ || buckets_.contains(std::string(key));
    Bucket& bucket =
        buckets_.try_emplace(known ? std::string(key) : "", Bucket{burst_, now}).first->second;
    bucket = {tokens(bucket, now), now};
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  [[nodiscard]] std::size_t keys() const {
    const std::lock_guard lock(mutex_);
    return buckets_.size();
  }

 private:
  struct Bucket {
    double tokens = 0;
    TimePoint seen;
  };

  [[nodiscard]] double tokens(const Bucket& bucket, TimePoint now) const {
    const std::chrono::duration<double> passed = now - bucket.seen;
    return std::min(burst_, bucket.tokens + passed.count() * per_second_);
  }

  /// At most once a second, because it looks at all buckets.
  void forget_full(TimePoint now) {
    if (now - forgotten_ < std::chrono::seconds(1)) return;
    forgotten_ = now;
    std::erase_if(buckets_, [&](const auto& one) { return tokens(one.second, now) >= burst_; });
  }

  const double burst_;
  const double per_second_;
  const std::size_t most_keys_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_;
  TimePoint forgotten_{};
};

}  // namespace arena::http
