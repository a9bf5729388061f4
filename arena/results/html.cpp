#include "arena/results/html.hpp"

#include "arena/series/statistics/figures.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::results {

namespace {

Html without_markup(std::string_view safe) {
  Html result;
  for (const char c : safe) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result.code += c;
    }
  }
  return result;
}

}  // namespace

Html text(std::string_view plain) { return without_markup(escaped(plain)); }
Html lines(std::string_view plain) { return without_markup(escaped(plain, true)); }

Html number(double value, int digits, bool sign) {
  std::string text = number_text(value, digits, sign);
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return Html(text);
}

Html count(long value) { return Html(grouped(value)); }

Html counted(long value, std::string_view noun) {
  return html("{} {}", count(value), text(plural(value, noun)));
}

Html page(std::string_view title, int depth, const Html& body) {
  const Html top = depth == 0 ? Html() : Html("../");
  return html(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{}</title>
<link rel="stylesheet" href="{}style.css">
</head>
<body>
{}</body>
</html>
)",
              text(title), top, body);
}

Html section(const Html& heading, const Html& body) {
  return html("<section>\n<h2>{}</h2>\n{}</section>\n", heading, body);
}

Html fact(const Html& name, const Html& value) {
  return html("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value);
}

Html table(const Html& label, const Html& head, const Html& rows, const Html& classes) {
  return html(R"(<div class="box" role="region" aria-label="{0}" tabindex="0">
<table class="{3}">
<caption class="unseen">{0}</caption>
<thead><tr>{1}</tr></thead>
<tbody>
{2}</tbody>
</table>
</div>
)",
              label, head, rows, classes);
}

}  // namespace arena::results
