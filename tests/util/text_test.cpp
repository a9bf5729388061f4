// Text: bytes from outside made safe, words, characters and files.
#include "arena/util/text/text.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/util/file_io.hpp"
#include "arena/util/text/percent.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/utf8.hpp"

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

TEST_CASE("ASCII is distinguished from the rest at every place", "[text]") {
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

TEST_CASE("text is counted and cut by characters", "[text]") {
  CHECK(columns_of("a\u00e4\u20ac\U0001F0CF") == 4);
  CHECK(first_characters("a\u00e4b", 2) == "a\u00e4");
  CHECK(characters_within("a\u00e4b", 2) == "a");
  CHECK(characters_within("a\u00e4b", 3) == "a\u00e4");
  CHECK(characters_within("abc", 5) == "abc");
  CHECK(first_character("\u20acx").code == U'\u20ac');
  CHECK(first_character("\U0001F0CF").size == 4);
  CHECK_FALSE(first_character("\xe2\x82x").is_valid);
}

TEST_CASE("words are counted and joined", "[text]") {
  CHECK(counted(1, "process") == "1 process");
  CHECK(counted(0, "process") == "0 processes");
  CHECK(counted(2U, "game") == "2 games");
  CHECK(joined(std::vector{1, 2}, ", ", [](int i) { return std::to_string(i); }) == "1, 2");
  CHECK(listed({"a"}, "and") == "a");
  CHECK(listed({"a", "b", "c"}, "or") == "a, b or c");
  CHECK(lines_of("a\n\nb") == std::vector<std::string_view>{"a", "", "b"});
  std::string text = "a\nb\nc";
  std::string taken;
  take_lines(text, [&taken](std::string_view line) { taken += line; });
  CHECK((taken == "ab" && text == "c"));
}

TEST_CASE("a descriptor is read and written to the end", "[file]") {
  for (const std::size_t size : {0, 1, 4095, 4096, 4097, 100'000}) {
    const FileDescriptor file(::memfd_create("text", MFD_CLOEXEC));
    const std::string text(size, 'x');
    REQUIRE(write_all(file.number(), text));
    REQUIRE(::lseek(file.number(), 0, SEEK_SET) == 0);
    CHECK(read_all(file.number()) == text);
    REQUIRE(::lseek(file.number(), 0, SEEK_SET) == 0);
    std::array<std::byte, 4096> room;
    CHECK(read_into(file.number(), room) == std::min(size, room.size()));
  }
  CHECK_FALSE(write_all(-1, "x"));
  CHECK_FALSE(read_all(-1));
}

TEST_CASE("durations are shown in the largest unit that fits", "[text]") {
  using namespace std::chrono_literals;
  CHECK(duration_text(500ms) == "500ms");
  CHECK(duration_text(499999us) == "500ms");
  CHECK(duration_text(10s) == "10s");
  CHECK(duration_text(1500ms) == "1500ms");
}

TEST_CASE("percent-encoding reads what it wrote, and leaves the rest") {
  const std::string odd = "a b/ä?&=%\"'<";
  CHECK(percent_decoded(percent_encoded(odd)) == odd);
  CHECK(percent_decoded("100%") == "100%");
  CHECK(percent_decoded("%4") == "%4");
  CHECK(percent_decoded("%zz%41") == "%zzA");
  CHECK(percent_decoded("a+b") == "a+b");
  CHECK(percent_decoded("a+b", true) == "a b");
}

}  // namespace arena::test
