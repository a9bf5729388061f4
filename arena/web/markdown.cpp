#include "arena/web/markdown.hpp"

#include <new>
#include <regex>
#include <string>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <md4c-html.h>

namespace arena::web {

namespace {

void add(const MD_CHAR* bytes, MD_SIZE size, void* all) {
  static_cast<std::string*>(all)->append(bytes, size);
}

}  // namespace

report::Html markdown(std::string_view text) {
  report::Html html;
  constexpr unsigned flags = MD_FLAG_TABLES | MD_FLAG_NOHTML;
  if (md_html(text.data(), static_cast<MD_SIZE>(text.size()), add, &html.code, flags, 0) != 0)
    throw std::bad_alloc();
  static const std::regex elsewhere(R"re(<a href="(?!https?:)[^"]*"[^>]*>([\s\S]*?)</a>)re");
  html.code = std::regex_replace(html.code, elsewhere, "$1");
  for (int level = 5; level >= 1; --level) {
    for (const char* const end : {"", "/"})
      boost::replace_all(html.code, fmt::format("<{}h{}>", end, level),
                         fmt::format("<{}h{}>", end, level + 1));
  }
  // What is too wide scrolls by itself.
  boost::replace_all(html.code, "<table>", "<div class=\"box\" tabindex=\"0\"><table>");
  boost::replace_all(html.code, "</table>", "</table></div>");
  boost::replace_all(html.code, "<pre>", "<pre tabindex=\"0\">");
  return html;
}

}  // namespace arena::web
