// What the bot does. Write here.
#include "strategy.hpp"

#include <random>
#include <stdexcept>

// Returns the move to make, one of `legal`. `view` is what you see; `arena rules @GAME@` explains
// it. For example, `view` may be
//
//     @VIEW@
//
// and `legal`
//
//     @LEGAL@
//
// Where there are too many moves to be listed, `legal` has only some of them, or none.
// json.hpp tells how to read a view: view["seat"].whole() is your seat.
std::string choose_move(const Json& view, const std::vector<std::string>& legal) {
  (void)view;
  static std::mt19937 random{std::random_device{}()};
  if (legal.empty()) throw std::runtime_error("none of the many moves is listed: make one up here");
  return legal[random() % legal.size()];
}

void happened(const Json& message) { (void)message; }
