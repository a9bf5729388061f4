// A request that the site does not do, with the status of HTTP that says why. Bad input of a user
// is an Error as everywhere, and becomes 400.
#pragma once

#include <stdexcept>
#include <string>

namespace arena::site {

class Refused : public std::runtime_error {
 public:
  Refused(int status, const std::string& why) : std::runtime_error(why), status_(status) {}

  [[nodiscard]] int status() const { return status_; }

 private:
  int status_;
};

}  // namespace arena::site
