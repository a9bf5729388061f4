// The files that pages load: the stylesheet, the icon, and the scripts of arena/pages.
#pragma once

#include <string>
#include <string_view>

#include "arena/http/message.hpp"

namespace arena::site {

struct Stylesheet {
  std::string path;  // below /assets/, with a hash of the content
  std::string content;
};

/// The one of the reports, and what the site adds.
const Stylesheet& stylesheet();

/// Throws Refused if there is no such file.
http::Response asset(std::string_view path);

// Files as texts of the program (CMake puts them into embedded.cpp).

extern const std::string_view texts_json;
extern const std::string_view answers_json;
extern const std::string_view site_css;

}  // namespace arena::site
