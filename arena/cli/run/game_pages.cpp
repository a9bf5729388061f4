#include "arena/cli/run/game_pages.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "arena/cli/browser.hpp"
#include "arena/cli/replay/html.hpp"
#include "arena/pages/page_file.hpp"
#include "arena/results/html.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

using results::each;
using results::Html;
using results::html;

std::string new_folder() {
  std::string name = std::filesystem::temp_directory_path() / "arena-games-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw Error("cannot make the folder " + name);
  return name;
}

std::string page_name(std::size_t number) { return fmt::format("game-{}.html", number); }

Html list_item(const Record& record, std::size_t number) {
  std::string result;
  for (std::size_t seat = 0; seat < record.players.size(); ++seat) {
    result += (seat == 0 ? "" : ", ") + record.players[seat].name;
    if (record.scores) result += fmt::format(" {}", (*record.scores)[seat]);
  }
  return html("<li><a href=\"{}\">{}</a></li>\n", results::text(page_name(number)),
              results::text(result));
}

std::string list_page(std::string_view title, const std::vector<Record>& records) {
  std::size_t number = 0;
  const Html items =
      each(records, [&](const Record& record) { return list_item(record, ++number); });
  return html(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{0}</title>
<style>{1}</style>
</head>
<body>
<main>
<h1>{0}</h1>
<ol>
{2}</ol>
</main>
</body>
</html>
)",
              results::text(title), Html(std::string(results::style_css)), items)
      .code;
}

}  // namespace

GamePages::GamePages(const AnyGame& game) : game_(game) {
  static_cast<void>(needed_page_file("single_replay.js"));
}

void GamePages::add(const Record& record) {
  if (++games_ <= most) records_.push_back(record);
}

void GamePages::show() const {
  if (records_.empty()) return;
  const std::string folder = new_folder();
  std::size_t number = 0;
  for (const Record& record : records_)
    static_cast<void>(write_page(game_, record, folder + "/" + page_name(++number)));
  std::string first = folder + "/" + page_name(1);
  if (records_.size() > 1) {
    first = folder + "/index.html";
    write_file(list_page(game_.info.title, records_), first);
  }
  fmt::print(stderr, "{}: {}\n",
             games_ > most ? fmt::format("The first {} of {} games", most, games_)
                           : counted(games_, "game"),
             first);
  show_in_browser(first);
}

}  // namespace arena::cli
