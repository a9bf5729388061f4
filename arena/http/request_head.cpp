#include "arena/http/request_head.hpp"

#include <boost/beast/core.hpp>

namespace arena::http {

namespace beast = boost::beast;
namespace bhttp = beast::http;

namespace {

std::string text(beast::string_view view) { return {view.data(), view.size()}; }

/// Whether a proxy could see another end of the body than this server: then what follows the body
/// would be a request of another client.
bool has_unclear_end(const RequestParser::value_type& head) {
  const auto encodings = head.count(bhttp::field::transfer_encoding);
  const auto lengths = head.count(bhttp::field::content_length);
  if (encodings + lengths > 1 || (encodings == 1 && head.version() != 11)) return true;
  if (encodings == 1 && !beast::iequals(head[bhttp::field::transfer_encoding], "chunked"))
    return true;
  return head[bhttp::field::content_length].find(',') != beast::string_view::npos;
}

}  // namespace

std::optional<Request> request_of(const RequestParser::value_type& head, std::size_t target_bytes) {
  const std::string target = text(head.target());
  if (!target.starts_with('/') || target.size() > target_bytes) return std::nullopt;
  if (head.count(bhttp::field::host) != 1 || has_unclear_end(head)) return std::nullopt;
  Request request;
  request.method = head.method() == bhttp::verb::head ? "GET" : text(head.method_string());
  request.path = target.substr(0, target.find('?'));
  if (request.path.size() < target.size()) request.query = target.substr(request.path.size() + 1);
  for (const auto& field : head)
    request.headers.push_back({text(field.name_string()), text(field.value())});
  return request;
}

std::optional<std::size_t> most_body_bytes(const RequestParser& parser, std::size_t limit) {
  const std::uint64_t length = parser.chunked() ? limit : parser.content_length().value_or(0);
  return length <= limit ? std::optional<std::size_t>(length) : std::nullopt;
}

std::optional<int> refusal_status(const beast::error_code& error) {
  if (error == bhttp::error::header_limit) return 431;
  if (error == bhttp::error::body_limit) return 413;
  const bool is_gone =
      error == bhttp::error::end_of_stream || error == bhttp::error::partial_message;
  const bool is_http =
      error.category() == make_error_code(bhttp::error::bad_line_ending).category();
  return is_http && !is_gone ? std::optional(400) : std::nullopt;
}

}  // namespace arena::http
