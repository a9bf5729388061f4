// `arena review FILE`: what the moves of recorded games lost.
#include "arena/review/review.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/replay/html.hpp"
#include "arena/cli/replay/recorded_games.hpp"
#include "arena/cli/run/progress.hpp"
#include "arena/cli/shell.hpp"
#include "arena/core/described.hpp"
#include "arena/game/steps.hpp"
#include "arena/pages/replay_page.hpp"
#include "arena/util/error.hpp"
#include "arena/util/parallel.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

struct ReviewOptions {
  std::string file;
  std::string player;
  std::optional<int> game;
  int games = 100;
  int play_outs = 1000;
  int jobs = 0;      // 0: by the number of cores
  std::string html;  // a file; empty: no page
  bool as_json = false;
  bool quiet = false;
};

/// The games of a file that are reviewed.
struct WantedGames {
  std::optional<GamesToReview> games{};  // of the kind of the first game
  bool has_trouble = false;              // stderr says which
};

WantedGames wanted_games(const ReviewOptions& options, const Shell& shell) {
  RecordedGames file(shell.games, options.file, options.game);
  WantedGames wanted;
  const auto tell = [&](const std::string& trouble) {
    if (trouble.empty()) return;
    wanted.has_trouble = true;
    fmt::print(stderr, "{}\n", escaped(trouble));
  };
  while (const auto line = file.next()) {
    Record record = file.read(*line);
    const AnyGame& game = find_game(shell.games, record.game);
    if (!wanted.games) wanted.games.emplace(game, options.player, options.games);
    if (&wanted.games->game() != &game)
      throw Error(fmt::format("{} is a game of {}, and not of {}", file.place_of(*line),
                              record.game, wanted.games->game().info.name));
    if (wanted.games->is_full_for(record)) {
      if (!options.quiet)
        fmt::print(stderr, "Only the first {} are reviewed: --games N takes more.\n",
                   counted(options.games, "game"));
      break;
    }
    const std::string trouble = wanted.games->add(line->game, std::move(record));
    if (!trouble.empty()) tell(fmt::format("{}: {}", file.place_of(*line), trouble));
  }
  tell(file.trouble());
  return wanted;
}

/// The games with the worst moves, and then the first ones; at most so many.
std::set<int> shown_games(const GameReview& review, std::span<const ReviewedRecord> records,
                          std::size_t most) {
  std::vector<ReviewedMove> worst;
  for (const PlayerReview& player : review.players)
    worst.insert(worst.end(), player.worst.begin(), player.worst.end());
  std::ranges::stable_sort(worst, std::ranges::greater(), &ReviewedMove::loss);
  std::set<int> shown;
  for (const ReviewedMove& move : worst) {
    if (shown.size() < most) shown.insert(move.game);
  }
  for (const ReviewedRecord& record : records) {
    if (shown.size() < most) shown.insert(record.number);
  }
  return shown;
}

void write_page(const GamesToReview& wanted, GameReview review, const std::string& out) {
  constexpr std::size_t most_games = 10;
  const std::set<int> shown = shown_games(review, wanted.records(), most_games);
  json::array games;
  for (const ReviewedRecord& reviewed : wanted.records()) {
    if (!shown.contains(reviewed.number)) continue;
    json::object steps = steps_of(wanted.game(), reviewed.record);
    add_losses(steps, review, reviewed.number);
    games.push_back(std::move(steps));
  }
  review.moves.clear();  // those of the shown games are in their steps
  const std::string title =
      fmt::format("{}: {}", wanted.game().info.title,
                  review.players.size() == 1 ? review.players.front().player : "review");
  write_file(
      replay_page(title, {{"review", described::to_json(review)}, {"games", std::move(games)}}),
      out);
}

int review(const ReviewOptions& options, const Shell& shell) {
  const WantedGames wanted = wanted_games(options, shell);
  std::optional<Progress> progress;
  GameReviewSettings settings;
  settings.play_outs = options.play_outs;
  settings.jobs = options.jobs != 0 ? options.jobs : cores();
  settings.table_cache = &shell.table_cache;
  settings.progress = [&](int reviewed, int all) {
    if (!progress) progress.emplace(all, options.quiet);
    progress->show(reviewed);
  };
  const GamesToReview& games = wanted.games.value();
  const GameReview result = review_games(games.game(), games.records(), settings);
  progress.reset();
  if (options.as_json) {
    fmt::print("{}\n", compact(described::to_json(result)));
  } else {
    fmt::print("{}", review_text(result));
  }
  if (!options.html.empty()) write_page(games, result, options.html);
  return wanted.has_trouble ? bad_usage : done;
}

}  // namespace

void add_review(CLI::App& command, Shell& shell) {
  const auto options = std::make_shared<ReviewOptions>();
  command.add_option("FILE", options->file, "A file of records, or the store of a tournament")
      ->required();
  command.add_option("--player", options->player,
                     "Review this player: its habits and its worst moves (default: all players)");
  command.add_option("--game", options->game, "Review only game N of the file, counted from 1")
      ->check(CLI::PositiveNumber);
  command
      .add_option("-n,--games", options->games,
                  "Review at most so many games, the first ones (default: 100)")
      ->check(CLI::Range(1, 100'000'000));
  command
      .add_option("--play-outs", options->play_outs,
                  "To find the best move; half as many measure the loss (default: 1000)")
      ->check(CLI::Range(10, 1'000'000));
  command
      .add_option("-j,--jobs", options->jobs,
                  "Games at a time (default: as many as there are cores)")
      ->check(CLI::Range(1, 1024));
  command.add_flag("--json", options->as_json, "The result as one JSON object on stdout");
  command.add_option("--html", options->html,
                     "Write a page to this file: the tables, and the games with the worst moves");
  command.add_flag("-q,--quiet", options->quiet, "Show no progress");
  command.footer(
      "\nEach move is compared with the best one: exactly in the bidding game, by double-dummy "
      "analysis\nin bridge, by play-outs elsewhere.\n\n"
      "Examples:\n"
      "  arena review games.jsonl                 a line for each player\n"
      "  arena review games.jsonl --player mybot\n"
      "  arena review games.jsonl --player mybot --html review.html\n"
      "  arena review games.jsonl --player mybot --game 3 --json");
  shell.on(command, [&shell, options] { return review(*options, shell); });
}

}  // namespace arena::cli
