// What a person at a terminal sees and types in Streams: the stream with its slots' numbers, the
// card to place, and the cards that are left. It fits 80 columns; colour only decorates.
// Not for bots: their protocol is protocols/streams/streams.hpp.
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
  std::array<Stream, most_seats> streams_;  // by seat, as the events told them
  Card card_ = 0;                           // the one to place
};

}  // namespace arena::streams
