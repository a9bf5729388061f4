// Markdown as HTML: the rules of games, and what a host says to authors.
#pragma once

#include <string_view>

#include "arena/report/html.hpp"

namespace arena::web {

/// With tables. HTML in it is shown as text. Headings are one lower than in the text, because a
/// page has a first one of its own. Links that leave the text for files beside it are only their
/// words.
report::Html markdown(std::string_view text);

}  // namespace arena::web
