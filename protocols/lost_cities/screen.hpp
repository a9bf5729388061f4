// The terminal screen of Lost Cities: a board of five columns, events as sentences, and
// explanations of refused entries. It fits 24 lines.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "arena/core/protocol.hpp"
#include "games/lost_cities/lost_cities.hpp"
#include "protocols/terminal/screen.hpp"

namespace arena::lost_cities {

class Screen : public CommonScreen<Screen, LostCities> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<LostCities> read(const View& view, std::string_view line);
  std::string write(const Move& move);

 private:
  std::array<Cards, 2> laid_{};  // expeditions by seat, collected from the events
};

}  // namespace arena::lost_cities
