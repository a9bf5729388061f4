// How many bytes the bodies of requests may take: of all clients together, and of each address, so
// that no client keeps all others from sending.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

namespace arena::http {

/// Not for several threads.
class BodyBudget {
 public:
  explicit BodyBudget(std::size_t most) : most_(most) {}

  /// Whose bodies leave no room for so many bytes more of `address`: its own, or those of the
  /// address that has the most.
  [[nodiscard]] std::string crowd(const std::string& address, std::size_t size) const {
    if (of(address) + size > most_of_one()) return address;
    const auto most = std::ranges::max_element(by_address_, {}, &Bytes::value_type::second);
    return most == by_address_.end() ? address : most->first;
  }

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

    [[nodiscard]] const std::string& address() const { return address_; }

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
  using Bytes = std::unordered_map<std::string, std::size_t>;

  [[nodiscard]] std::size_t most_of_one() const { return most_ / 4; }
  [[nodiscard]] std::size_t of(const std::string& address) const {
    const auto found = by_address_.find(address);
    return found == by_address_.end() ? 0 : found->second;
  }
  bool take(const std::string& address, std::size_t size) {
    if (size == 0) return true;
    if (all_ + size > most_ || of(address) + size > most_of_one()) return false;
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
  Bytes by_address_;
};

}  // namespace arena::http
