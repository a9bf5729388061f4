// Replays as one web page: what bots wrote never becomes HTML.
#include "arena/pages/replay_page.hpp"

#include <string>

#include <catch2/catch.hpp>

#include "arena/pages/page_file.hpp"
#include "tests/errors.hpp"

using namespace arena;

namespace {

const boost::json::object hostile{{"game", "x"}, {"note", "</script><script>alert(1)<!--"}};

}  // namespace

TEST_CASE("JSON in a script element has no <, and is the same JSON") {
  const std::string text = script_json(hostile);
  CHECK(text.find('<') == std::string::npos);
  CHECK(boost::json::parse(text) == hostile);
}

TEST_CASE("a page has its own script and style, and a policy that allows nothing else") {
  if (page_files().empty()) {
    CHECK_FALSE(test::error_of([] { replay_page("a", hostile); }).empty());
    return;
  }
  REQUIRE(page_file("boards.css") != nullptr);
  CHECK(page_file("boards.css")->path.starts_with("boards-"));
  CHECK(page_file("boards.css")->type == "text/css");
  CHECK(page_file("nothing.js") == nullptr);

  const std::string page = replay_page("<b> & co", hostile);
  CHECK(page.find("<title>&lt;b> &amp; co</title>") != std::string::npos);
  CHECK(page.find("default-src 'none'; script-src 'sha256-") != std::string::npos);
  CHECK(page.find("alert(1)<!--") == std::string::npos);
  CHECK(page.find("src=\"") == std::string::npos);
  CHECK(page.find("unsafe-inline") == std::string::npos);
}
