#include "games/bidding/hand_pairs.hpp"

#include <algorithm>
#include <bit>

namespace arena::bidding {

namespace {

/// Two bits for each card that is in a hand, the lowest card in the lowest bits.
constexpr std::uint32_t in_own = 1;
constexpr std::uint32_t in_other = 2;

std::uint32_t code_of(Cards own, Cards other) {
  std::uint32_t code = 0;
  unsigned shift = 0;
  for (int card = 1; card <= std::max(own.highest(), other.highest()); ++card) {
    const std::uint32_t letter =
        (own.contains(card) ? in_own : 0) | (other.contains(card) ? in_other : 0);
    if (letter == 0) continue;
    code |= letter << shift;
    shift += 2;
  }
  return code;
}

std::uint32_t mirror_of(std::uint32_t code) {
  constexpr std::uint32_t own_bits = 0x55555555U;
  return ((code & own_bits) << 1U) | ((code >> 1U) & own_bits);
}

/// One hand of a pair, with cards numbered 1, 2, ... from the lowest.
Cards hand_of(std::uint32_t code, std::uint32_t whose) {
  Cards hand;
  for (int card = 1; code != 0; ++card, code >>= 2U) {
    if ((code & whose) != 0) hand.add(card);
  }
  return hand;
}

}  // namespace

HandPairs::HandPairs(int cards) : levels_(static_cast<std::size_t>(cards) + 1) {
  add_codes(cards);
  for (int size = 1; size <= cards; ++size) add_steps(size);
}

HandPairs::Ref HandPairs::find(Cards own, Cards other) const {
  const std::uint32_t code = code_of(own, other);
  const std::uint32_t mirror = mirror_of(code);
  const auto& codes = level(own.size()).codes;
  const auto found = std::lower_bound(codes.begin(), codes.end(), std::min(code, mirror));
  return {static_cast<std::int32_t>(found - codes.begin()), mirror < code};
}

bool HandPairs::even(int size, int index) const {
  const std::uint32_t code = level(size).codes[static_cast<std::size_t>(index)];
  return mirror_of(code) == code;
}

void HandPairs::add_codes(int cards) {
  const std::uint32_t sets = std::uint32_t{1} << static_cast<unsigned>(cards);
  for (std::uint32_t first = 0; first < sets; ++first) {
    auto& codes = levels_[static_cast<std::size_t>(std::popcount(first))].codes;
    for (std::uint32_t second = 0; second < sets; ++second) {
      if (std::popcount(first) != std::popcount(second)) continue;
      const std::uint32_t code = code_of(Cards::of_bits(first), Cards::of_bits(second));
      codes.push_back(std::min(code, mirror_of(code)));
    }
  }
  for (Level& one : levels_) {
    std::ranges::sort(one.codes);
    one.codes.erase(std::unique(one.codes.begin(), one.codes.end()), one.codes.end());
  }
}

void HandPairs::add_steps(int size) {
  Level& now = levels_[static_cast<std::size_t>(size)];
  for (const std::uint32_t code : now.codes) {
    const Cards own = hand_of(code, in_own);
    const Cards other = hand_of(code, in_other);
    own.for_each([&](int card) {
      other.for_each([&](int against) {
        now.after.push_back(find(own.without(card), other.without(against)));
        now.compared.push_back(static_cast<std::int8_t>(sign(card - against)));
      });
    });
  }
}

}  // namespace arena::bidding
