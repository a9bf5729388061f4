// Where the site is, as browsers see it: which Host and Origin a request may have. Against DNS
// rebinding, and requests that other sites make.
#pragma once

#include <string>
#include <string_view>

#include "arena/http/message.hpp"

namespace arena::site {

class Origin {
 public:
  /// `url`: such as "https://contest.example". Empty: this machine's own names and any IP address,
  /// which no other site can have. Throws Error if it is no http or https address, or has a path.
  explicit Origin(std::string url);

  [[nodiscard]] bool is_secure() const { return url_.starts_with("https://"); }
  [[nodiscard]] bool is_own_host(std::string_view host) const;
  /// `host`: of the same request. REQUIRES: is_own_host(host).
  [[nodiscard]] bool is_own_origin(std::string_view origin, std::string_view host) const;
  /// For links in texts: the URL, or "http://" and the host of the request.
  [[nodiscard]] std::string url(std::string_view host) const;

 private:
  std::string url_;
  std::string host_;
};

// The token in each form, against requests that another site makes with this site's cookies
// (CSRF). It comes from a secret that only this browser and the server know, and looks different
// each time, so that an attacker cannot find it by the size of compressed pages.

/// 32 random bytes as hexadecimal digits.
std::string random_secret();

/// A token for one form. REQUIRES: the secret is not empty.
std::string form_token(std::string_view secret);
/// In constant time.
bool is_form_token(std::string_view token, std::string_view secret);

// What every answer says to browsers: nothing from other sites, and no scripts inside pages.

void add_security_headers(http::Response& response);

}  // namespace arena::site
