// The frame of every page: head, navigation, languages. Handlers make only what is inside.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "arena/http/message.hpp"
#include "arena/results/html.hpp"
#include "arena/site/pages/visit.hpp"

namespace arena::site {

struct Page {
  std::string title;
  Html body{};
  std::string contest{};  // whose navigation it has; its id
  std::string contest_title{};
  std::string here{};                  // the entry of that navigation that is current
  std::vector<std::string> scripts{};  // by name, as in arena/pages
  int status = 200;
};

/// A whole document: its head, and what the page shows. `assets`: the path of styles and scripts,
/// such as "/assets/".
std::string document(Language language, const Html& title, std::string_view assets,
                     const std::vector<std::string>& scripts, const Html& body);

http::Response page(Visit& visit, const Page& content);
http::Response failure_page(const Visit& visit, int status, std::string_view why);

/// Why something was refused, as a sentence in the reader's language; empty if nothing was.
Html trouble(const Visit& visit, std::string_view why);

/// A link; `path` is not encoded yet where names are in it.
Html link(std::string_view path, const Html& label);
/// "/c/demo/bots/name" with each part encoded.
std::string path_of(std::initializer_list<std::string_view> parts);

/// A moment with a machine-readable time: "2026-11-22 18:30 UTC".
Html time_html(std::string_view iso);

/// A field with its label. `extra`: further attributes.
Html field(const Html& label, std::string_view name, std::string_view type, const Html& extra = {});
/// A form that posts; it has the token.
Html form(Visit& visit, std::string_view action, const Html& fields, const Html& button,
          bool has_files = false, const Html& beside_button = {});

/// An answer of the API.
http::Response json_response(const boost::json::value& value, int status = 200);

}  // namespace arena::site
