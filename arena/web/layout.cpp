#include "arena/web/layout.hpp"

#include <array>

#include <boost/json.hpp>

#include "arena/pages/page_files.hpp"
#include "arena/web/assets.hpp"

namespace arena::web {

using report::each;
using report::html;

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
    return html("<li><a href=\"{}\"{}>{}</a></li>\n", report::text(path), current,
                visit.t(entry.key));
  });
  return html(
      "<nav class=\"contest\" aria-label=\"{0}\">\n<p class=\"kind\"><a href=\"{1}\">{0}</a></p>\n"
      "<ul>\n{2}</ul>\n</nav>\n",
      report::text(content.contest_title), report::text(path_of({"c", content.contest})), items);
}

Html account_entry(Visit& visit) {
  if (!visit.account) {
    return html("<a href=\"/login\">{}</a> <a href=\"/signup\">{}</a>", visit.t("nav.log_in"),
                visit.t("nav.sign_up"));
  }
  const Html admin =
      visit.is_admin() ? html("<a href=\"/admin\">{}</a> ", visit.t("nav.admin")) : Html();
  return html(
      "{}<a href=\"/account\">{}</a> <form method=\"post\" action=\"/logout\">{}"
      "<button class=\"plain\">{}</button></form>",
      admin, report::text(visit.account->name), visit.token_field(), visit.t("nav.log_out"));
}

Html language_switch(const Visit& visit) {
  const bool is_english = visit.language == Language::english;
  const Html path = report::text(visit.request.path);
  return html("<a href=\"{}?lang={}\" lang=\"{}\" hreflang=\"{}\">{}</a>", path,
              Html(is_english ? "ru" : "en"), Html(is_english ? "ru" : "en"),
              Html(is_english ? "ru" : "en"), Html(is_english ? "Русский" : "English"));
}

Html scripts(const Page& content) {
  if (content.scripts.empty()) return {};
  Html all;
  if (const PageFile* boards = page_file("boards.css"))
    all += html("<link rel=\"stylesheet\" href=\"/assets/{}\">\n", report::text(boards->path));
  for (const std::string& name : content.scripts) {
    if (const PageFile* script = page_file(name))
      all += html("<script type=\"module\" src=\"/assets/{}\"></script>\n",
                  report::text(script->path));
  }
  return all;
}

/// The licences of what the scripts contain.
Html footer(const Visit& visit) {
  const PageFile* notices = page_file("notices.txt");
  if (!notices) return {};
  return html("<footer class=\"note\"><a href=\"/assets/{}\">{}</a></footer>\n",
              report::text(notices->path), visit.t("nav.licences"));
}

}  // namespace

http::Response page(Visit& visit, const Page& content) {
  const Html account = account_entry(visit);
  http::Response response;
  response.status = content.status;
  if (content.status == 200) response.caching = http::Caching::validate;
  response.body =
      html(R"(<!DOCTYPE html>
<html lang="{0}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{1} · arena</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/{2}">
{3}</head>
<body class="site">
<a class="skip" href="#main">{4}</a>
<header class="site">
<a class="brand" href="/">arena</a>
<div class="entries">{5} {6}</div>
</header>
{7}<main id="main">
<h1>{1}</h1>
{8}</main>
{9}</body>
</html>
)",
           report::text(code(visit.language)), report::text(content.title),
           report::text(stylesheet().path), scripts(content), visit.t("nav.skip"), account,
           language_switch(visit), contest_navigation(visit, content), content.body, footer(visit))
          .code;
  return response;
}

http::Response failure_page(const Visit& visit, int status, std::string_view why) {
  // A copy, because an error never begins a session.
  Visit plain;
  plain.request.path = visit.request.path;
  plain.language = visit.language;
  return page(plain, {.title = std::string(plain.words("error.title")),
                      .body = html("<p class=\"trouble\" role=\"alert\">{}</p>\n"
                                   "<p><a href=\"/\">{}</a></p>\n",
                                   report::text(why), plain.t("error.home")),
                      .status = status});
}

Html link(std::string_view path, const Html& label) {
  return html("<a href=\"{}\">{}</a>", report::text(path), label);
}

std::string path_of(std::initializer_list<std::string_view> parts) {
  std::string path;
  for (const std::string_view part : parts) path += "/" + http::encoded(part);
  return path;
}

Html time_html(std::string_view iso) {
  if (iso.size() < 16) return {};
  return html("<time datetime=\"{}\">{} {} UTC</time>", report::text(iso),
              report::text(iso.substr(0, 10)), report::text(iso.substr(11, 5)));
}

Html field(const Html& label, std::string_view name, std::string_view type, const Html& extra) {
  return html(
      "<p class=\"field\"><label for=\"{0}\">{1}</label>\n"
      "<input id=\"{0}\" name=\"{0}\" type=\"{2}\" {3}></p>\n",
      report::text(name), label, report::text(type), extra);
}

Html form(Visit& visit, std::string_view action, const Html& fields, const Html& button,
          bool has_files) {
  return html("<form method=\"post\" action=\"{}\"{}>\n{}{}<p><button>{}</button></p>\n</form>\n",
              report::text(action), has_files ? Html(" enctype=\"multipart/form-data\"") : Html(),
              visit.token_field(), fields, button);
}

http::Response json_response(const boost::json::value& value, int status) {
  http::Response response;
  response.status = status;
  response.type = "application/json";
  response.body = boost::json::serialize(value) + "\n";
  response.caching = http::Caching::validate;
  return response;
}

}  // namespace arena::web
