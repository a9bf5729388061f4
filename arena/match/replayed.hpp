// What a replay is asked for, and what came of it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/core/protocol.hpp"
#include "arena/record/record.hpp"

namespace arena {

/// Where a record breaks the rules. `move` counts from 1, refused ones included; 0: no move of it.
struct Break {
  std::size_t move = 0;
  std::string reason;
};

/// One position of a match as a spectator sees it. Where several seats move at once, there is one
/// after the move of each.
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

/// A question of the seat that a listener follows.
struct ReplayedQuestion {
  std::size_t move = 0;   // the place of its recorded answer, or of the forfeit, as in a Break
  std::string_view sent;  // all that the seat was sent in this match, up to and with the question
  const RecordedMove* answer = nullptr;      // null: the seat forfeited instead
  const RecordedForfeit* forfeit = nullptr;  // null: it answered
};

/// What somebody says to a question of a replay.
struct OtherAnswer {
  bool same = false;  // as recorded
  bool late = false;  // it answers an earlier question: another one is waited for
  std::string text;   // as a record would hold it
};

/// Follows one seat through a replay. What it hears changes nothing of the course.
class ReplayListener {
 public:
  /// Reads a line as an answer to the question that is open.
  using Compare = std::function<OtherAnswer(std::string_view line)>;

  ReplayListener() = default;
  ReplayListener(const ReplayListener&) = delete;
  ReplayListener& operator=(const ReplayListener&) = delete;
  virtual ~ReplayListener() = default;

  [[nodiscard]] virtual Seat seat() const = 0;
  /// Called once a question. False: the replay need not go on, and its result means nothing.
  virtual bool asked(const ReplayedQuestion& question, const Compare& compare) = 0;
};

struct ReplayOptions {
  bool frames = false;
  ScreenStyle style;
  ReplayListener* listener = nullptr;  // null: nobody
};

}  // namespace arena
