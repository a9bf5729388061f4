// What a person at a terminal sees and types in Most: the table, what has happened since his last
// turn, what he can do now. It fits 80 columns; colour and symbols only decorate.
// Not for bots: their protocol is protocols/most/most.hpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "arena/core/protocol.hpp"
#include "games/most/most.hpp"
#include "protocols/terminal/screen.hpp"

namespace arena::most {

class Screen : public CommonScreen<Screen, Most> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<Most> read(const View& view, std::string_view line);
};

}  // namespace arena::most
