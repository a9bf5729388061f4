// What a file is, by its beginning.
#include "arena/game/file_kinds.hpp"

#include <string>

#include <catch2/catch.hpp>

using namespace arena;
using namespace std::string_literals;

TEST_CASE("a file is named as what it is", "[file_kinds]") {
  const auto kinds = file_kinds(all_games());
  const auto kind = [&kinds](const std::string& text) { return kind_of_file(text, kinds); };
  const std::string record = R"({"arena":1,"game":"bridge","note":"a|md|3S|)";
  CHECK(kind(record + "\"}\n") == kind_of_records);
  CHECK(kind(record) == kind_of_records);  // cut off
  CHECK(kind("\n\nnoise\n{\"arena\":1}\n") == kind_of_records);
  CHECK(kind("{\n") == kind_of_records);
  CHECK(kind("\xef\xbb\xbf{ \"arena\":1}") == kind_of_records);
  CHECK(kind("{\"Cup\" of 1999}\n[Event \"Cup\"]\n") == "PBN");
  CHECK(kind("\xef\xbb\xbf[Event \"Cup\"]\n") == "PBN");
  CHECK(kind("\xef\xbb\xbfpn|a,b,c,d|") == "LIN");
  CHECK(kind("\xff\xfe[\0E\0"s) == "UTF-16 text (save it as UTF-8)");
  CHECK(kind("SQLite format 3\0rest"s) == "an SQLite database");
  CHECK(kind("PK\x03\x04rest") == "a ZIP archive");
  CHECK(kind("%PDF-1.4\n") == "a PDF document");
  CHECK(kind("<!doctype HTML><p>[Event \"Cup\"]") == "an HTML page");
  for (const char* other : {"", "\n", "words\n", "[1]\n", "PK"}) CHECK(kind(other).empty());
}

TEST_CASE("a wrong file in words", "[file_kinds]") {
  CHECK(wrong_kind_text("a.lin", "LIN", "file of records") ==
        "\"a.lin\" is LIN, and no file of records");
  CHECK(wrong_kind_text("a\n", "", "file of records") == "\"a\\n\" is no file of records");
  CHECK(names_of(file_kinds(all_games())) == "LIN or PBN");
}
