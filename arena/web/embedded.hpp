// Files as texts of the program (CMake puts them into embedded.cpp).
#pragma once

#include <string_view>

namespace arena::web {

extern const std::string_view texts_json;
extern const std::string_view answers_json;
extern const std::string_view site_css;

}  // namespace arena::web
