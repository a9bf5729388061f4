#include "arena/config/root_seed.hpp"

#include <sodium.h>

#include <cctype>
#include <cstddef>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

namespace arena {

namespace {

// The parameters of scrypt (RFC 7914): 16 MiB of memory.
constexpr std::uint64_t scrypt_cost = std::uint64_t{1} << 14U;
constexpr std::uint32_t scrypt_block = 8;
constexpr std::uint32_t scrypt_lanes = 1;
constexpr std::string_view scrypt_salt = "arena seeds 2";

using Bytes = const unsigned char*;

Bytes bytes(std::string_view text) { return reinterpret_cast<Bytes>(text.data()); }

void start_sodium() {
  if (sodium_init() < 0) throw std::runtime_error("cannot set up libsodium");
}

/// Multiplies by `base` and adds a digit. Returns false if the result has more than 128 bits.
bool push_digit(RootSeed& seed, unsigned base, unsigned digit) {
  __extension__ using Wide = unsigned __int128;
  const Wide low = Wide{seed.low} * base + digit;
  const Wide high = Wide{seed.high} * base + static_cast<std::uint64_t>(low >> 64U);
  seed = {static_cast<std::uint64_t>(high), static_cast<std::uint64_t>(low)};
  return (high >> 64U) == 0;
}

/// The value of a digit, or `base` if `c` is not one.
unsigned digit_of(char c, unsigned base) {
  const std::size_t at = std::string_view("0123456789abcdef")
                             .find(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
  return at < base ? static_cast<unsigned>(at) : base;
}

}  // namespace

RootSeed draw_root_seed() {
  start_sodium();
  RootSeed seed;
  do randombytes_buf(&seed, sizeof seed);
  while (is_guessable(seed));  // so its text always has all digits
  return seed;
}

std::string seed_text(const RootSeed& seed) {
  if (seed.high == 0) return fmt::format("{:#018x}", seed.low);
  return fmt::format("{:#018x}{:016x}", seed.high, seed.low);
}

std::optional<RootSeed> read_root_seed(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  const unsigned base = hexadecimal ? 16 : 10;
  RootSeed seed;
  for (const char c : text) {
    const unsigned digit = digit_of(c, base);
    if (digit == base || !push_digit(seed, base, digit)) return std::nullopt;
  }
  return text.empty() ? std::nullopt : std::optional(seed);
}

std::string wrong_seed(std::string_view what, std::string_view text) {
  return fmt::format("{} must be a number from 0 to 2^128-1, decimal or 0x..., not \"{}\"", what,
                     text);
}

SeedKey::SeedKey(const RootSeed& root) {
  start_sodium();
  std::array<unsigned char, sizeof root> big_endian{};
  for (std::size_t i = 0; i < big_endian.size(); ++i) {
    const std::uint64_t half = i < 8 ? root.high : root.low;
    big_endian[i] = static_cast<unsigned char>(half >> (56 - 8 * (i % 8)));
  }
  if (crypto_pwhash_scryptsalsa208sha256_ll(
          big_endian.data(), big_endian.size(), bytes(scrypt_salt), scrypt_salt.size(), scrypt_cost,
          scrypt_block, scrypt_lanes, key_.data(), key_.size()) != 0)
    throw std::bad_alloc();
}

std::uint64_t SeedKey::derive(std::string_view name, std::uint64_t index) const {
  std::array<unsigned char, 9> tail{};  // the end of the name, then the index
  for (std::size_t i = 0; i < 8; ++i) tail[i + 1] = static_cast<unsigned char>(index >> (8 * i));
  std::array<unsigned char, crypto_generichash_BYTES_MIN> hash{};
  crypto_generichash_state state;
  crypto_generichash_init(&state, key_.data(), key_.size(), hash.size());
  crypto_generichash_update(&state, bytes(name), name.size());
  crypto_generichash_update(&state, tail.data(), tail.size());
  crypto_generichash_final(&state, hash.data(), hash.size());
  std::uint64_t seed = 0;
  for (std::size_t i = 0; i < 8; ++i) seed |= std::uint64_t{hash[i]} << (8 * i);
  return seed;
}

}  // namespace arena
