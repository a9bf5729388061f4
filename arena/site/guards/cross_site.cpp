#include "arena/site/guards/cross_site.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/ip/address.hpp>

#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena::site {

namespace {

bool has_only(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

/// Without the port and the brackets of IPv6; empty if it is not a host and a port. Browsers take
/// "localhost:1@evil.example" for a name and a host, and know no zone in "[::1%eth0]".
std::string_view name_of(std::string_view host) {
  const bool has_brackets = host.starts_with('[');
  const std::size_t end = std::min(host.find(has_brackets ? ']' : ':'), host.size());
  const std::string_view name = has_brackets ? host.substr(1, end - 1) : host.substr(0, end);
  std::string_view port = host.substr(end);
  const bool is_name =
      has_brackets
          ? port.starts_with(']') && has_only(name, "0123456789abcdefABCDEF:.") &&
                name.find(':') != std::string_view::npos
          : has_only(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-");
  if (has_brackets && is_name) port.remove_prefix(1);
  const bool is_port =
      port.empty() || (port.starts_with(':') && has_only(port.substr(1), "0123456789"));
  return is_name && is_port ? name : std::string_view();
}

bool is_local(std::string_view host) {
  return equal_ignoring_case(name_of(host), "localhost") || name_of(host) == "127.0.0.1" ||
         name_of(host) == "::1";
}

bool is_ip_address(std::string_view host) {
  boost::system::error_code error;
  boost::asio::ip::make_address(std::string(name_of(host)), error);
  return !error;
}

}  // namespace

Origin::Origin(std::string url) : url_(std::move(url)) {
  if (url_.empty()) return;
  const std::size_t scheme = url_.find("://");
  const bool is_web = url_.starts_with("http://") || url_.starts_with("https://");
  if (is_web) host_ = url_.substr(scheme + 3);
  if (host_.empty() || host_.find_first_of("/?#@ \\") != std::string::npos)
    throw Error("url \"" + url_ + "\" is not like \"https://contest.example\"");
}

bool Origin::is_own_host(std::string_view host) const {
  if (equal_ignoring_case(host, host_) && !host_.empty()) return true;
  return is_local(host) || (host_.empty() && is_ip_address(host));
}

bool Origin::is_own_origin(std::string_view origin, std::string_view host) const {
  // Behind a proxy that terminates TLS, the scheme is known from the settings only.
  return equal_ignoring_case(origin, url(host));
}

std::string Origin::url(std::string_view host) const {
  const bool is_configured = !host_.empty() && !is_local(host);
  return is_configured ? url_ : "http://" + std::string(host);
}

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

namespace {

constexpr std::string_view policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> fields{
    {{"Content-Security-Policy", policy},
     {"X-Content-Type-Options", "nosniff"},
     {"Referrer-Policy", "same-origin"},
     {"Cross-Origin-Opener-Policy", "same-origin"},
     {"Cross-Origin-Resource-Policy", "same-origin"},
     {"X-Frame-Options", "DENY"},
     {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"}}};

}  // namespace

void add_security_headers(http::Response& response) {
  for (const auto& [name, value] : fields)
    response.headers.push_back({std::string(name), std::string(value)});
}

}  // namespace arena::site
