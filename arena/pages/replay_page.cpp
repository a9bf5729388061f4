#include "arena/pages/replay_page.hpp"

#include <sodium.h>

#include <array>

#include <fmt/format.h>

#include "arena/pages/page_file.hpp"

namespace arena {

namespace {

/// The hash of a script or style, as a Content-Security-Policy names it.
std::string hash_of(std::string_view content) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(content.data()),  // NOLINT
                     content.size());
  constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
  std::array<char, sodium_base64_ENCODED_LEN(hash.size(), variant)> text{};
  sodium_bin2base64(text.data(), text.size(), hash.data(), hash.size(), variant);
  return fmt::format("'sha256-{}'", text.data());
}

std::string escaped_html(std::string_view plain) {
  std::string html;
  for (const char c : plain) {
    if (c == '&')
      html += "&amp;";
    else if (c == '<')
      html += "&lt;";
    else
      html += c;
  }
  return html;
}

}  // namespace

std::string script_json(const boost::json::value& value) {
  const std::string plain = boost::json::serialize(value);
  std::string safe;
  safe.reserve(plain.size());
  for (const char c : plain) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

std::string replay_page(std::string_view title, const boost::json::object& steps) {
  const std::string_view script = needed_page_file("single_replay.js").content;
  const std::string_view style = needed_page_file("boards.css").content;
  std::string page = fmt::format(
      R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{}</title>
<style>)",
      hash_of(script), hash_of(style), escaped_html(title));
  page += style;
  page += "</style>\n</head>\n<body>\n<main id=\"replay\"></main>\n";
  page += "<noscript>This replay needs JavaScript.</noscript>\n";
  page += "<script type=\"application/json\" id=\"steps\">" + script_json(steps) + "</script>\n";
  page += "<script>";
  page += script;
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace arena
