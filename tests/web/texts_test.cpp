// Every text that a page uses exists, in both languages.
#include "arena/web/texts.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

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
    std::multiset<std::string> all;
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
    CHECK(places(english) == places(russian));
  }
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
