// The bytes of connections, as Boost.Beast reads them with the server's limits: what is taken for a
// request, and where it ends.
#include <algorithm>
#include <string>

#include <boost/beast/core.hpp>

#include "arena/http/request_head.hpp"
#include "arena/http/server.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;

constexpr std::size_t most_body = 1'000;

/// The bytes of the body that anybody would count who reads only the headers of the request.
std::optional<std::size_t> announced(const http::Request& request) {
  if (http::has(request.headers, "transfer-encoding")) return std::nullopt;
  const std::string_view length = request.header("content-length");
  require(std::ranges::all_of(length, [](char c) { return c >= '0' && c <= '9'; }),
          "a length is one number");
  return length.empty() ? 0 : std::stoull(std::string(length));
}

void check_request(const http::Request& request) {
  require(request.path.starts_with('/'), "a path starts at the root");
  require(request.path.find_first_of("? \r\n") == std::string::npos, "a path is one word");
  require(request.query.find_first_of(" \r\n") == std::string::npos, "a query is one word");
  for (const http::Field& field : request.headers) {
    require(!field.name.empty(), "a field has a name");
    require(field.value.find_first_of("\r\n") == std::string::npos, "a value is one line");
  }
}

/// Reads one request, and returns what follows it; empty if there is no next one.
std::string_view after_request(std::string_view bytes) {
  const http::ServerLimits limits;
  http::RequestParser parser;
  parser.header_limit(limits.header_bytes);
  parser.body_limit(boost::none);
  beast::error_code error;
  const std::size_t head = parser.put(asio::buffer(bytes.data(), bytes.size()), error);
  if (error || !parser.is_header_done()) {
    const auto status = http::refusal_status(error);
    require(!status || (*status >= 400 && *status < 500), "the client is at fault");
    return {};
  }
  const auto request = http::request_of(parser.get(), limits.target_bytes);
  if (!request) return {};
  check_request(*request);
  if (!http::most_body_bytes(parser, most_body)) return {};
  bytes.remove_prefix(head);
  parser.body_limit(most_body);
  parser.eager(true);
  std::size_t taken = 0;
  while (!parser.is_done() && taken < bytes.size()) {
    const auto rest = bytes.substr(taken);
    taken += parser.put(asio::buffer(rest.data(), rest.size()), error);
    if (error) return {};
  }
  if (!parser.is_done()) return {};
  require(parser.get().body().size() <= most_body, "a body has its limit");
  const auto length = announced(*request);
  require(!length || taken == *length, "a body ends where its headers say");
  return bytes.substr(taken);
}

}  // namespace
}  // namespace arena::fuzz

ARENA_FUZZ_TARGET(request)(const std::uint8_t* data, std::size_t size) {
  std::string_view left(reinterpret_cast<const char*>(data), size);  // NOLINT: bytes are text
  while (!left.empty()) left = arena::fuzz::after_request(left);
  return 0;
}
