// How many connections there are, in all and by address.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

namespace arena::http {

class ConnectionCounts {
 public:
  ConnectionCounts(std::size_t most, std::size_t most_per_address)
      : most_(most), most_per_address_(most_per_address) {}

  /// Returns true, and counts, if there may be one more.
  bool open(const std::string& address, bool trusted) {
    if (all_ >= most_ || (!trusted && of(address) >= most_per_address_)) return false;
    ++all_;
    ++by_address_[address];
    return true;
  }

  /// REQUIRES: `open` returned true before for this address.
  void close(const std::string& address) {
    --all_;
    const auto found = by_address_.find(address);
    if (--found->second == 0) by_address_.erase(found);
  }

  [[nodiscard]] std::size_t all() const { return all_; }

 private:
  [[nodiscard]] std::size_t of(const std::string& address) const {
    const auto found = by_address_.find(address);
    return found == by_address_.end() ? 0 : found->second;
  }

  std::size_t most_;
  std::size_t most_per_address_;
  std::size_t all_ = 0;
  std::unordered_map<std::string, std::size_t> by_address_;
};

}  // namespace arena::http
