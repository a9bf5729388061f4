// Foreign bytes made safe.
#include <catch2/catch.hpp>

#include "arena/util/plain_text.hpp"

namespace arena::test {

using namespace std::string_literals;

TEST_CASE("what is no UTF-8 becomes U+FFFD, and nothing else changes", "[text]") {
  const std::string bad = "\xEF\xBF\xBD";
  CHECK(repaired_utf8("plain") == "plain");
  CHECK(repaired_utf8("\xc3\xa4\xe2\x82\xac\xf0\x9f\x83\x8f") ==
        "\xc3\xa4\xe2\x82\xac\xf0\x9f\x83\x8f");
  CHECK(repaired_utf8("\xff") == bad);
  CHECK(repaired_utf8("\xe2\x82") == bad);
  CHECK(repaired_utf8("\xe2\x82x") == bad + "x");
  CHECK(repaired_utf8("\xc0\xaf") == bad + bad);            // an overlong slash
  CHECK(repaired_utf8("\xed\xa0\x80") == bad + bad + bad);  // a surrogate
  CHECK(repaired_utf8("\xf4\x90\x80\x80") == bad + bad + bad + bad);
}

TEST_CASE("ASCII is told from the rest at every place", "[text]") {
  for (std::size_t size = 0; size < 20; ++size) {
    CHECK(is_ascii(std::string(size, 'x')));
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, 'x');
      text[at] = '\x80';
      CHECK_FALSE(is_ascii(text));
    }
  }
}

TEST_CASE("escaped text cannot steer a terminal", "[text]") {
  CHECK(escaped("\x1b[2J\a\r\n\t\0\x7f"s) == "\\x1b[2J\\x07\\r\\n\\t\\x00\\x7f");
  CHECK(escaped("a\n\tb\x1b", true) == "a\n\tb\\x1b");
  CHECK(escaped("\xc2\x9b"
                "2J") ==
        "\xEF\xBF\xBD"
        "2J");
  CHECK(in_quotes("abcdef", 3) == "\"abc\"...");
}

TEST_CASE("durations are told in the largest unit that fits", "[text]") {
  using namespace std::chrono_literals;
  CHECK(duration_text(500ms) == "500ms");
  CHECK(duration_text(499999us) == "500ms");
  CHECK(duration_text(10s) == "10s");
  CHECK(duration_text(1500ms) == "1500ms");
}

}  // namespace arena::test
