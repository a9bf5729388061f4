#include "games/streams/stream.hpp"

#include <algorithm>

namespace arena::streams {

namespace {

constexpr std::array<std::int16_t, slot_count + 1> points_by_length = {
    0, 0, 1, 3, 5, 7, 9, 11, 15, 20, 25, 30, 35, 40, 50, 60, 70, 85, 100, 150, 300};

/// The bits of the slots where a run begins: the card is lower than the one before.
std::uint32_t cuts(const Stream& stream) {
  std::uint32_t cuts = 0;
  for (int slot = 1; slot < slot_count; ++slot) {
    cuts |= static_cast<std::uint32_t>(stream[slot] < stream[slot - 1] ? 1 : 0)
            << static_cast<unsigned>(slot);
  }
  return cuts;
}

int plain_score(const Stream& stream) {
  int points = 0;
  int begin = 0;
  for (std::uint32_t left = cuts(stream) | (std::uint32_t{1} << slot_count); left != 0;
       left &= left - 1) {
    const int end = std::countr_zero(left);
    points += points_by_length[static_cast<std::size_t>(end - begin)];
    begin = end;
  }
  return points;
}

}  // namespace

int run_points(int length) { return points_by_length[static_cast<std::size_t>(length)]; }

int score(const Stream& stream) {
  int wild_slot = 0;
  while (wild_slot < slot_count && stream[wild_slot] != wild) ++wild_slot;
  if (wild_slot == slot_count) return plain_score(stream);
  Stream tried = stream;
  int best = 0;
  for (Card number = 1; number <= highest_card; ++number) {
    tried.put(wild_slot, number);
    best = std::max(best, plain_score(tried));
  }
  return best;
}

}  // namespace arena::streams
