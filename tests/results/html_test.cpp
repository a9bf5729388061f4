#include "arena/results/html.hpp"

#include <catch2/catch.hpp>

using namespace arena::results;

TEST_CASE("a text has no markup and nothing unseen", "[report]") {
  CHECK(text("<b a=\"1\" c='2'>&amp;").code == "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
  CHECK(text("a\x1b[31m\r\n\xff").code == "a\\x1b[31m\\r\\n\uFFFD");
  CHECK(text("ann\u202Enna").code == "ann\uFFFDnna");
  CHECK(lines("one\n\ttwo\x07<").code == "one\n\ttwo\\x07&lt;");
}

TEST_CASE("HTML is put together from HTML and numbers", "[report]") {
  CHECK(html("<p>{} {:.1f}</p>", text("<"), 0.25).code == "<p>&lt; 0.2</p>");
  CHECK(number(-3.14159, 2).code == "−3.14");
  CHECK(number(-0.001, 2, true).code == "0.00");
  CHECK(number(7, 0, true).code == "+7");
  CHECK(counted(1, "game").code == "1 game");
  CHECK(counted(1234, "game").code == "1,234 games");
}
