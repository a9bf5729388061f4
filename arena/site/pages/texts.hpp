// The texts of the pages, in English and Russian: arena/site/frontend/texts.json, which the scripts
// use too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/http/message.hpp"

namespace arena::site {

enum class Language { english, russian };

/// The text with this key; the key itself if none exists, which a test finds.
std::string_view text(std::string_view key, Language language);
/// The same; `otherwise` if there is no text with this key.
std::string_view text_or(std::string_view key, Language language, std::string_view otherwise);

/// The text with these values in its places {0}, {1} and so on.
std::string text(std::string_view key, Language language,
                 const std::vector<std::string_view>& values);

/// Why something was refused, in this language; `why` is in English, as the API says it. The texts
/// "refusal." have {0}, {1} and so on where a refusal has a name or a number; a refusal without
/// such a text stays English.
std::string refusal_text(std::string_view why, Language language);
/// The same for the sentences of a bot's check, with the texts "finding."; what is in their places
/// may be such a sentence or a quantity.
std::string finding_text(std::string_view sentence, Language language);
/// A time or a size in this language, such as "60s", "1.5 MiB"; other text stays as it is.
std::string quantity_text(std::string_view quantity, Language language);

/// "en", "ru".
std::string_view code(Language language);

/// What the cookie says; otherwise what the browser prefers; otherwise English.
Language language_of(const http::Request& request);

}  // namespace arena::site
