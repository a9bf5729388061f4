#include "arena/site/pages/layout.hpp"

#include <array>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "arena/pages/page_file.hpp"
#include "arena/site/assets.hpp"
#include "arena/util/text/percent.hpp"
#include "arena/util/text/pretty_json.hpp"

namespace arena::site {

using results::each;
using results::html;

namespace {

struct Entry {
  std::string_view path;  // after the contest's
  std::string_view key;
};
constexpr std::array<Entry, 6> entries{{{"", "nav.standings"},
                                        {"matches", "nav.matches"},
                                        {"live", "nav.live"},
                                        {"play", "nav.play"},
                                        {"rules", "nav.rules"},
                                        {"hand-in", "nav.hand_in"}}};

Html contest_navigation(const Visit& visit, const Page& content) {
  if (content.contest.empty()) return {};
  const Html items = each(entries, [&](const Entry& entry) {
    const std::string path =
        path_of({"c", content.contest}) + (entry.path.empty() ? "" : "/" + std::string(entry.path));
    const Html current = content.here == entry.key ? Html(" aria-current=\"page\"") : Html();
    return html("<li><a href=\"{}\"{}>{}</a></li>\n", results::text(path), current,
                visit.t(entry.key));
  });
  return html(
      "<nav class=\"contest\" aria-label=\"{0}\">\n<p class=\"kind\"><a href=\"{1}\">{0}</a></p>\n"
      "<ul>\n{2}</ul>\n</nav>\n",
      results::text(content.contest_title), results::text(path_of({"c", content.contest})), items);
}

Html account_entry(Visit& visit) {
  if (!visit.account) {
    const std::string next = visit.next() == "/" ? "" : "?next=" + percent_encoded(visit.next());
    return html("<a href=\"/login{0}\">{1}</a> <a href=\"/signup{0}\">{2}</a>", results::text(next),
                visit.t("nav.log_in"), visit.t("nav.sign_up"));
  }
  const Html admin =
      visit.is_admin() ? html("<a href=\"/admin\">{}</a> ", visit.t("nav.admin")) : Html();
  return html(
      "{}<a href=\"/account\">{}</a> <form method=\"post\" action=\"/logout\">{}"
      "<button class=\"plain\">{}</button></form>",
      admin, results::text(visit.account->name), visit.token_field(), visit.t("nav.log_out"));
}

/// The same address in the other language.
Html language_switch(const Visit& visit) {
  const bool is_english = visit.language == Language::english;
  const Html other(is_english ? "ru" : "en");
  const std::string rest = http::url_text(visit.query, "lang");
  const std::string address =
      http::local_path(visit.request.path) + "?" + (rest.empty() ? "" : rest + "&");
  return html("<a href=\"{0}lang={1}\" lang=\"{1}\" hreflang=\"{1}\">{2}</a>",
              results::text(address), other, Html(is_english ? "Русский" : "English"));
}

Html links_to_scripts(std::string_view assets, const std::vector<std::string>& scripts) {
  if (scripts.empty()) return {};
  Html all;
  if (const PageFile* boards = page_file("boards.css"))
    all += html("<link rel=\"stylesheet\" href=\"{}{}\">\n", results::text(assets),
                results::text(boards->path));
  for (const std::string& name : scripts) {
    if (const PageFile* script = page_file(name))
      all += html("<script type=\"module\" src=\"{}{}\"></script>\n", results::text(assets),
                  results::text(script->path));
  }
  return all;
}

/// The licences of what the scripts contain.
Html footer(const Visit& visit) {
  const PageFile* notices = page_file("notices.txt");
  if (!notices) return {};
  return html("<footer class=\"note\"><a href=\"/assets/{}\">{}</a></footer>\n",
              results::text(notices->path), visit.t("nav.licences"));
}

}  // namespace

std::string document(Language language, const Html& title, std::string_view assets,
                     const std::vector<std::string>& scripts, const Html& body) {
  return html(R"(<!DOCTYPE html>
<html lang="{0}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{1} · arena</title>
<link rel="icon" href="{2}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{2}{3}">
{4}</head>
<body class="site">
{5}</body>
</html>
)",
              results::text(code(language)), title, results::text(assets),
              results::text(stylesheet().path), links_to_scripts(assets, scripts), body)
      .code;
}

