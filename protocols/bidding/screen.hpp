// The terminal screen of the bidding game: scores, unused cards of all seats, the prize and the
// prizes to come.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "arena/core/protocol.hpp"
#include "games/bidding/bidding.hpp"
#include "protocols/terminal/screen.hpp"

namespace arena::bidding {

class Screen : public CommonScreen<Screen, Bidding> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<Bidding> read(const View& view, std::string_view line);

 private:
  int seats_ = 2;  // from the last view
  Seats gone_;
};

}  // namespace arena::bidding
