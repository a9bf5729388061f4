// What a replay is asked for, and what came of it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/core/protocol.hpp"
#include "arena/match/record.hpp"

namespace arena {

/// Where a record breaks the rules. `move` counts from 1, refused ones included; 0: no move of it.
struct Break {
  std::size_t move = 0;
  std::string reason;
};

/// One position of a match as a person may look at it.
struct Frame {
  std::size_t move = 0;  // how many moves came before it, refused ones included
  std::string caption;   // what happened last
  std::string board;
};

struct Replayed {
  std::optional<Break> broken;
  std::vector<std::string> transcripts;  // by seat: what its bot was sent
  std::vector<Frame> frames;             // where they were asked for
  Record computed;  // scores, places and end by the rules; complete if not broken
};

struct ReplayOptions {
  bool frames = false;
  ScreenStyle style;
};

}  // namespace arena
