#include "arena/http/client_address.hpp"

#include <algorithm>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include "arena/util/text/text.hpp"

namespace arena::http {

namespace ip = boost::asio::ip;

std::string client_address(const std::string& peer, std::string_view forwarded_for,
                           const std::vector<std::string>& trusted_proxies) {
  const auto trusted = [&](const std::string& address) {
    return std::ranges::find(trusted_proxies, address) != trusted_proxies.end();
  };
  std::string client = peer;
  while (trusted(client) && !forwarded_for.empty()) {
    const std::size_t comma = forwarded_for.rfind(',');
    const bool only = comma == std::string_view::npos;
    boost::system::error_code error;
    const ip::address next = ip::make_address(
        std::string(trim(only ? forwarded_for : forwarded_for.substr(comma + 1))), error);
    if (error) break;
    client = next.to_string();
    forwarded_for = only ? std::string_view() : forwarded_for.substr(0, comma);
  }
  return client;
}

std::string address_group(std::string_view address) {
  boost::system::error_code error;
  const ip::address parsed = ip::make_address(std::string(address), error);
  if (error || parsed.is_v4()) return std::string(address);
  if (parsed.to_v6().is_v4_mapped())
    return ip::make_address_v4(ip::v4_mapped, parsed.to_v6()).to_string();
  return ip::network_v6(parsed.to_v6(), 64).canonical().to_string();
}

}  // namespace arena::http
