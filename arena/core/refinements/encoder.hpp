// Refinement of a game's module: what a seat knows, and its moves, as numbers, for learners. The
// module names a class `Encoder` of this concept.
//
// An observation is a row of floats from -1 to 1, made of named parts. Seats are in the order of
// play from the one that observes, so one learner can play all seats. It shows nothing that the
// seat was not told.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "arena/core/game.hpp"

namespace arena {

/// A part of an observation. With two lengths, it is a table, row by row.
struct ObservationPart {
  std::string_view name;  // has static storage, like the meaning
  std::vector<int> shape;
  std::string_view meaning;

  [[nodiscard]] int size() const {
    int size = 1;
    for (const int length : shape) size *= length;
    return size;
  }
};

/// How many numbers they have.
inline int observation_size(const std::vector<ObservationPart>& parts) {
  int size = 0;
  for (const ObservationPart& part : parts) size += part.size();
  return size;
}

/// Writes the numbers of an observation, one after the other.
class ObservationWriter {
 public:
  /// REQUIRES: there is room from `at` for all that is written.
  explicit ObservationWriter(float* at) : at_(at) {}

  void number(float number) { *at_++ = number; }
  /// A part of the most that it can be. REQUIRES: most > 0.
  void share(int number, int most) {
    *at_++ = static_cast<float>(number) / static_cast<float>(most);
  }
  /// 1 for each of the lowest `count` bits that is set, else 0.
  void bits(std::uint64_t set, int count) {
    for (int i = 0; i < count; ++i)
      at_[i] = static_cast<float>((set >> static_cast<unsigned>(i)) & 1U);
    at_ += count;
  }
  /// 1 at the place `chosen`, else 0: everywhere, if `chosen` is no place.
  void one_of(int chosen, int count) {
    for (int i = 0; i < count; ++i) at_[i] = i == chosen ? 1.0F : 0.0F;
    at_ += count;
  }

  [[nodiscard]] const float* end() const { return at_; }

 private:
  float* at_;
};

/// An encoder of matches with given options and so many seats.
template <class E, class G>
concept EncoderOf = std::is_trivially_copyable_v<typename E::Told> &&
    std::is_constructible_v<E, const typename G::Options&, int> &&
    requires(const E& encoder, typename E::Told& told, const typename E::Told& heard,
             const typename G::Event& event, const typename G::View& view,
             const typename G::Move& move, ObservationWriter& out) {
  /// Raise it with each change of what the numbers mean.
  { E::version } -> std::convertible_to<int>;
  /// Observations of a seat that is due differ if and only if it was told different things, but for
  /// what cannot matter, such as the number of a board.
  { encoder.perfect_recall() } -> std::same_as<bool>;
  { encoder.parts() } -> std::same_as<std::vector<ObservationPart>>;
  /// Moves have the numbers 0 to moves()-1. No two have the same number.
  { encoder.moves() } -> std::same_as<int>;
  { encoder.move(int{}) } -> std::same_as<typename G::Move>;
  { encoder.number(move) } -> std::same_as<int>;
  /// For each event that the seat was told: `told` keeps what the view does not show of it. It
  /// begins as Told().
  { encoder.tell(told, event) } -> std::same_as<void>;
  /// Writes as many numbers as the parts have.
  { encoder.write(view, heard, out) } -> std::same_as<void>;
};

template <class GameModule>
concept Encodes = EncoderOf<typename GameModule::Encoder, typename GameModule::Game>;

}  // namespace arena
