// HTML and SVG as text. A plain text becomes HTML by `text` and `lines` alone, so that no browser
// takes the name of a bot, or a line of its stderr, for HTML.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

namespace arena::results {

/// What a browser may read as HTML.
struct Html {
  Html() = default;
  explicit Html(std::string html) : code(std::move(html)) {}
  template <std::size_t size>
  Html(const char (&literal)[size]) : code(literal) {}  // NOLINT: only for literals

  Html& operator+=(const Html& more) {
    code += more.code;
    return *this;
  }

  std::string code;
};

/// The text as it is, but for control characters, which become visible.
Html text(std::string_view plain);
/// The same for several lines, which keep their ends and tabs.
Html lines(std::string_view plain);

template <class T>
concept HtmlPart = std::same_as<T, Html> || std::is_arithmetic_v<T>;

/// `format` is HTML with places for numbers and other HTML.
template <HtmlPart... Parts>
Html html(fmt::format_string<const Parts&...> format, const Parts&... parts) {
  return Html(fmt::format(format, parts...));
}

/// The results of `html_of`, one after the other.
template <class Range, class HtmlOf>
Html each(const Range& range, HtmlOf html_of) {
  Html all;
  for (const auto& one : range) all += html_of(one);
  return all;
}

/// A number with a typographic minus, and with a plus if `sign`.
Html number(double value, int digits, bool sign = false);
/// 1234567 as "1,234,567".
Html count(long value);
/// "1 game", "1,234 games".
Html counted(long value, std::string_view noun);

/// A whole page. `depth`: of how many folders it stands below the report's.
Html page(std::string_view title, int depth, const Html& body);
Html section(const Html& heading, const Html& body);
/// A name and its value, in a list of facts.
Html fact(const Html& name, const Html& value);
/// A table, in a box of its own that scrolls sideways if it is too wide. `label` is for screen
/// readers.
Html table(const Html& label, const Html& head, const Html& rows, const Html& classes = {});

// The files web/* as texts (CMake puts them into web_files.cpp).

extern const std::string_view style_css;
extern const std::string_view replay_html;
extern const std::string_view replay_js;

}  // namespace arena::results

template <>
struct fmt::formatter<arena::results::Html> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const arena::results::Html& html, Context& context) const {
    return fmt::formatter<std::string_view>::format(html.code, context);
  }
};
