#include "arena/web/form_token.hpp"

#include <sodium.h>

#include <array>

namespace arena::web {

namespace {

using Bytes = std::array<unsigned char, 32>;

std::string hex(const unsigned char* bytes, std::size_t size) {
  std::string text(2 * size + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes, size);
  text.pop_back();
  return text;
}

Bytes hash(std::string_view secret) {
  Bytes bytes{};
  crypto_generichash(bytes.data(), bytes.size(),
                     reinterpret_cast<const unsigned char*>(secret.data()), secret.size(), nullptr,
                     0);
  return bytes;
}

}  // namespace

std::string random_secret() {
  Bytes bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return hex(bytes.data(), bytes.size());
}

std::string form_token(std::string_view secret) {
  std::array<unsigned char, 64> both{};  // random bytes, and the hash mixed with them
  randombytes_buf(both.data(), 32);
  const Bytes bytes = hash(secret);
  for (std::size_t i = 0; i < 32; ++i)
    both[32 + i] = static_cast<unsigned char>(both[i] ^ bytes[i]);
  return hex(both.data(), both.size());
}

bool is_form_token(std::string_view token, std::string_view secret) {
  std::array<unsigned char, 64> both{};
  std::size_t size = 0;
  if (sodium_hex2bin(both.data(), both.size(), token.data(), token.size(), nullptr, &size,
                     nullptr) != 0 ||
      size != both.size() || token.size() != 2 * both.size())
    return false;
  for (std::size_t i = 0; i < 32; ++i)
    both[32 + i] = static_cast<unsigned char>(both[i] ^ both[32 + i]);
  return sodium_memcmp(both.data() + 32, hash(secret).data(), 32) == 0;
}

}  // namespace arena::web
