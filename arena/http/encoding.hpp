// What makes answers smaller or saves them: gzip and ETags.
#pragma once

#include <string>
#include <string_view>

#include "arena/http/message.hpp"

namespace arena::http {

std::string gzip(std::string_view plain);

/// Prepares an answer for this request: "304 Not Modified" if the browser has it already, gzip if
/// the browser reads that and it is worth it, and Cache-Control.
void encode(const Request& request, Response& response);

}  // namespace arena::http
