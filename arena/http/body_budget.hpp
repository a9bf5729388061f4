// How many bytes the bodies of requests may take: of all clients together, and of each address, so
// that no client keeps all others from sending. Where there is no room for a body, those of the
// address that has most give way, if they are not there yet: first the one that began first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <list>
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
    /// `give_way` ends this share, and the request.
    Share(BodyBudget& budget, std::string address, std::function<void()> give_way)
        : budget_(budget), address_(std::move(address)), give_way_(std::move(give_way)) {}
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    ~Share() {
      arrived();
      if (size_ != 0) budget_.give_back(address_, size_);
    }

    /// Returns false if there are not so many. REQUIRES: has not taken any yet.
    bool take(std::size_t size) {
      if (size == 0) return true;
      if (!budget_.take(address_, size)) return false;
      size_ = size;
      auto& arriving = budget_.by_address_[address_].arriving;
      place_ = arriving.insert(arriving.end(), this);
      is_arriving_ = true;
      return true;
    }
    /// The body is there: it does not give way.
    void arrived() {
      if (std::exchange(is_arriving_, false)) budget_.by_address_[address_].arriving.erase(place_);
    }

   private:
    friend class BodyBudget;

    BodyBudget& budget_;
    std::string address_;
    std::function<void()> give_way_;
    std::size_t size_ = 0;
    bool is_arriving_ = false;
    std::list<Share*>::iterator place_;
  };

 private:
  struct Address {
    std::size_t bytes = 0;
    std::list<Share*> arriving;  // the oldest first
  };

  [[nodiscard]] std::size_t of(const std::string& address) const {
    const auto found = by_address_.find(address);
    return found == by_address_.end() ? 0 : found->second.bytes;
  }

  bool take(const std::string& address, std::size_t size) {
    const std::size_t most_of_one = most_ / 4;
    if (size > most_of_one) return false;
    while (of(address) + size > most_of_one) {
      if (!make_room(by_address_[address])) return false;
    }
    while (all_ + size > most_) {
      const auto most = std::ranges::max_element(by_address_, {},
                                                 [](const auto& one) { return one.second.bytes; });
      if (!make_room(most->second)) return false;
    }
    all_ += size;
    by_address_[address].bytes += size;
    return true;
  }
  static bool make_room(const Address& address) {
    if (address.arriving.empty()) return false;
    const auto give_way = address.arriving.front()->give_way_;  // it ends with its share
    give_way();
    return true;
  }
  void give_back(const std::string& address, std::size_t size) {
    all_ -= size;
    const auto found = by_address_.find(address);
    found->second.bytes -= size;
    if (found->second.bytes == 0) by_address_.erase(found);
  }

  std::size_t most_;
  std::size_t all_ = 0;
  std::unordered_map<std::string, Address> by_address_;
};

}  // namespace arena::http
