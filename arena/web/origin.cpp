#include "arena/web/origin.hpp"

#include <boost/asio/ip/address.hpp>

#include "arena/util/error.hpp"
#include "arena/util/text.hpp"

namespace arena::web {

namespace {

/// Without the port and the brackets of IPv6; empty if it is not a host and a port, such as
/// "localhost:1@evil.example", which a browser takes for a name and a host.
std::string_view name_of(std::string_view host) {
  const bool has_brackets = host.starts_with('[');
  const std::size_t end = host.find(has_brackets ? ']' : ':');
  if (end == std::string_view::npos) return has_brackets ? std::string_view() : host;
  const std::string_view port = host.substr(has_brackets ? end + 1 : end);
  const bool is_port =
      port.empty() ||
      (port.starts_with(':') && port.find_first_not_of("0123456789", 1) == std::string_view::npos);
  if (!is_port) return {};
  return has_brackets ? host.substr(1, end - 1) : host.substr(0, end);
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

}  // namespace arena::web
