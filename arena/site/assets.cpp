#include "arena/site/assets.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "arena/pages/page_file.hpp"
#include "arena/results/html.hpp"
#include "arena/site/guards/refused.hpp"

namespace arena::site {

namespace {

constexpr std::string_view icon =
    R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="5" width="16" height="22" rx="3" fill="#0a5cab" transform="rotate(-8 11 16)"/><rect x="13" y="5" width="16" height="22" rx="3" fill="#b8430c" transform="rotate(8 21 16)"/></svg>
)svg";

Stylesheet make_stylesheet() {
  Stylesheet sheet;
  sheet.content = std::string(results::style_css) + std::string(site_css);
  std::array<unsigned char, 16> hash{};
  crypto_generichash(hash.data(), hash.size(),
                     reinterpret_cast<const unsigned char*>(sheet.content.data()),
                     sheet.content.size(), nullptr, 0);
  std::string digits;
  for (std::size_t i = 0; i < 5; ++i) digits += fmt::format("{:02x}", hash[i]);
  sheet.path = "style-" + digits + ".css";
  return sheet;
}

}  // namespace

const Stylesheet& stylesheet() {
  static const Stylesheet sheet = make_stylesheet();
  return sheet;
}

http::Response asset(std::string_view path) {
  http::Response response;
  response.caching = http::Caching::forever;
  if (path == stylesheet().path) {
    response.type = "text/css; charset=utf-8";
    response.body = stylesheet().content;
    return response;
  }
  if (path == "icon.svg") {
    response.type = "image/svg+xml";
    response.body = icon;
    response.caching = http::Caching::validate;
    return response;
  }
  const auto files = page_files();
  const auto found = std::ranges::find(files, path, &PageFile::path);
  if (found == files.end()) throw Refused(404, "there is no such file");
  response.type = std::string(found->type) + "; charset=utf-8";
  response.body = found->content;
  return response;
}

}  // namespace arena::site
