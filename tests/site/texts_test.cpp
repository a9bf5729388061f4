// Every text that a page uses exists, in both languages.
#include "arena/site/pages/texts.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <boost/algorithm/string/replace.hpp>
#include <boost/json.hpp>
#include <catch2/catch.hpp>

#include "arena/results/standings_columns.hpp"
#include "arena/site/assets.hpp"

namespace arena::site {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

/// The files in a folder and those below it, but not of the frontend, which has packages of others.
std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator file(folder), end; file != end; ++file) {
    if (file->path().filename() == "frontend") file.disable_recursion_pending();
    if (file->is_regular_file()) files.push_back(file->path());
  }
  return files;
}

/// Texts in quotes that look like keys, of all sources of pages.
std::set<std::string> quoted_words() {
  const fs::path root = fs::path(ARENA_TESTS).parent_path();
  std::set<std::string> words;
  const std::regex quoted("\"([a-z_]+\\.[a-z_0-9.]+)\"");
  for (const fs::path& folder : {root / "arena/site", root / "arena/site/frontend/src"}) {
    for (const fs::path& file : files_of(folder)) {
      const std::string content = content_of(file);
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
  for (const StandingsColumn& column : standings_columns()) {
    INFO(column.name);
    CHECK((!column.is_on_pages() ||
           table.as_object().contains("standings." + std::string(column.name))));
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
    // These may be shorter in Russian: their English texts only say what the server writes.
    const std::string_view key = one.key();
    if (key.starts_with("refusal.") || key.starts_with("finding."))
      CHECK(std::ranges::includes(places(english), places(russian)));
    else
      CHECK(places(english) == places(russian));
  }
}

/// The texts in a source that follow what `before` matches. Values of fmt::format are "{}".
std::vector<std::string> texts_of(const std::string& source, const std::string& before) {
  const std::regex literal(before + R"re(((?:"(?:[^"\\]|\\.)*"\s*)+))re");
  const std::regex quoted(R"re("((?:[^"\\]|\\.)*)")re");
  std::vector<std::string> texts;
  for (std::sregex_iterator one(source.begin(), source.end(), literal), end; one != end; ++one) {
    const std::string literals = (*one)[1];
    std::string text;
    for (std::sregex_iterator part(literals.begin(), literals.end(), quoted); part != end; ++part)
      text += (*part)[1];
    text = std::regex_replace(text, std::regex(R"(\\")"), "\"");
    texts.push_back(std::regex_replace(text, std::regex(R"(\{:[^}]*\})"), "{}"));
  }
  return texts;
}

/// What a source throws at users: the text of each Error and Refused, with "7" for its values.
std::vector<std::string> refusals_of(const fs::path& source) {
  std::vector<std::string> refusals = texts_of(
      content_of(source), R"re((?:Error|Refused)\(\s*(?:\d+,\s*)?(?:fmt::format\(\s*)?)re");
  for (std::string& text : refusals) {
    boost::replace_all(text, "{}", "7");
    if (text.ends_with(": ")) text += "7";  // what follows in the source is a value, too
  }
  return refusals;
}

TEST_CASE("every refusal that a page can show is there in Russian") {
  const fs::path root = fs::path(ARENA_TESTS).parent_path() / "arena";
  // These are for whoever starts the server, for scripts, or for a page at home.
  const std::set<std::string> not_shown = {"api.cpp",         "packed_folder.cpp", "client.cpp",
                                           "contest.cpp",     "host.cpp",          "home_table.cpp",
                                           "new_folder.cpp",  "contest_file.cpp",  "cross_site.cpp",
                                           "phase_field.cpp", "runner.cpp",        "schema.cpp",
                                           "server.cpp"};
  const std::set<std::string> at_start = {"cannot open \"7\": 7", "cannot use \"7\": 7",
                                          "the class list cannot be used:"};
  std::size_t found = 0;
  for (const char* folder : {"archive", "contest", "http", "site"}) {
    for (const fs::path& file : files_of(root / folder)) {
      const std::string name = file.filename();
      if (file.extension() != ".cpp" || not_shown.contains(name)) continue;
      for (const std::string& refusal : refusals_of(file)) {
        if (at_start.contains(refusal)) continue;
        INFO(name << ": " << refusal);
        CHECK(refusal_text(refusal, Language::russian) != refusal);
        ++found;
      }
    }
  }
  CHECK(found > 40);
}

TEST_CASE("every sentence of a check is there in Russian") {
  const fs::path root = fs::path(ARENA_TESTS).parent_path() / "arena/check";
  const std::regex place(R"(\{\d\} (answer|game|line|process)\{\d\}|\{\d\})");
  const json::value table = json::parse(texts_json);
  std::string known;
  for (const auto& one : table.as_object()) {
    if (!std::string_view(one.key()).starts_with("finding.")) continue;
    const auto english = json::value_to<std::string>(one.value().at(0));
    // `counted` writes a number and its noun.
    known += std::regex_replace(english, place, "{}") + '\n';
  }
  const std::regex sentence("[a-z]{2} [a-z]{2}");
  std::size_t found = 0;
  for (const char* name : {"findings.hpp", "play.cpp", "process.cpp"}) {
    std::string source = content_of(root / name);
    // How a program flushes is said in its own language.
    if (const std::size_t begin = source.find("remedies = {"); begin != std::string::npos)
      source.erase(begin, source.find("\n};", begin) - begin);
    for (std::string text : texts_of(source, "(?:[=(,?:{]|return|<<)\\s*")) {
      if (!std::regex_search(text, sentence)) continue;
      if (text.starts_with("{}")) text.erase(0, 2);
      INFO(name << ": " << text);
      CHECK(known.find(text) != std::string::npos);
      ++found;
    }
  }
  CHECK(found > 60);
}

TEST_CASE("a finding is translated with what is in it") {
  const auto russian = [](std::string_view text) { return finding_text(text, Language::russian); };
  CHECK(russian("game 2, after 1 answer: forfeits (time): no answer within 10s") ==
        "партия 2, ответов до этого: 1; поражение за нарушение (time): нет ответа за 10 с");
  CHECK(
      russian("answers within 1.2ms (p50), 3ms (p90), 2s (p99); slowest answer 3s (limit 5s): on a "
              "slower machine that may be too late") ==
      "отвечает за 1.2 мс (p50), 3 мс (p90), 2 с (p99); самый долгий ответ — 3 с (предел 5 с): на "
      "более медленной машине это может быть поздно");
  CHECK(russian("does not grow: 1.5 MiB after game 1 and 2.0 MiB after 30 games in one process") ==
        "не растёт: 1.5 МиБ после первой партии и 2.0 МиБ после партий: 30 в одном процессе");
  CHECK(russian("no answer within 20s of processor time; it has been idle for as long") ==
        "нет ответа за 20 с процессорного времени; столько же бот простаивал");
  CHECK(russian("no answer within 20s of processor time; it took 21.5ms") ==
        "нет ответа за 20 с процессорного времени: ушло 21.5 мс");
  CHECK(russian("no answer within 1s of processor time, nor within 20 times that and 10s") ==
        "нет ответа за 1 с процессорного времени, и за 20 таких сроков и ещё 10 с");
  CHECK(russian("| Traceback") == "| Traceback");
  CHECK(finding_text("leaves none behind", Language::english) == "leaves none behind");
}

TEST_CASE("a time and a size have the units of the language") {
  CHECK(quantity_text("60s", Language::russian) == "60 с");
  CHECK(quantity_text("1.5 MiB", Language::russian) == "1.5 МиБ");
  CHECK(quantity_text("1.5 MiB", Language::english) == "1.5 MiB");
  for (const char* const other : {"", "s", "7", "1 pony", "2 s 3"})
    CHECK(quantity_text(other, Language::russian) == other);
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
}  // namespace arena::site
