// Handing in: a file, an archive, or pasted code.
#include <algorithm>

#include "arena/util/error.hpp"
#include "arena/web/parts.hpp"
#include "arena/web/routes.hpp"

namespace arena::web {

using report::each;
using report::html;

namespace {

/// What a form adds around a file, and a little more.
constexpr std::size_t around_a_file = 65'536;

/// "2 MiB", "5 MB", if it is such a round number.
std::string size_text(std::size_t bytes) {
  for (const auto& [unit, name] : {std::pair(1UL << 20, " MiB"), std::pair(1'000'000UL, " MB"),
                                   std::pair(1UL << 10, " KiB"), std::pair(1000UL, " kB")}) {
    if (bytes % unit == 0) return report::count(static_cast<long>(bytes / unit)).code + name;
  }
  return report::count(static_cast<long>(bytes)).code + " B";
}

std::string pasted_code(const Visit& visit) {
  std::string code(visit.form.value("code"));
  std::erase(code, '\r');  // browsers end lines with two characters
  return code;
}

Html language_field(const host::Host& host, const Visit& visit) {
  Html options = html("<option value=\"\">{}</option>\n", visit.t("hand_in.by_name"));
  options += each(host.languages(), [&](const host::Language& language) {
    const bool is_chosen = visit.form.value("language") == language.name;
    return html("<option value=\"{}\"{}>{}</option>\n", report::text(language.name),
                Html(is_chosen ? " selected" : ""), report::text(language.title));
  });
  return html(
      "<p class=\"field\"><label for=\"language\">{}</label>\n"
      "<select id=\"language\" name=\"language\">\n{}</select></p>\n",
      visit.t("version.language"), options);
}

/// The name, with the author's own bots as proposals.
Html bot_field(host::Host& host, const Visit& visit, const host::Contest& contest) {
  const Html own = each(host.bots_of(visit.author()), [&](const host::Bot& bot) {
    return bot.contest == contest.spec.id ? html("<option value=\"{}\">", report::text(bot.name))
                                          : Html();
  });
  const std::string_view given = visit.form.value("bot");
  return html(
      "{}<datalist id=\"own\">{}</datalist>\n",
      field(visit.t("hand_in.bot"), "bot", "text",
            html("required maxlength=\"32\" pattern=\"[A-Za-z0-9][A-Za-z0-9_\\-]*\" list=\"own\" "
                 "autocomplete=\"off\" value=\"{}\"",
                 report::text(given.empty() ? visit.query.value("bot") : given))),
      own);
}

/// What an author must know before the form.
Html notices(host::Host& host, const Visit& visit, const host::Contest& contest) {
  Html all;
  if (host.is_read_only())
    all += html("<p class=\"trouble\">{}</p>\n", visit.t("hand_in.read_only"));
  if (is_over(host, contest)) all += html("<p class=\"trouble\">{}</p>\n", visit.t("hand_in.over"));
  if (visit.form.file("file")) all += html("<p>{}</p>\n", visit.t("hand_in.file_again"));
  return all;
}

/// `wrong`: why the form was refused, which then has what the author gave.
http::Response form_page(host::Host& host, Visit& visit, std::string_view wrong = {}) {
  const host::Contest& contest = contest_of(host, visit);
  const host::Quotas& quotas = contest.spec.quotas;
  Page content = contest_page(contest, std::string(visit.words("nav.hand_in")), "nav.hand_in");
  content.body = html(
      "<p>{}</p>\n<ul>\n<li>{} {}</li>\n<li>{} {}</li>\n<li>{} {}</li>\n</ul>\n"
      "<p><a href=\"{}\">{}</a></p>\n",
      visit.t("hand_in.intro"), visit.t("hand_in.most_bots"), quotas.bots,
      visit.t("hand_in.most_versions"), quotas.versions_per_day, visit.t("hand_in.most_bytes"),
      report::text(size_text(quotas.upload)),
      report::text(path_of({"c", contest.spec.id, "rules"})), visit.t("hand_in.rules"));
  content.body += trouble(visit, wrong);
  content.body += notices(host, visit, contest);
  Html fields = bot_field(host, visit, contest);
  fields += field(visit.t("hand_in.file"), "file", "file");
  fields += html(
      "<p class=\"field\"><label for=\"code\">{}</label>\n"
      "<textarea id=\"code\" name=\"code\" rows=\"16\" spellcheck=\"false\">\n{}</textarea></p>\n",
      visit.t("hand_in.code"), report::lines(pasted_code(visit)));
  fields += language_field(host, visit);
  content.body +=
      form(visit, path_of({"c", contest.spec.id, "hand-in"}), fields, visit.t("nav.hand_in"), true);
  content.scripts = {"hand_in.js"};
  if (!wrong.empty()) content.status = 400;
  return page(visit, content);
}

host::Upload upload_of(const Visit& visit) {
  host::Upload upload;
  upload.language = visit.form.value("language");
  if (const http::FormField* file = visit.form.file("file")) {
    upload.file_name = *file->file_name;
    upload.bytes = file->value;
  } else {
    upload.bytes = pasted_code(visit);
  }
  if (upload.bytes.empty()) throw Error(std::string(visit.words("hand_in.empty")));
  return upload;
}

http::Response hand_in(host::Host& host, Visit& visit) {
  const host::Contest& contest = contest_of(host, visit);
  const std::string bot(visit.form.value("bot"));
  try {
    const host::Version version =
        host.hand_in(*visit.account, contest.spec.id, bot, upload_of(visit));
    return http::redirect(bot_path(contest.spec.id, bot) + "/versions/" +
                          std::to_string(version.number));
  } catch (const Error& wrong) {
    return form_page(host, visit, wrong.what());
  }
}

}  // namespace

std::size_t largest_upload(const host::Host& host) {
  std::size_t largest = 0;
  for (const host::Contest* contest : host.contests())
    largest = std::max<std::size_t>(largest, contest->spec.quotas.upload);
  return largest + around_a_file;
}

std::vector<Route> hand_in_routes(host::Host& host) {
  return {
      {.method = "GET",
       .pattern = "/c/{contest}/hand-in",
       .summary = "The form to hand in a bot",
       .who = Who::author,
       .handler = [&host](Visit& visit) { return form_page(host, visit); }},
      {.method = "POST",
       .pattern = "/c/{contest}/hand-in",
       .summary = "Hands in a bot",
       .who = Who::author,
       .handler = [&host](Visit& visit) { return hand_in(host, visit); },
       .body = largest_upload(host),
       .is_costly = true},
  };
}

}  // namespace arena::web
