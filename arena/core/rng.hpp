// Arena's own random numbers: the same seed gives the same numbers on every machine.
// Generator: xoshiro256++ (Blackman, Vigna 2019), seeded by SplitMix64. `below` is Lemire's
// multiply-and-reject (2019), `shuffle` is Fisher-Yates from the end. The distributions of the
// standard library are not used, because their results differ between implementations. Do not use
// this for secrets.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace arena {

/// One step of SplitMix64: advances `state`, returns 64 well mixed bits.
constexpr std::uint64_t split_mix(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

/// The seed of stream `name`, number `index`, under `root`: FNV-1a of the name, mixed with both
/// numbers. This can be inverted. Use it only under a seed that is not secret, such as for the
/// shuffles of one match. SeedKey (config/root_seed.hpp) derives the seeds of a run.
constexpr std::uint64_t mix_seed(std::uint64_t root, std::string_view name,
                                 std::uint64_t index = 0) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  std::uint64_t state = root;
  state = split_mix(state) ^ hash;
  state = split_mix(state) ^ index;
  return split_mix(state);
}

class Rng {
 public:
  constexpr explicit Rng(std::uint64_t seed) : Rng(spread(seed)) {}

  /// Continues from a state of the generator. REQUIRES: not all words are zero.
  constexpr explicit Rng(const std::array<std::uint64_t, 4>& state)
      : s0_(state[0]), s1_(state[1]), s2_(state[2]), s3_(state[3]) {}

  /// The state, for a generator that continues from here.
  [[nodiscard]] constexpr std::array<std::uint64_t, 4> state() const {
    return {s0_, s1_, s2_, s3_};
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(s0_ + s3_, 23) + s0_;
    const std::uint64_t shifted = s1_ << 17U;
    s2_ ^= s0_;
    s3_ ^= s1_;
    s1_ ^= s2_;
    s0_ ^= s3_;
    s2_ ^= shifted;
    s3_ = std::rotl(s3_, 45);
    return result;
  }

  /// Uniform in 0 .. bound-1. REQUIRES: bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (next() >> 32U) * bound;
    if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
      const std::uint32_t biased = -bound % bound;
      while (static_cast<std::uint32_t>(product) < biased) product = (next() >> 32U) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32U);
  }

  /// Puts a random-access range into uniformly random order.
  template <class Range>
  constexpr void shuffle(Range& range) {
    for (std::size_t left = range.size(); left > 1; --left) {
      std::swap(range[left - 1], range[below(static_cast<std::uint32_t>(left))]);
    }
  }

 private:
  static constexpr std::array<std::uint64_t, 4> spread(std::uint64_t seed) {
    std::array<std::uint64_t, 4> words{};
    for (std::uint64_t& word : words) word = split_mix(seed);
    return words;
  }

  // Four words instead of an array, so that compilers keep them in registers.
  std::uint64_t s0_;
  std::uint64_t s1_;
  std::uint64_t s2_;
  std::uint64_t s3_;
};

}  // namespace arena
