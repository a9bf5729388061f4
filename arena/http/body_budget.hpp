// How many bytes the bodies of requests may take: of all clients together, and of each address, so
// that no client keeps all others from sending.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

namespace arena::http {

/// Not for several threads.
class BodyBudget {
 public:
  explicit BodyBudget(std::size_t most) : most_(most) {}

  /// Bytes of one address; given back at its end.
  class Share {
   public:
    Share(BodyBudget& budget, std::string address)
        : budget_(budget), address_(std::move(address)) {}
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    ~Share() {
      if (size_ != 0) budget_.give_back(address_, size_);
    }

    /// Returns false if there are not so many. REQUIRES: has not taken any yet.
    bool take(std::size_t size) {
      if (!budget_.take(address_, size)) return false;
      size_ = size;
      return true;
    }

   private:
    BodyBudget& budget_;
    std::string address_;
    std::size_t size_ = 0;
  };

 private:
  bool take(const std::string& address, std::size_t size) {
    if (size == 0) return true;
    const auto found = by_address_.find(address);
    const std::size_t own = found == by_address_.end() ? 0 : found->second;
    if (all_ + size > most_ || own + size > most_ / 4) return false;
    all_ += size;
    by_address_[address] += size;
    return true;
  }
  void give_back(const std::string& address, std::size_t size) {
    all_ -= size;
    const auto found = by_address_.find(address);
    found->second -= size;
    if (found->second == 0) by_address_.erase(found);
  }

  std::size_t most_;
  std::size_t all_ = 0;
  std::unordered_map<std::string, std::size_t> by_address_;
};

}  // namespace arena::http
