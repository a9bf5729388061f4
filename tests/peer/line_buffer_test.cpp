// The buffer that makes lines of bytes.
#include "arena/peer/line_buffer.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

namespace arena::test {

namespace {

using namespace std::string_literals;

void fill(LineBuffer& buffer, std::string_view bytes) {
  const auto space = buffer.space();
  REQUIRE(space.size() >= bytes.size());
  std::copy(bytes.begin(), bytes.end(), space.begin());
  buffer.filled(bytes.size());
}

}  // namespace

TEST_CASE("lines come out as they went in, however cut", "[lines]") {
  LineBuffer buffer(8);
  fill(buffer, "ab");
  CHECK_FALSE(buffer.line());
  fill(buffer, "c\nd\r\n");
  CHECK(buffer.line() == "abc");
  CHECK(buffer.line() == "d");
  CHECK_FALSE(buffer.line());
  fill(buffer, "\r\r\n\ne");
  CHECK(buffer.line() == "\r");
  CHECK(buffer.line() == "");
  CHECK_FALSE(buffer.line());
  CHECK(buffer.unfinished() == "e");
  CHECK(buffer.rest() == "e");
  CHECK(buffer.rest().empty());
}

TEST_CASE("a buffer holds the longest line and not a byte more", "[lines]") {
  LineBuffer buffer(8);
  fill(buffer, "x\n1234567");
  CHECK(buffer.line() == "x");
  CHECK_FALSE(buffer.line());
  fill(buffer, "8");
  CHECK_FALSE(buffer.line());
  CHECK_FALSE(buffer.too_long());
  fill(buffer, "9");
  CHECK_FALSE(buffer.line());
  CHECK(buffer.too_long());
}

TEST_CASE("a byte order mark is left out, at the very beginning only", "[lines]") {
  const std::string mark = "\xEF\xBB\xBF";
  LineBuffer buffer(16);
  fill(buffer, mark + "one\n" + mark + "two\n");
  CHECK(buffer.line() == "one");
  CHECK(buffer.line() == mark + "two");
  LineBuffer other(16);
  fill(other, mark);
  CHECK(other.drop() == 0);
  fill(other, "yes\n");
  CHECK(other.line() == "yes");
}

TEST_CASE("dropping takes the rest of the last line with it", "[lines]") {
  LineBuffer buffer(8);
  CHECK(buffer.drop() == 0);
  fill(buffer, "a\nb\n");
  CHECK(buffer.drop() == 2);
  fill(buffer, "c\nd");
  CHECK(buffer.drop() == 2);
  fill(buffer, "d");
  CHECK(buffer.drop() == 0);
  fill(buffer, "d\nyes\n");
  CHECK(buffer.line() == "yes");
  fill(buffer, "e");
  CHECK(buffer.drop() == 1);
  for (int i = 0; i < 8; ++i) {
    fill(buffer, "e");
    CHECK_FALSE(buffer.line());
  }
  CHECK(buffer.too_long());
}

}  // namespace arena::test
