// A user's bad input: an unknown game, a value out of range, an unreadable file.
// Thrown anywhere, caught once in main; the text names the offending word.
#pragma once

#include <stdexcept>

namespace arena {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace arena
