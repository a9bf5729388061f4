#include <catch2/catch.hpp>

#include "arena/site/pages/parts.hpp"

namespace arena::site {
namespace {

using Catch::Matchers::Contains;

std::string html(std::string_view text) { return markdown(text).code; }

TEST_CASE("headings are one lower, tables and code scroll") {
  CHECK(html("# Most\n\n## 1 Rules\n") == "<h2>Most</h2>\n<h3>1 Rules</h3>\n");
  CHECK_THAT(html("| a | b |\n|---|---|\n| 1 | 2 |\n"),
             Contains("<div class=\"box\" tabindex=\"0\"><table>") && Contains("<td>2</td>") &&
                 Contains("</table></div>"));
  CHECK_THAT(html("    bot | arena\n"), Contains("<pre tabindex=\"0\"><code>bot | arena"));
}

TEST_CASE("HTML in a text is only text") {
  CHECK(html("<img src=x onerror=alert(1)> `<b>`") ==
        "<p>&lt;img src=x onerror=alert(1)&gt; <code>&lt;b&gt;</code></p>\n");
  CHECK_THAT(html("<script>\nalert(1)\n</script>\n"), !Contains("<script"));
  CHECK_THAT(html("<h1>\n\n<table>\n"), !Contains("<h") && !Contains("<table"));
}

TEST_CASE("links lead to other sites, and nowhere else") {
  CHECK_THAT(html("[a](https://example.org/a_(b) \"c\")"),
             Contains("<a href=\"https://example.org/a_(b)\" title=\"c\">a</a>"));
  for (const char* const link : {"[`words` of\na link](statistics.md#4)", "[x](javascript:alert)",
                                 "[y](//example.org)", "[z](data:text/html,a)"})
    CHECK_THAT(html(link), !Contains("<a") && !Contains("</a>"));
  CHECK(html("[`words` of\na link](statistics.md#4) [and](b.md)") ==
        "<p><code>words</code> of\na link and</p>\n");
}

}  // namespace
}  // namespace arena::site
