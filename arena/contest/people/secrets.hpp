// Passwords, tokens and their hashes, by libsodium. Not for: who they belong to (accounts.hpp,
// sessions.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arena::contest {

/// What one guess of a password costs. The default is libsodium's "interactive"; tests take less.
struct PasswordCost {
  unsigned long long operations = 2;
  std::size_t memory = std::size_t{64} << 20U;  // bytes

  /// The least that argon2id allows.
  static constexpr PasswordCost least() { return {1, 8192}; }
};

/// argon2id with a random salt, as a text that contains all parameters.
std::string password_hash(std::string_view password, PasswordCost cost);
/// Takes as long for a wrong password as for the right one.
bool is_password(const std::string& hash, std::string_view password);

/// 256 random bits, in 43 characters that need no escapes in addresses.
std::string random_token();
/// SHA-256 of a token, for storing: a token is random, so it needs no slow hash.
std::string token_hash(std::string_view token);

/// The token that a form sends back, so that another site cannot send the form. It follows from
/// the session's token, which other sites do not know.
std::string csrf_token(std::string_view session_token);

}  // namespace arena::contest
