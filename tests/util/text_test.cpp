// Foreign bytes made safe, and bytes made lines.
#include <algorithm>

#include <catch2/catch.hpp>

#include "arena/peer/line_buffer.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/utf8.hpp"

namespace arena::test {

namespace {

using namespace std::string_literals;

void put(LineBuffer& buffer, std::string_view bytes) {
  const auto space = buffer.space();
  REQUIRE(space.size() >= bytes.size());
  std::copy(bytes.begin(), bytes.end(), space.begin());
  buffer.filled(bytes.size());
}

}  // namespace

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
  CHECK(quoted("abcdef", 3) == "\"abc\"...");
}

TEST_CASE("durations are told in the largest unit that fits", "[text]") {
  using namespace std::chrono_literals;
  CHECK(duration_text(500ms) == "500ms");
  CHECK(duration_text(499999us) == "500ms");
  CHECK(duration_text(10s) == "10s");
  CHECK(duration_text(1500ms) == "1500ms");
}

TEST_CASE("lines come out as they went in, however cut", "[lines]") {
  LineBuffer buffer(8);
  put(buffer, "ab");
  CHECK_FALSE(buffer.line());
  put(buffer, "c\nd\r\n");
  CHECK(buffer.line() == "abc");
  CHECK(buffer.line() == "d");
  CHECK_FALSE(buffer.line());
  put(buffer, "\r\r\n\ne");
  CHECK(buffer.line() == "\r");
  CHECK(buffer.line() == "");
  CHECK_FALSE(buffer.line());
  CHECK(buffer.unfinished() == "e");
  CHECK(buffer.rest() == "e");
  CHECK(buffer.rest().empty());
}

TEST_CASE("a buffer holds the longest line and not a byte more", "[lines]") {
  LineBuffer buffer(8);
  put(buffer, "x\n1234567");
  CHECK(buffer.line() == "x");
  CHECK_FALSE(buffer.line());
  put(buffer, "8");
  CHECK_FALSE(buffer.line());
  CHECK_FALSE(buffer.too_long());
  put(buffer, "9");
  CHECK_FALSE(buffer.line());
  CHECK(buffer.too_long());
}

TEST_CASE("a byte order mark is left out, at the very beginning only", "[lines]") {
  const std::string mark = "\xEF\xBB\xBF";
  LineBuffer buffer(16);
  put(buffer, mark + "one\n" + mark + "two\n");
  CHECK(buffer.line() == "one");
  CHECK(buffer.line() == mark + "two");
  LineBuffer other(16);
  put(other, mark);
  CHECK(other.drop() == 0);
  put(other, "yes\n");
  CHECK(other.line() == "yes");
}

TEST_CASE("dropping takes the rest of the last line with it", "[lines]") {
  LineBuffer buffer(8);
  CHECK(buffer.drop() == 0);
  put(buffer, "a\nb\n");
  CHECK(buffer.drop() == 2);
  put(buffer, "c\nd");
  CHECK(buffer.drop() == 2);
  put(buffer, "d");
  CHECK(buffer.drop() == 0);
  put(buffer, "d\nyes\n");
  CHECK(buffer.line() == "yes");
  put(buffer, "e");
  CHECK(buffer.drop() == 1);
  for (int i = 0; i < 8; ++i) {
    put(buffer, "e");
    CHECK_FALSE(buffer.line());
  }
  CHECK(buffer.too_long());
}

}  // namespace arena::test
