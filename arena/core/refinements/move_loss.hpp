// A refinement of a game's module: what each decision of a played match lost against the best one.
// `arena review` adds the losses up. arena/search/move_loss.hpp measures them by play-outs; a game
// with an exact method has its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/core/position.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {

/// A move that a player chose, and the position before it.
template <class G>
struct ChosenMove {
  Position<G> position;  // several seats may be due
  Seat seat = 0;
  typename G::Move move;
  std::size_t number = 0;  // of the move in its record, from 1
};

/// A match with all moves that its players chose.
template <class G>
struct ReviewedMatch {
  Setup<G> setup;
  std::vector<typename G::Event> events;  // including hidden ones
  std::vector<ChosenMove<G>> moves;       // in the order of the record
};

/// What one decision lost. Values are the seat's expected result in the unit of its game.
struct MoveLoss {
  double loss = 0;   // the best move's value minus that of the move; an estimate may be below 0
  double error = 0;  // the standard error of `loss`; 0 if the loss is exact or the move the best
  bool is_exact = false;
  double value = 0;    // of the best move
  std::string better;  // a better move; empty if the move is the best
  std::string kind;    // "discard": what the move is, in the words of the game
  std::string better_kind;
};

/// Differences between two moves, measured again and again.
class Differences {
 public:
  void add(double difference) {
    ++count_;
    sum_ += difference;
    squares_ += difference * difference;
  }
  /// Their mean is the loss. REQUIRES: there are two or more.
  void set(MoveLoss& lost) const {
    lost.loss = sum_ / count_;
    lost.error = std::sqrt(std::max(0.0, squares_ / count_ - lost.loss * lost.loss) / (count_ - 1));
  }

 private:
  double count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

struct LossSettings {
  int play_outs = 1000;  // to find the best move; half as many compare it with the player's
  std::uint64_t seed = 0;
  TableCache* table_cache = nullptr;  // may be null
  /// Asked before each move; true leaves out those that are left.
  std::function<bool()> stops = [] { return false; };
};

/// `L` measures the losses of one match. One thread asks it. The same match and settings give the
/// same losses on every machine.
template <class L, class G>
concept Losses = requires(const ReviewedMatch<G>& match, const LossSettings& settings, L losses,
                          const ChosenMove<G>& chosen) {
  L(match, settings);
  /// Of losses and values: "points".
  { L::unit } -> std::convertible_to<std::string_view>;
  /// What moves are compared with, a part of a sentence: "the best move, if ...".
  { L::method } -> std::convertible_to<std::string_view>;
  /// nullopt if there was nothing to decide, or if it cannot be measured. `chosen` is one of the
  /// match.
  { losses.of(chosen) } -> std::same_as<std::optional<MoveLoss>>;
};

/// Losses in points, which `measure(chosen, settings)` measures one by one, by play-outs. A game
/// adds the `method`.
template <class G, auto measure>
class LossesByMove {
 public:
  static constexpr std::string_view unit = "points";

  LossesByMove(const ReviewedMatch<G>& /*match*/, const LossSettings& settings)
      : settings_(settings) {}
  std::optional<MoveLoss> of(const ChosenMove<G>& chosen) const {
    return measure(chosen, settings_);
  }

 private:
  LossSettings settings_;
};

template <class GameModule>
concept MeasuresLosses = Losses<typename GameModule::Losses, typename GameModule::Game>;

}  // namespace arena
