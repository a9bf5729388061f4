// Who listens to what happens in a match: a nullable handle, passed by value.
// Empty: nobody listens, and play-outs pay nothing for narration.
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
