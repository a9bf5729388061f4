// How many bytes the bodies of requests may take: of all clients together, and of each address, so
// that no client keeps all others from sending. Where there is no room for a body, another one that
// is not there yet gives way: the slowest one, unless it is fast enough. So a body that is sent is
// not closed for one that is only announced.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <string>
#include <unordered_map>
#include <utility>

#include "arena/util/time.hpp"

namespace arena::http {

/// Not for several threads.
class BodyBudget {
 public:
  /// Who has sent `enough` bytes a second gives no way.
  BodyBudget(std::size_t most, std::size_t enough)
      : most_(most), enough_(static_cast<double>(enough)) {}

  /// Bytes of one address; given back at its end.
  class Share {
   public:
    /// `give_way` ends this share, and the request.
    Share(BodyBudget& budget, std::string address, std::function<void()> give_way)
        : budget_(budget), address_(std::move(address)), give_way_(std::move(give_way)) {}
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    ~Share() {
      arrived();
      budget_.give_back(address_, size_);
    }

    /// Returns false if there are not so many. REQUIRES: has not taken any yet.
    bool take(std::size_t size) {
      if (size == 0) return true;
      if (!budget_.take(address_, size)) return false;
      size_ = size;
      place_ = budget_.arriving_.insert(budget_.arriving_.end(), this);
      is_arriving_ = true;
      return true;
    }
    void received(std::size_t size) { received_ += static_cast<double>(size); }
    /// The body is there: it does not give way.
    void arrived() {
      if (std::exchange(is_arriving_, false)) budget_.arriving_.erase(place_);
    }

   private:
    friend class BodyBudget;

    /// Bytes a second.
    [[nodiscard]] double speed(TimePoint now) const {
      return received_ / (1 + std::chrono::duration<double>(now - begin_).count());
    }

    BodyBudget& budget_;
    const std::string address_;
    const std::function<void()> give_way_;
    const TimePoint begin_ = Clock::now();
    double received_ = 0;
    std::size_t size_ = 0;
    bool is_arriving_ = false;
    std::list<Share*>::iterator place_;
  };

 private:
  [[nodiscard]] std::size_t of(const std::string& address) const {
    const auto found = by_address_.find(address);
    return found == by_address_.end() ? 0 : found->second;
  }

  bool take(const std::string& address, std::size_t size) {
    const std::size_t most_of_one = most_ / 4;
    if (size > most_of_one) return false;
    const auto is_own = [&address](const Share* share) { return share->address_ == address; };
    while (of(address) + size > most_of_one) {
      if (!make_room(is_own)) return false;
    }
    while (all_ + size > most_) {
      if (!make_room([](const Share*) { return true; })) return false;
    }
    all_ += size;
    by_address_[address] += size;
    return true;
  }
  /// The slowest of these gives way; of equal ones, the first.
  template <class IsOne>
  bool make_room(IsOne is_one) {
    const TimePoint now = Clock::now();
    const auto rank = [&](const Share* share) {
      return std::pair(!is_one(share), share->speed(now));
    };
    const auto slowest = std::ranges::min_element(arriving_, {}, rank);
    if (slowest == arriving_.end() || !is_one(*slowest) || (*slowest)->speed(now) >= enough_)
      return false;
    const auto give_way = (*slowest)->give_way_;  // it ends with its share
    give_way();
    return true;
  }
  void give_back(const std::string& address, std::size_t size) {
    if (size == 0) return;
    all_ -= size;
    const auto found = by_address_.find(address);
    found->second -= size;
    if (found->second == 0) by_address_.erase(found);
  }

  std::size_t most_;
  double enough_;
  std::size_t all_ = 0;
  std::unordered_map<std::string, std::size_t> by_address_;
  std::list<Share*> arriving_;  // in the order of their beginnings
};

}  // namespace arena::http
