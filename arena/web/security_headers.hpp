// What every answer says to browsers: nothing from other sites, and no scripts inside pages.
#pragma once

#include "arena/http/message.hpp"

namespace arena::web {

void add_security_headers(http::Response& response);

}  // namespace arena::web
