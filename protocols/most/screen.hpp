// The terminal screen of Most: the table, what has happened since the person's last turn, and what
// is possible now. It fits 80 columns, and every text is readable without colour and symbols.
// Not for bots: their protocol is in protocols/most/most.hpp.
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
