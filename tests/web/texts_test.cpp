// Every text that a page uses exists, in both languages.
#include "arena/web/texts.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <catch2/catch.hpp>

#include "arena/web/embedded.hpp"

namespace arena::web {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

/// Texts in quotes that look like keys, of all sources of pages.
std::set<std::string> quoted_words() {
  const fs::path root = fs::path(ARENA_TESTS).parent_path();
  std::set<std::string> words;
  const std::regex quoted("\"([a-z_]+\\.[a-z_0-9.]+)\"");
  for (const fs::path& folder : {root / "arena/web", root / "web/src"}) {
    for (const auto& file : fs::recursive_directory_iterator(folder)) {
      if (!file.is_regular_file()) continue;
      const std::string content = content_of(file.path());
      for (std::sregex_iterator found(content.begin(), content.end(), quoted), end; found != end;
           ++found)
        words.insert((*found)[1]);
    }
  }
  return words;
}

/// What stands before the first dot of keys.
std::set<std::string> subjects(const json::object& table) {
  std::set<std::string> all;
  for (const auto& one : table)
    all.insert(std::string(one.key()).substr(0, std::string_view(one.key()).find('.')));
  return all;
}

TEST_CASE("every text that a page uses exists") {
  const json::value table = json::parse(texts_json);
  const std::set<std::string> known = subjects(table.as_object());
  const std::set<std::string> files = {"css", "js", "hpp", "svg", "json"};
  for (const std::string& word : quoted_words()) {
    const std::size_t dot = word.find('.');
    if (!known.contains(word.substr(0, dot)) || files.contains(word.substr(dot + 1))) continue;
    INFO(word);
    CHECK(table.as_object().contains(word));
  }
}

TEST_CASE("every text has both languages, and the same places for other words") {
  const std::regex place("\\{\\d\\}");
  const auto places = [&](const std::string& text) {
    std::set<std::string> all;
    for (std::sregex_iterator found(text.begin(), text.end(), place), end; found != end; ++found)
      all.insert(found->str());
    return all;
  };
  const json::value table = json::parse(texts_json);
  CHECK(table.as_object().size() > 100);
  for (const auto& one : table.as_object()) {
    INFO(one.key());
    const json::array& both = one.value().as_array();
    REQUIRE(both.size() == 2);
    const auto english = json::value_to<std::string>(both[0]);
    const auto russian = json::value_to<std::string>(both[1]);
    CHECK_FALSE(english.empty());
    CHECK_FALSE(russian.empty());
    // A refusal may be shorter in Russian: its English text only says what the server writes.
    if (std::string_view(one.key()).starts_with("refusal."))
      CHECK(std::ranges::includes(places(english), places(russian)));
    else
      CHECK(places(english) == places(russian));
  }
}

/// What a source throws at users: the text of each Error and Refused, with "7" for its values.
std::vector<std::string> refusals_of(const fs::path& source) {
  const std::regex thrown(
      R"re((?:Error|Refused)\(\s*(?:\d+,\s*)?(?:fmt::format\(\s*)?((?:"(?:[^"\\]|\\.)*"\s*)+))re");
  const std::regex quoted(R"re("((?:[^"\\]|\\.)*)")re");
  const std::string content = content_of(source);
  std::vector<std::string> refusals;
  for (std::sregex_iterator one(content.begin(), content.end(), thrown), end; one != end; ++one) {
    const std::string literals = (*one)[1];
    std::string text;
    for (std::sregex_iterator part(literals.begin(), literals.end(), quoted); part != end; ++part)
      text += (*part)[1];
    text = std::regex_replace(text, std::regex(R"(\\")"), "\"");
    text = std::regex_replace(text, std::regex(R"(\{\})"), "7");
    // What follows in the source is a value, too.
    refusals.push_back(text.ends_with(": ") ? text + "7" : text);
  }
  return refusals;
}

TEST_CASE("every refusal that a page can show is there in Russian") {
  const fs::path root = fs::path(ARENA_TESTS).parent_path() / "arena";
  // These are for whoever starts the server, for scripts, or for a page at home.
  const std::set<std::string> not_shown = {
      "api.cpp",     "class_list.cpp",  "packed_folder.cpp", "check_codec.cpp", "client.cpp",
      "contest.cpp", "host.cpp",        "home_table.cpp",    "new_folder.cpp",  "contest_file.cpp",
      "origin.cpp",  "phase_field.cpp", "runner.cpp",        "schema.cpp",      "server.cpp"};
  const std::set<std::string> at_start = {"cannot open \"7\": 7", "cannot use \"7\": 7"};
  std::size_t found = 0;
  for (const char* folder : {"contest", "host", "http", "web"}) {
    for (const auto& file : fs::directory_iterator(root / folder)) {
      const std::string name = file.path().filename();
      if (file.path().extension() != ".cpp" || not_shown.contains(name)) continue;
      for (const std::string& refusal : refusals_of(file.path())) {
        if (at_start.contains(refusal)) continue;
        INFO(name << ": " << refusal);
        CHECK(refusal_text(refusal, Language::russian) != refusal);
        ++found;
      }
    }
  }
  CHECK(found > 40);
}

TEST_CASE("a refusal keeps its names and numbers in Russian") {
  const auto russian = [](std::string_view why) { return refusal_text(why, Language::russian); };
  CHECK(russian("the name \"a{0}\" is taken") == "имя «a{0}» уже занято");
  CHECK(russian("this game has 4 seats") == "в этой игре мест: 4");
  CHECK(russian("cannot make \"a\": \"b\": c") == "не удаётся создать «a»: \"b\": c");
  CHECK(russian("the build ended with status 1") == "сборка: ended with status 1");
  CHECK(russian("this game has 4") == "this game has 4");
  CHECK(russian("") == "");
  CHECK(refusal_text("this game has 4 seats", Language::english) == "this game has 4 seats");
}

TEST_CASE("the browser, or its cookie, chooses the language") {
  const auto language = [](std::string accepts, std::string cookies) {
    http::Request request;
    request.headers = {{"Accept-Language", std::move(accepts)}, {"Cookie", std::move(cookies)}};
    return language_of(request);
  };
  CHECK(language("ru-RU,ru;q=0.9,en;q=0.8", "") == Language::russian);
  CHECK(language("de,en;q=0.8,ru;q=0.7", "") == Language::english);
  CHECK(language("de,ru;q=0.7", "") == Language::russian);
  CHECK(language("", "") == Language::english);
  CHECK(language("ru", "language=en") == Language::english);
  CHECK(language("en", "a=b; language=ru") == Language::russian);
  CHECK(text("nav.rules", Language::russian) == "Правила");
}

}  // namespace
}  // namespace arena::web
