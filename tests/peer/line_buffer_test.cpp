// The buffer that makes lines of bytes.
#include "arena/peer/line_buffer.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

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
