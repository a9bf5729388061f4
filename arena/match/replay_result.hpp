// The options and the result of a replay.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/core/noncopyable.hpp>

#include "arena/core/protocol.hpp"
#include "arena/record/record.hpp"

namespace arena {

/// Where a record breaks the rules. `move` counts from 1, with refused answers; 0 is no move.
struct Break {
  std::size_t move = 0;
  std::string reason;
};

/// One position of a match as a spectator sees it. If several seats move at once, there is one
/// frame after the move of each.
struct Frame {
  std::size_t move = 0;  // the number of moves before it, including refused ones
  std::string caption;   // what happened last
  std::string board;
};

/// What a seat did that counts.
struct ReplayedStep {
  Seat seat = 0;
  std::optional<std::string> move{};  // canonical; nullopt: it forfeited
  bool by_arbiter = false;
  friend bool operator==(const ReplayedStep&, const ReplayedStep&) = default;
};

struct Replayed {
  std::optional<Break> broken;
  std::vector<std::string> transcripts;  // by seat: what its bot received
  std::vector<Frame> frames;             // if the options ask for them
  std::vector<ReplayedStep> steps;       // likewise
  Record computed;  // deal, moves and result by the rules; complete unless `broken`
};

struct ReplayedQuestion {
  std::size_t move = 0;   // the place of the recorded answer or forfeit, as in Break
  std::string_view sent;  // what the seat received in this match, including this question
  const RecordedMove* answer = nullptr;      // null if the seat forfeited instead
  const RecordedForfeit* forfeit = nullptr;  // null if the seat answered
};

/// Another answer to a question of a replay.
struct OtherAnswer {
  bool same = false;  // as the recorded answer
  bool late = false;  // it answers an earlier question, so the listener waits for another
  std::string text;   // as a record would store it
};

/// Follows one seat through a replay, which continues with the recorded answers.
class ReplayListener : boost::noncopyable {
 public:
  /// Reads a line as an answer to the current question.
  using Compare = std::function<OtherAnswer(std::string_view line)>;

  virtual ~ReplayListener() = default;

  [[nodiscard]] virtual Seat seat() const = 0;
  /// Called once for each question. If it returns false, the replay may stop, and its result has no
  /// meaning.
  virtual bool asked(const ReplayedQuestion& question, const Compare& compare) = 0;
};

struct ReplayOptions {
  bool frames = false;
  bool steps = false;
  ScreenStyle style;
  int deal_number = 0;                 // see DealSeed; only if the record has no deal
  ReplayListener* listener = nullptr;  // may be null
};

}  // namespace arena
