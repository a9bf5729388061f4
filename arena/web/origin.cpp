#include "arena/web/origin.hpp"

#include <boost/asio/ip/address.hpp>

#include "arena/util/error.hpp"
#include "arena/util/text.hpp"

namespace arena::web {

namespace {

/// Without the port and the brackets of IPv6.
std::string_view name_of(std::string_view host) {
  if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
  return host.substr(0, host.find(':'));
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
