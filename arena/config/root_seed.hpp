// The seed of a run, and the one-way function that derives all chance of the run from it. Derived
// seeds, such as those in published records, reveal nothing about the root or the other seeds.
// docs/records.md gives the function in Python, with check values. Numbers under a seed that is not
// secret use mix_seed instead (core/rng.hpp).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arena {

struct RootSeed {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend auto operator<=>(const RootSeed&, const RootSeed&) = default;
};

/// Takes the seed from the operating system's randomness.
RootSeed draw_root_seed();
/// "0x" and 16 hexadecimal digits, or 32 if the upper half is not zero.
std::string seed_text(const RootSeed& seed);
/// Reads decimal digits, or 0x and hexadecimal digits; nullopt if not a number of 128 bits.
std::optional<RootSeed> read_root_seed(std::string_view text);
/// What is wrong with a text that `read_root_seed` refuses: "--seed must be a number from 0 ...".
/// `what`: its name.
std::string wrong_seed(std::string_view what, std::string_view text);
/// True if someone who tries likely seeds, such as 1 or a date, may find this one.
inline bool is_guessable(const RootSeed& seed) { return seed.high == 0; }

/// The version of the derivation, in "derivation" of records. Records without it have the first
/// version, whose seeds could be inverted. They still replay: a deal does not need the root.
inline constexpr int seed_derivation = 2;

/// A root seed that is ready to derive from. Assign to a default-constructed key before use.
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
