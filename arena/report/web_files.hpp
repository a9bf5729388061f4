// The files web/* as texts (CMake puts them into web_files.cpp).
#pragma once

#include <string_view>

namespace arena::report {

extern const std::string_view style_css;
extern const std::string_view replay_html;
extern const std::string_view replay_js;

}  // namespace arena::report
