// Which address a client has, behind a proxy too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arena::http {

/// `peer` is the other end of the connection. If it is a trusted proxy, the client is the last
/// address of X-Forwarded-For that is not a trusted proxy: anyone may have written what stands
/// before it.
std::string client_address(const std::string& peer, std::string_view forwarded_for,
                           const std::vector<std::string>& trusted_proxies);

/// What limits count: an IPv4 address, or the 64 bits of an IPv6 address that one household has.
std::string address_group(std::string_view address);

}  // namespace arena::http
