// The seed of a run, from which all its chance follows, and the one-way function that derives from
// it. Whoever knows some derived seeds, as from published records, learns nothing about the root or
// the other seeds. docs/records.md has the function in Python, with check values.
// Not for: numbers under a seed that is no secret; that is mix_seed (core/rng.hpp).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// 128 bits.
struct RootSeed {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend auto operator<=>(const RootSeed&, const RootSeed&) = default;
};

/// Of the operating system's randomness.
RootSeed draw_root_seed();
/// "0x" and 16 hexadecimal digits, or 32 where the upper half is not zero.
std::string seed_text(const RootSeed& seed);
/// Decimal, or 0x and hexadecimal digits. Nothing if it is no number of 128 bits.
std::optional<RootSeed> read_root_seed(std::string_view text);
/// Whether someone who tries likely seeds, such as 1 or a date, may find this one.
inline bool is_guessable(const RootSeed& seed) { return seed.high == 0; }

/// The version of the derivation, as records carry it in "derivation". Records without one are of
/// the first version, whose seeds could be inverted; they replay, as deals do not need the root.
inline constexpr int seed_derivation = 2;

/// A root seed that is ready to derive from. One without a root is there to be assigned to.
class SeedKey {
 public:
  SeedKey() = default;
  /// Takes some hundredths of a second on purpose, so that guessing a root is slow.
  explicit SeedKey(const RootSeed& root);
  explicit SeedKey(std::uint64_t root) : SeedKey(RootSeed{0, root}) {}

  /// The seed of the stream `name`, number `index`.
  [[nodiscard]] std::uint64_t derive(std::string_view name, std::uint64_t index = 0) const;

 private:
  std::array<unsigned char, 32> key_{};
};

}  // namespace arena
