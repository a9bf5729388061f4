// Numbers for learners, of any game (core/refinements/encoder.hpp), and many matches at a time that
// a learner plays with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <boost/core/noncopyable.hpp>
#include <boost/describe.hpp>

#include "arena/core/refinements/any_view.hpp"
#include "arena/core/refinements/encoder.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {

/// What a seat gets at the end of a match. `margin`: the points by which its side leads the best
/// other one, or its points if it is alone; `score`: its points; `win`: 1, -1, or 0 for a draw.
/// Where fewer points are better, points are negative.
enum class Reward : std::uint8_t { margin, score, win };
BOOST_DESCRIBE_ENUM(Reward, margin, score, win)

struct BatchSetup {
  int matches = 1;
  std::uint64_t seed = 0;
  std::vector<std::string> bots{};  // by seat: a built-in bot; empty: the learner plays it
  Reward reward = Reward::margin;
  int jobs = 1;
  TableCache* table_cache = nullptr;  // outlives the batch; may be null
};

/// By match, in the order of the batch. They stay where they are.
struct BatchRows {
  std::vector<float> observations;    // of the seat that is to move, one row after the other
  std::vector<std::uint8_t> masks;    // 1 for each legal move, in the same way
  std::vector<std::int32_t> seats;    // that are to move
  std::vector<float> rewards;         // of the last step, by match and seat
  std::vector<std::uint8_t> over;     // 1: the last step ended a match here, and began the next one
  std::vector<std::int64_t> numbers;  // of the match that is played now
};

/// Matches that go on by one move of the learner each. A match that is over makes way for another
/// one: the i-th place plays match i, then i + n, i + 2n and so on, but for those in which the
/// learner never moves. Match k has the deal of mix_seed(seed, "deal", k) with the number k modulo
/// 2^31, and the bot of a seat has the seed mix_seed(seed, "bot", k * seats + seat). So the rows do
/// not depend on the number of jobs.
class AnyBatch : boost::noncopyable {
 public:
  virtual ~AnyBatch() = default;

  [[nodiscard]] const BatchRows& rows() const { return rows_; }
  /// Makes one move in each match, given by its number. Throws Error, and changes nothing, if their
  /// count is wrong or one of them is not legal. After an error of a bot, it always throws Error.
  virtual void step(std::span<const std::int64_t> moves) = 0;

 protected:
  BatchRows rows_;
};

/// The encoder of matches with given options and seats.
class AnyEncoder : boost::noncopyable {
 public:
  virtual ~AnyEncoder() = default;

  [[nodiscard]] virtual int version() const = 0;
  [[nodiscard]] virtual bool perfect_recall() const = 0;
  [[nodiscard]] virtual std::vector<ObservationPart> parts() const = 0;
  /// By number, in canonical text.
  [[nodiscard]] virtual std::vector<std::string> moves() const = 0;

  /// Throws Error if the view is of another game or other options, or if it shows less than the
  /// observation and does not know the events. REQUIRES: there is room for all parts.
  virtual void observe(const AnyView& view, float* observation) const = 0;
  /// 1 for each move that the seat may make now, else 0. The same, with room for all moves.
  virtual void mask(const AnyView& view, std::uint8_t* mask) const = 0;
  /// Throws Error if the setup is impossible, or if the learner never moves.
  [[nodiscard]] virtual std::unique_ptr<AnyBatch> batch(const BatchSetup& setup) const = 0;
};

}  // namespace arena