http::Response page(Visit& visit, const Page& content) {
  http::Response response;
  response.status = content.status;
  if (content.status == 200) response.caching = http::Caching::validate;
  const Html title = results::text(content.title);
  const Html body = html(R"(<a class="skip" href="#main">{}</a>
<header class="site">
<a class="brand" href="/">arena</a>
<div class="entries">{} {}</div>
</header>
{}<main id="main">
<h1>{}</h1>
{}</main>
{})",
                         visit.t("nav.skip"), account_entry(visit), language_switch(visit),
                         contest_navigation(visit, content), title, content.body, footer(visit));
  response.body = document(visit.language, title, "/assets/", content.scripts, body);
  return response;
}

http::Response failure_page(const Visit& visit, int status, std::string_view why) {
  // A copy, because an error never begins a session. It needs a secret for the button that ends
  // one.
  Visit copy;
  copy.request.path = visit.request.path;
  copy.query = visit.query;
  copy.language = visit.language;
  if (visit.account && !visit.secret.empty()) {
    copy.account = visit.account;
    copy.secret = visit.secret;
  }
  const bool was_form = visit.request.method == "POST";
  return page(copy,
              {.title = std::string(copy.words(status == 404 ? "error.nothing" : "error.title")),
               .body = html("{}{}<p><a href=\"/\">{}</a></p>\n", trouble(visit, why),
                            was_form ? html("<p>{}</p>\n", copy.t("error.back")) : Html(),
                            copy.t("error.home")),
               .status = status});
}

Html trouble(const Visit& visit, std::string_view why) {
  std::string sentence = refusal_text(why, visit.language);
  if (sentence.empty()) return {};
  if (sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] -= 'a' - 'A';
  if (std::string_view(".!?").find(sentence.back()) == std::string_view::npos) sentence += '.';
  return html("<p class=\"trouble\" role=\"alert\">{}</p>\n", results::text(sentence));
}

Html link(std::string_view path, const Html& label) {
  return html("<a href=\"{}\">{}</a>", results::text(path), label);
}

std::string path_of(std::initializer_list<std::string_view> parts) {
  std::string path;
  for (const std::string_view part : parts) path += "/" + percent_encoded(part);
  return path;
}

Html time_html(std::string_view iso) {
  if (iso.size() < 16) return {};
  return html("<time datetime=\"{}\">{} {} UTC</time>", results::text(iso),
              results::text(iso.substr(0, 10)), results::text(iso.substr(11, 5)));
}

Html field(const Html& label, std::string_view name, std::string_view type, const Html& extra) {
  return html(
      "<p class=\"field\"><label for=\"{0}\">{1}</label>\n"
      "<input id=\"{0}\" name=\"{0}\" type=\"{2}\" {3}></p>\n",
      results::text(name), label, results::text(type), extra);
}

Html form(Visit& visit, std::string_view action, const Html& fields, const Html& button,
          bool has_files, const Html& beside_button) {
  return html("<form method=\"post\" action=\"{}\"{}>\n{}{}<p><button>{}</button>{}</p>\n</form>\n",
              results::text(action), has_files ? Html(" enctype=\"multipart/form-data\"") : Html(),
              visit.token_field(), fields, button, beside_button);
}

http::Response json_response(const boost::json::value& value, int status) {
  http::Response response;
  response.status = status;
  response.type = "application/json";
  response.body = compact(value) + "\n";
  response.caching = http::Caching::validate;
  return response;
}

}  // namespace arena::site
