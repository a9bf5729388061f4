// Passes what happens in a match to a listener. It may be empty: then nobody listens, and play-outs
// pay nothing for events.
#pragma once

#include <vector>

namespace arena {

template <class Event>
class Events {
 public:
  Events() = default;
  explicit Events(std::vector<Event>& listener) : listener_(&listener) {}

  void operator()(const Event& event) const {
    if (listener_ != nullptr) listener_->push_back(event);
  }
  explicit operator bool() const { return listener_ != nullptr; }

 private:
  std::vector<Event>* listener_ = nullptr;
};

}  // namespace arena
