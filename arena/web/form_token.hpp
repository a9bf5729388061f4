// The token in each form, against requests that another site makes with this site's cookies
// (CSRF). It comes from a secret that only this browser and the server know, and looks different
// each time, so that an attacker cannot find it by the size of compressed pages.
#pragma once

#include <string>
#include <string_view>

namespace arena::web {

/// 32 random bytes as hexadecimal digits.
std::string random_secret();

/// A token for one form. REQUIRES: the secret is not empty.
std::string form_token(std::string_view secret);
/// In constant time.
bool is_form_token(std::string_view token, std::string_view secret);

}  // namespace arena::web
