// How a long computation ends early.
#pragma once

#include <exception>
#include <stop_token>

namespace arena {

/// A computation has ended without a result, because it was asked to stop.
class Stopped : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

inline void end_if(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Stopped();
}

}  // namespace arena
