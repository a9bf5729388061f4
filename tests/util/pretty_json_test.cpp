#include "arena/util/text/pretty_json.hpp"

#include <catch2/catch.hpp>

using namespace arena;

TEST_CASE("JSON for programs has the shortest numbers and no blanks", "[json]") {
  const boost::json::value value = {{"whole", 2.0},      {"part", -0.25},   {"least", 1e-7},
                                    {"list", {1, true}}, {"none", nullptr}, {"text", "a \"2E0\"\n"},
                                    {"third", 1.0 / 3.0}};
  CHECK(compact(value) == R"({"whole":2,"part":-0.25,"least":1e-07,"list":[1,true],"none":null,)"
                          R"("text":"a \"2E0\"\n","third":0.3333333333333333})");
  CHECK(boost::json::parse(compact(value)).at("third") == value.at("third"));
  CHECK(compact(boost::json::array()) == "[]");
  CHECK(compact(boost::json::object()) == "{}");
  CHECK(compact({{"rows", {boost::json::object(), {{"a", 1}}}}}) == R"({"rows":[{},{"a":1}]})");
}
