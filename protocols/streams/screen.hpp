// The terminal screen of Streams: the stream with numbered slots, the card to place, and the cards
// that are left.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "arena/core/protocol.hpp"
#include "games/streams/streams.hpp"
#include "protocols/terminal/screen.hpp"

namespace arena::streams {

class Screen : public CommonScreen<Screen, Streams> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<Streams> read(const View& view, std::string_view line);

 private:
  std::array<Stream, most_seats> streams_;  // by seat, collected from the events
  Card card_ = 0;                           // to place
};

}  // namespace arena::streams
