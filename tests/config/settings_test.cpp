// Settings and players as values: their JSON form, their words, and what earlier stores have.
#include <catch2/catch.hpp>

#include "arena/config/player_spec.hpp"
#include "arena/util/error.hpp"

using namespace arena;
using Catch::Matchers::Contains;

namespace {

/// Each setting has a value that is not its default.
Limits all_limits() {
  Limits limits;
  const auto take = [&limits](const char* name, const json::value& value) {
    REQUIRE(set(limits, name, value));
  };
  take("move_time", "1500ms");
  take("game_time", "120s");
  take("increment", "1s");
  take("start_time", "20s");
  take("clock", "cpu");
  take("protocol", "json");
  take("max_refusals", 3);
  take("env", {"A=1", "B=x y", "C"});
  take("pause", true);
  take("quantum", 5);
  take("python", "python3.12");
  take("sandbox", "apart");
  take("memory", "256M");
  take("processes", 7);
  return limits;
}

std::string refusal_of(std::string_view name, const json::value& value) {
  try {
    Limits limits;
    if (!set(limits, name, value)) return "unknown";
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("settings have one JSON form, which is read as it was written", "[config]") {
  const Limits limits = all_limits();
  const json::object written = to_json(limits);
  for_each_setting(limits, [&](const char* name, const char*, const auto& member) {
    INFO(name);
    CHECK(member.has_value());  // a new setting belongs into all_limits
    CHECK(written.contains(name));
  });
  Limits read;
  from_json(written, read, "limits");
  CHECK(read == limits);
  CHECK(to_json(Limits()).empty());

  const MatchSettings match{"streams", {{"deck", "readme"}}, RootSeed{1, 2}, 3, limits};
  MatchSettings again;
  from_json(json::parse(json::serialize(to_json(match))), again, "the match");
  CHECK(again == match);
  CHECK_THROWS_WITH(from_json({{"gmae", "streams"}}, again, "the match"), Contains("\"gmae\""));
  CHECK_THROWS_WITH(from_json({{"limits", {{"x", 1}}}}, again, "the match"),
                    "the match limits: there is no setting \"x\"");
}

TEST_CASE("wrong values of settings are refused by name", "[config]") {
  CHECK(refusal_of("colour", 1) == "unknown");
  CHECK(refusal_of("move_time", "soon") ==
        "move_time must be a duration such as 2, 1.5s, 500ms or 2m, not \"soon\"");
  CHECK(refusal_of("move_time", json::array{1}) != "");
  CHECK(refusal_of("clock", "sun") == "clock must be wall or cpu, not \"sun\"");
  CHECK(refusal_of("max_refusals", -1) ==
        "max_refusals must be a whole number from 0 to 2147483647, not -1");
  CHECK(refusal_of("quantum", 10'001) != "");
  CHECK(refusal_of("processes", 1.5) != "");
  CHECK(refusal_of("protocol", "") == "protocol is empty");
  CHECK(refusal_of("pause", "yes") == "pause must be true or false, not \"yes\"");
  CHECK(refusal_of("sandbox", "on") ==
        "sandbox must be true, false, \"shared\" or \"apart\", not \"on\"");
  CHECK(refusal_of("memory", "1M").empty());
  CHECK(refusal_of("memory", "1K") ==
        "memory must be a size of 1M or more such as 256M or 2G, not \"1K\"");
  CHECK(refusal_of("env", "A=1") == "env must be a list of texts, not \"A=1\"");
  CHECK(refusal_of("env", json::array()) == "env is empty");
}

TEST_CASE("settings of a player come before those of all, and variables beside them", "[config]") {
  PlayerSettings settings = all_limits();
  PlayerSettings own;
  own.move_time = Span{std::chrono::seconds(9)};
  own.env = {"D=4"};
  settings.take(own);
  CHECK(keys_of(settings) == std::vector<std::string>{"move-time=9s", "game-time=120s",
                                                      "increment=1s", "start-time=20s", "clock=cpu",
                                                      "protocol=json", "max-refusals=3", "env=A=1",
                                                      "env=B=x y", "env=C", "env=D=4"});
}

TEST_CASE("players have one JSON form, which is read as it was written", "[config]") {
  PlayerSpec ann{.name = "ann", .settings = all_limits(), .words = {"python3", "-v", "a b.py"}};
  const PlayerSpec pair{.kind = PlayerKind::team,
                        .name = "pair",
                        .bots = {ann, {.kind = PlayerKind::builtin, .words = {"random"}}}};
  for (const PlayerSpec& player : {ann, pair, PlayerSpec()}) {
    const json::object written = to_json(player);
    CHECK(read_player(json::parse(json::serialize(written)).as_object()) == player);
    json::object other = written;
    CHECK(is_same_player(written, other));
    other["more"] = 1;
    CHECK_FALSE(is_same_player(written, other));
  }
  ann.settings = {};
  CHECK(player_text(ann) == "-p name=ann -- python3 -v 'a b.py' --");
  CHECK(player_text(pair.bots[1]) == "-b random");
  ann.words = {"./bot", "--", "x"};
  CHECK(player_text(ann) == "-p name=ann './bot -- x'");
  ann.words.emplace_back("\xff");
  CHECK_THROWS_WITH(to_json(ann), Contains("a store keeps UTF-8 only"));
}

TEST_CASE("players of earlier stores are read", "[config]") {
  const json::value earlier = json::parse(
      R"({"kind":"process","keys":{"name":"ann","move-time":"1.5","protocol":"json",)"
      R"("max-refusals":"3","env":"A=1","increment":"1s","clock":"cpu"},"words":["x"]})");
  const PlayerSpec player = read_player(earlier.as_object());
  CHECK(player.name == "ann");
  CHECK(keys_of(player.settings) == std::vector<std::string>{"move-time=1500ms", "increment=1s",
                                                             "clock=cpu", "protocol=json",
                                                             "max-refusals=3", "env=A=1"});
  json::object now = to_json(player);
  CHECK(is_same_player(earlier.as_object(), now));
  now["words"] = {"y"};
  CHECK_FALSE(is_same_player(earlier.as_object(), now));
  for (
      const char* const wrong :
      {R"({"kind":"module","keys":{},"words":[]})",
       R"({"kind":"builtin","keys":{"name":" "},"words":["a"]})",
       R"({"kind":"team","keys":{},"words":[],"bots":[]})", "{}",
       R"({"kind":"x","keys":{},"words":[]})", R"({"kind":"builtin","keys":5,"words":[]})",
       R"({"kind":"builtin","keys":{"colour":"x"},"words":["a"]})",
       R"({"kind":"builtin","keys":{"move-time":"x"},"words":["a"]})",
       R"({"kind":"builtin","keys":{"move-tmie":"1s"},"words":["a"]})",
       R"({"kind":"builtin","keys":{},"words":5})",
       R"({"kind":"team","keys":{},"words":[],"bots":[{"kind":"team","keys":{},"words":[],"bots":[]}]})"}) {
    INFO(wrong);
    CHECK_THROWS_WITH(read_player(json::parse(wrong).as_object()), Contains("cannot be read"));
  }
}
