#include "arena/contest/people/secrets.hpp"

#include <sodium.h>

#include <array>
#include <new>
#include <stdexcept>

#include "arena/util/sha256.hpp"

namespace arena::contest {

namespace {

constexpr std::size_t token_bytes = 32;

/// Safe to call often.
void start_library() {
  if (::sodium_init() < 0) throw std::runtime_error("libsodium cannot start");
}

std::string in_base64(const unsigned char* bytes, std::size_t size) {
  constexpr int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  std::string text(sodium_base64_ENCODED_LEN(size, variant), '\0');
  ::sodium_bin2base64(text.data(), text.size(), bytes, size, variant);
  text.pop_back();  // the zero byte
  return text;
}

}  // namespace

std::string password_hash(std::string_view password, PasswordCost cost) {
  start_library();
  std::array<char, crypto_pwhash_STRBYTES> text{};
  if (::crypto_pwhash_str(text.data(), password.data(), password.size(), cost.operations,
                          cost.memory) != 0)
    throw std::bad_alloc();
  return text.data();
}

bool is_password(const std::string& hash, std::string_view password) {
  start_library();
  return ::crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

std::string random_token() {
  start_library();
  std::array<unsigned char, token_bytes> bytes{};
  ::randombytes_buf(bytes.data(), bytes.size());
  return in_base64(bytes.data(), bytes.size());
}

std::string token_hash(std::string_view token) { return sha256(token); }

std::string csrf_token(std::string_view session_token) {
  return sha256("csrf " + sha256("session " + std::string(session_token)));
}

}  // namespace arena::contest
