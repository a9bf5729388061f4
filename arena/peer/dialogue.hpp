// Receives what a peer and arena send each other, for a log.
#pragma once

#include <string_view>

namespace arena {

/// All calls come from the thread of the peer's loop.
class Dialogue {
 public:
  Dialogue() = default;
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;
  virtual ~Dialogue() = default;

  virtual void sent(std::string_view text) = 0;      // as written: whole lines, or parts of them
  virtual void received(std::string_view line) = 0;  // an answer, without its end
  virtual void dropped(std::string_view bytes) = 0;  // came before its question
};

}  // namespace arena
