#include "arena/site/pages/texts.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/site/assets.hpp"
#include "arena/util/text/text.hpp"

namespace arena::site {

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

const Texts& texts() {
  static const Texts all = read_texts();
  return all;
}

constexpr std::size_t place_size = 3;  // of "{0}"

bool is_ending(std::string_view value) { return value.empty() || value == "s" || value == "es"; }

/// What `text` has in the places of the pattern; nullopt if it is not like the pattern. A place
/// behind a letter is the ending of a plural: "{0} game{1}".
std::optional<std::vector<std::string_view>> values_in(std::string_view text,
                                                       std::string_view pattern) {
  std::vector<std::string_view> values;
  for (std::size_t place = pattern.find('{'); place != std::string_view::npos;
       place = pattern.find('{')) {
    if (!text.starts_with(pattern.substr(0, place))) return std::nullopt;
    const bool is_plural = place > 0 && pattern[place - 1] >= 'a' && pattern[place - 1] <= 'z';
    text.remove_prefix(place);
    pattern.remove_prefix(place + place_size);
    // The value ends where the pattern goes on: for the last place, at the end of the text.
    const bool is_last = pattern.find('{') == std::string_view::npos;
    const std::size_t end = is_last && text.ends_with(pattern)
                                ? text.size() - pattern.size()
                                : text.find(pattern.substr(0, pattern.find('{')));
    if (end == std::string_view::npos) return std::nullopt;
    if (is_plural && !is_ending(text.substr(0, end))) return std::nullopt;
    values.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return text == pattern ? std::optional(std::move(values)) : std::nullopt;
}

/// The text with the values in its places.
std::string filled(std::string_view text, const std::vector<std::string_view>& values) {
  std::string all;
  for (std::size_t place = text.find('{'); place != std::string_view::npos;
       place = text.find('{')) {
    all += text.substr(0, place);
    all += values.at(static_cast<std::size_t>(text[place + 1] - '0'));
    text.remove_prefix(place + place_size);
  }
  return all.append(text);
}

/// A sentence of arena's in Russian, and what is in its places.
struct Found {
  std::string_view russian;
  std::vector<std::string_view> values;
};

/// Among the texts of this kind; nullopt if none of them is like the sentence.
std::optional<Found> find_sentence(std::string_view sentence, std::string_view kind) {
  std::optional<Found> best;
  std::size_t longest = 0;  // of the texts that fit, the longest one says most
  for (auto one = texts().lower_bound(kind); one != texts().end() && one->first.starts_with(kind);
       ++one) {
    const auto& [english, russian] = one->second;
    if (english.size() <= longest) continue;
    if (auto values = values_in(sentence, english)) {
      best = Found{russian, *std::move(values)};
      longest = english.size();
    }
  }
  return best;
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
  return text_or(key, language, key);
}

std::string_view text_or(std::string_view key, Language language, std::string_view otherwise) {
  const auto found = texts().find(key);
  if (found == texts().end()) return otherwise;
  return language == Language::english ? found->second.first : found->second.second;
}

std::string text(std::string_view key, Language language,
                 const std::vector<std::string_view>& values) {
  return filled(text(key, language), values);
}

std::string refusal_text(std::string_view why, Language language) {
  if (language == Language::english) return std::string(why);
  const auto found = find_sentence(why, "refusal.");
  return found ? filled(found->russian, found->values) : std::string(why);
}

std::string finding_text(std::string_view sentence, Language language) {
  if (language == Language::english) return std::string(sentence);
  const auto found = find_sentence(sentence, "finding.");
  if (!found) return quantity_text(sentence, language);
  std::vector<std::string> values;
  for (const std::string_view value : found->values)
    values.push_back(finding_text(value, language));
  return filled(found->russian, {values.begin(), values.end()});
}

std::string quantity_text(std::string_view quantity, Language language) {
  static const std::map<std::string_view, std::string_view> units = {
      {"us", "мкс"}, {"ms", "мс"},   {"s", "с"},    {"m", "мин"},
      {"h", "ч"},    {"KiB", "КиБ"}, {"MiB", "МиБ"}};
  const std::size_t end = std::min(quantity.find_first_not_of("0123456789."), quantity.size());
  const auto unit = units.find(trim(quantity.substr(end)));
  if (language == Language::english || end == 0 || unit == units.end())
    return std::string(quantity);
  return fmt::format("{} {}", quantity.substr(0, end), unit->second);
}

std::string_view code(Language language) { return language == Language::english ? "en" : "ru"; }

Language language_of(const http::Request& request) {
  const std::string_view chosen = http::cookie(request, "language");
  if (chosen == "ru") return Language::russian;
  if (chosen == "en") return Language::english;
  return preferred(request.header("accept-language"));
}

}  // namespace arena::site
