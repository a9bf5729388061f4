#include "arena/cli/replay/html.hpp"

#include <cstdio>
#include <fstream>

#include <fmt/format.h>

#include "arena/cli/replay/recorded_games.hpp"
#include "arena/cli/shell.hpp"
#include "arena/game/steps.hpp"
#include "arena/pages/replay_page.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

/// "Lost Cities: ann, bob".
std::string title_of(const AnyGame& game, const Record& record) {
  std::string title = fmt::format("{}:", game.info.title);
  for (std::size_t seat = 0; seat < record.players.size(); ++seat)
    title += (seat == 0 ? " " : ", ") + escaped(record.players[seat].name);
  return title;
}

}  // namespace

void write_file(const std::string& text, const std::string& out) {
  std::ofstream file(out, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(fmt::format("cannot write \"{}\"", escaped(out)));
}

json::object write_page(const AnyGame& game, const Record& record, const std::string& out) {
  json::object steps = steps_of(game, record);
  const std::string page = replay_page(title_of(game, record), steps);
  if (out == "-")
    std::fwrite(page.data(), 1, page.size(), stdout);
  else
    write_file(page, out);
  return steps;
}

int write_html(const Games& games, const std::string& file, std::optional<int> game,
               const std::string& out) {
  RecordedGames wanted(games, file, game.value_or(1));
  const RecordLine line = wanted.next().value();
  const Record record = wanted.read(line);
  const AnyGame& played = find_game(games, record.game);
  const json::object steps = write_page(played, record, out);
  const auto& broken = steps.at("broken").as_string();
  if (broken.empty()) return done;
  fmt::print(stderr, "{}: {}\n", wanted.place_of(line), escaped(broken));
  return check_failed;
}

}  // namespace arena::cli
