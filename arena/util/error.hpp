// A user's bad input: an unknown game, a value out of range, an unreadable file.
// Any code may throw it, and main catches it once. The text names the wrong word.
#pragma once

#include <stdexcept>

namespace arena {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace arena
