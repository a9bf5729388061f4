// What Boost.Beast has read of a request becomes a plain Request, or is refused. Beast takes long
// to compile: only server.cpp and tests include this.
#pragma once

#include <cstddef>
#include <optional>

#include <boost/beast/http.hpp>

#include "arena/http/message.hpp"

namespace arena::http {

using RequestParser = boost::beast::http::request_parser<boost::beast::http::string_body>;

/// The head of a request, without its body and the client's address. nullopt if it is no request
/// that a browser sends, or if its body could end elsewhere for a proxy.
std::optional<Request> request_of(const RequestParser::value_type& head, std::size_t target_bytes);

/// The most bytes that the body can have, of which the head is read; nullopt if that is over the
/// limit. Beast itself checks the limit only while it reads chunks.
std::optional<std::size_t> most_body_bytes(const RequestParser& parser, std::size_t limit);

/// The status of the answer to what is no request; nullopt if the client is just gone.
std::optional<int> refusal_status(const boost::beast::error_code& error);

}  // namespace arena::http
