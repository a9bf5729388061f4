// Keeps completion handlers from touching an owner that is gone.
// A handler may already be queued, with success, when its owner is destroyed: cancelling is not
// enough. Wrapped by the owner's guard, such a handler does nothing. One thread only.
#pragma once

#include <memory>
#include <utility>

namespace arena {

class HandlerGuard {
 public:
  /// `handler`, run only while this guard exists.
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
