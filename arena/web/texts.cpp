#include "arena/web/texts.hpp"

#include <map>
#include <string>
#include <utility>

#include <boost/json.hpp>

#include "arena/util/text.hpp"
#include "arena/web/embedded.hpp"

namespace arena::web {

namespace {

namespace json = boost::json;
using Texts = std::map<std::string, std::pair<std::string, std::string>, std::less<>>;

Texts read_texts() {
  Texts texts;
  const json::value table = json::parse(texts_json);
  for (const auto& one : table.as_object()) {
    const json::array& both = one.value().as_array();
    texts.emplace(one.key(), std::pair(json::value_to<std::string>(both.at(0)),
                                       json::value_to<std::string>(both.at(1))));
  }
  return texts;
}

/// The first of the browser's languages that the pages have: browsers send the best one first.
Language preferred(std::string_view languages) {
  while (!languages.empty()) {
    const std::string_view one = trim(languages.substr(0, languages.find_first_of(",;")));
    if (one.starts_with("ru")) return Language::russian;
    if (one.starts_with("en")) return Language::english;
    const std::size_t comma = languages.find(',');
    languages = comma == std::string_view::npos ? "" : languages.substr(comma + 1);
  }
  return Language::english;
}

}  // namespace

std::string_view text(std::string_view key, Language language) {
  static const Texts texts = read_texts();
  const auto found = texts.find(key);
  if (found == texts.end()) return key;
  return language == Language::english ? found->second.first : found->second.second;
}

std::string_view code(Language language) { return language == Language::english ? "en" : "ru"; }

Language language_of(const http::Request& request) {
  const std::string_view chosen = http::cookie(request, "language");
  if (chosen == "ru") return Language::russian;
  if (chosen == "en") return Language::english;
  return preferred(request.header("accept-language"));
}

}  // namespace arena::web
