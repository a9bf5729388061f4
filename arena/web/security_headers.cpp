#include "arena/web/security_headers.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace arena::web {

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

}  // namespace arena::web
