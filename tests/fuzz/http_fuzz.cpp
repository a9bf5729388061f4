// What browsers send, behind the parser of Boost.Beast: paths, queries, cookies, addresses, forms.
// The first byte of an input says how its first line, a content type or a header, is used.
#include <string>

#include "arena/http/client_address.hpp"
#include "arena/http/forms.hpp"
#include "arena/http/message.hpp"
#include "arena/http/route_pattern.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/percent.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

void try_text(std::string_view text) {
  require(percent_decoded(percent_encoded(text)) == text, "what is encoded is decoded to the same");
  const std::string place = http::local_path(text);
  require(place.starts_with('/') && !place.starts_with("//"), "a redirect stays on this site");
  for (const char c : place) require(c > ' ' && c != '\\', "a redirect is one plain word");
}

void try_path(std::string_view path) {
  static const http::RoutePattern pattern("/c/{contest}/bots/{bot}");
  const auto found = pattern.match(path);
  if (!found) return;
  require(found->size() == 2, "each parameter has a value");
  for (const auto& [name, value] : *found) {
    require(!value.empty() && value.find('/') == std::string::npos, "a parameter is one part");
    require(value.find('\0') == std::string::npos, "a parameter has no zero byte");
  }
}

void try_address(std::string_view list) {
  const std::string address = http::client_address("10.0.0.1", list, {"10.0.0.1", "::1"});
  require(!address.empty() && address.find(',') == std::string::npos, "a client has one address");
  require(address.find_first_of("\r\n\"") == std::string::npos, "an address is no text");
  require(!http::address_group(address).empty(), "an address has a group");
}

void try_form(const http::Request& request) {
  try {
    const http::Form form = http::form_of(request);
    static_cast<void>(form.value("token"));
    if (const http::FormField* file = form.file("file"))
      require(file->file_name && !file->file_name->empty(), "a file has a name");
  } catch (const Error&) {
  }
}

}  // namespace
}  // namespace arena::fuzz

ARENA_FUZZ_TARGET(http)(const std::uint8_t* data, std::size_t size) {
  using namespace arena::fuzz;
  Input input(data, size);
  const bool is_form = input.byte() % 2 == 0;
  arena::http::Request request;
  const std::string first(input.line());
  request.body = std::string(input.rest());
  request.headers = {{is_form ? "Content-Type" : "Cookie", first}};
  if (is_form) try_form(request);
  const std::string_view cookie = arena::http::cookie(request, "session");
  require(cookie.find(';') == std::string_view::npos, "a cookie ends at its end");
  try_text(first);
  try_path(first);
  try_address(first);
  return 0;
}
