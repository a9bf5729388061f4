// Stops completion handlers from using an owner that no longer exists. Cancelling is not enough: a
// handler may already be queued, with success, when its owner is destroyed. The owner wraps each
// handler in its guard. For one thread only.
#pragma once

#include <memory>
#include <utility>

namespace arena {

class HandlerGuard {
 public:
  /// Wraps `handler` so that it runs only while this guard exists.
  template <class Handler>
  auto operator()(Handler handler) const {
    return [alive = std::weak_ptr<const bool>(alive_),
            handler = std::move(handler)](auto&&... results) mutable {
      if (!alive.expired()) handler(std::forward<decltype(results)>(results)...);
    };
  }

 private:
  std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

}  // namespace arena
