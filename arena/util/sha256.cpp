#include "arena/util/sha256.hpp"

#include <sodium.h>

#include <array>

namespace arena {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  std::string text(2 * hash.size(), '\0');  // sodium_bin2hex also writes the end of a C string
  sodium_bin2hex(text.data(), text.size() + 1, hash.data(), hash.size());
  return text;
}

}  // namespace arena
