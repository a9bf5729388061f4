// `arena replay`: checks recorded games against the rules, prints what a bot was sent, steps
// through a game, or asks a live bot the same questions.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/match_command.hpp"
#include "arena/cli/replay/against_bot.hpp"
#include "arena/cli/replay/followed_player.hpp"
#include "arena/cli/replay/html.hpp"
#include "arena/cli/replay/recorded_games.hpp"
#include "arena/cli/replay/two_tables.hpp"
#include "arena/cli/shell.hpp"
#include "arena/record/record_tail.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

struct ReplayArgs {
  std::string file;
  std::optional<int> game;
  std::vector<std::string> players;       // only games in which all of them play
  std::optional<std::string> transcript;  // the seat; empty: the player's seat
  bool step = false;
  std::string html;         // the page to write; empty: none
  std::string format;       // of another program, to write on stdout; empty: none
  bool solve = false;       // with a format: its best results of the deals
  std::string other_table;  // a file with the same deals; empty: none
  bool quiet = false;
  BotReplay bot;
};

/// " (forfeit: exit)"; empty if the seat did not forfeit.
std::string forfeit_text(const Record& record, std::size_t seat) {
  for (const RecordedForfeit& forfeit : record.forfeits) {
    if (static_cast<std::size_t>(forfeit.seat) == seat)
      return fmt::format(" (forfeit: {})", escaped(forfeit.reason));
  }
  return "";
}

/// "Game 3 of Lost Cities: risk 22 *, dumb -10; played out", as computed from the rules.
std::string result_text(const Games& games, const RecordLine& line, const Record& record,
                        const Record& computed) {
  std::string text;
  for (std::size_t seat = 0; seat < record.players.size(); ++seat) {
    text += fmt::format("{} {} {}{}{}", seat == 0 ? "" : ",", escaped(record.players[seat].name),
                        computed.scores->at(seat), computed.places->at(seat) == 1 ? " *" : "",
                        forfeit_text(record, seat));
  }
  return fmt::format("Game {} of {}:{}; {}\n", line.game, find_game(games, record.game).info.title,
                     text, *computed.end);
}

/// Checks the games one by one and prints problems at once.
class Check {
 public:
  Check(const Games& games, const ReplayArgs& args)
      : games_(games), args_(args), wanted_(games, args.file, args.game) {}

  int run() {
    while (const auto line = wanted_.next()) check(*line);
    if (!wanted_.trouble().empty()) fmt::print(stderr, "{}\n", wanted_.trouble());
    if (checked_ == 0 && unreadable_ == 0 && !args_.players.empty())
      throw Error(fmt::format("--player {}: there is no such game in {}",
                              listed(args_.players, "and"), wanted_.place()));
    if (!args_.quiet) print_summary();
    if (unreadable_ > 0 || !wanted_.trouble().empty()) return bad_usage;
    return broken_ == 0 && repeated_ == 0 ? done : check_failed;
  }

 private:
  static constexpr int most_told = 10;  // lines that are not records, and repeated matches

  void check(const RecordLine& line) {
    try {
      check(line, wanted_.read(line));
    } catch (const Error& error) {
      if (++unreadable_ <= most_told) fmt::print(stderr, "{}\n", error.what());
    }
  }

  [[nodiscard]] bool is_chosen(const Record& record) const {
    return std::ranges::all_of(args_.players, [&record](const std::string& name) {
      return std::ranges::find(record.players, name, &RecordedPlayer::name) != record.players.end();
    });
  }

  void check(const RecordLine& line, const Record& record) {
    if (!is_chosen(record)) return;
    ++checked_;
    if (seen_.add(record) && ++repeated_ <= most_told)
      fmt::print(stderr, "{}: {}\n", wanted_.place_of(line), repeated_match);
    const Replayed replayed = replay_record(games_, record, {});
    if ((args_.game || !args_.players.empty()) && !args_.quiet && replayed.computed.end)
      fmt::print("{}", result_text(games_, line, record, replayed.computed));
    if (!replayed.broken) return;
    wanted_.print_break(line, *replayed.broken);
    ++broken_;
  }

  void print_summary() const {
    fmt::print("{} checked", counted(checked_, "game"));
    if (broken_ > 0) {
      fmt::print(": {} broken", broken_);
    } else if (checked_ > 0) {
      fmt::print(": all keep the rules");
    }
    if (repeated_ > 0)
      fmt::print("; {} {} a match", repeated_, repeated_ == 1 ? "repeats" : "repeat");
    if (unreadable_ > 0)
      fmt::print("; {} {} no record", counted(unreadable_, "line"), is_or_are(unreadable_));
    fmt::print("\n");
  }

  const Games& games_;
  const ReplayArgs& args_;
  RecordedGames wanted_;
  SeenMatches seen_;
  int checked_ = 0;
  int broken_ = 0;
  int repeated_ = 0;
  int unreadable_ = 0;
};

std::optional<int> transcript_seat(const std::string& given) {
  if (given.empty()) return std::nullopt;
  if (const auto seat = to_number<int>(given)) return seat;
  throw Error(fmt::format("--transcript {}: not the number of a seat", escaped(given)));
}

int print_transcripts(const Games& games, const ReplayArgs& args) {
  int status = done;
  const bool on_terminal = ::isatty(STDOUT_FILENO) == 1;
  FollowedPlayer followed("--transcript", transcript_seat(*args.transcript), args.bot.player);
  RecordedGames wanted(games, args.file, args.game);
  while (const auto line = wanted.next()) {
    const Record record = wanted.read(*line);
    const auto seat = followed.seat_in(record, line->game);
    if (!seat) continue;
    const Replayed replayed = replay_record(games, record, {});
    if (!replayed.transcripts.empty()) {
      std::string text = replayed.transcripts[static_cast<std::size_t>(*seat)];
      if (on_terminal) text = escaped(text, true);  // a record may be untrusted
      std::fwrite(text.data(), 1, text.size(), stdout);
    }
    if (replayed.broken) {
      wanted.print_break(*line, *replayed.broken);
      status = check_failed;
    }
  }
  followed.check_found(wanted.place());
  if (const std::string warning = followed.warning(); !warning.empty())
    fmt::print(stderr, "{}\n", warning);
  if (wanted.trouble().empty()) return status;
  fmt::print(stderr, "{}\n", wanted.trouble());
  return bad_usage;
}

std::vector<FileFormat> formats_of(const AnyGame& game) {
  return game.files != nullptr ? game.files->formats() : std::vector<FileFormat>();
}

/// Writes games in the format of another program.
int write_format(const Games& games, TableCache& table_cache, const ReplayArgs& args) {
  const ExportSettings settings{args.solve, &table_cache};
  int status = done;
  bool first = true;
  RecordedGames wanted(games, args.file, args.game);
  while (const auto line = wanted.next()) {
    const Record record = wanted.read(*line);
    const AnyGame& game = find_game(games, record.game);
    const auto formats = formats_of(game);
    const auto format = std::ranges::find(formats, args.format, &FileFormat::name);
    if (format == formats.end())
      throw Error(fmt::format("--{}: {} has no such format", args.format, game.info.title));
    if (args.solve && !format->solves)
      throw Error(fmt::format("--{} has no place for the results of --solve", args.format));
    const Replayed replayed = replay_record(games, record, {});
    if (replayed.broken) {
      wanted.print_break(*line, *replayed.broken);
      status = check_failed;
      continue;
    }
    std::string text(std::exchange(first, false) ? format->head : format->between);
    text += game.files->written(record, line->game, args.format, settings);
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
  if (wanted.trouble().empty()) return status;
  fmt::print(stderr, "{}\n", wanted.trouble());
  return bad_usage;
}

/// Shows the positions of a game step by step.
class Stepper {
 public:
  /// `result`: a line that the last position shows.
  Stepper(std::string title, std::vector<Frame> frames, std::string result)
      : title_(std::move(title)), frames_(std::move(frames)), result_(std::move(result)) {}

  void run() {
    show();
    for (std::string line; std::getline(std::cin, line);) {
      const std::string_view word = trim(line);
      if (word == "q" || word == "quit") return;
      if (!move(word)) {
        fmt::print("Enter: next; b: back; g: start; e: end; a number: to that move; q: quit\n");
      } else {
        show();
      }
    }
  }

 private:
  bool move(std::string_view word) {
    if (word.empty() || word == "n") {
      at_ = std::min(at_ + 1, frames_.size() - 1);
    } else if (word == "b" || word == "p") {
      at_ = at_ == 0 ? 0 : at_ - 1;
    } else if (word == "g") {
      at_ = 0;
    } else if (word == "e") {
      at_ = frames_.size() - 1;
    } else if (const auto wanted = to_number<std::size_t>(word)) {
      for (at_ = 0; at_ + 1 < frames_.size() && frames_[at_].move < *wanted;) ++at_;
    } else {
      return false;
    }
    return true;
  }

  void show() const {
    const Frame& frame = frames_[at_];
    fmt::print(
        "\n{}\nafter move {} of {}: {}\n\n{}{}\n[Enter next, b back, number, e end, q quit] ",
        title_, frame.move, frames_.back().move, escaped(frame.caption), frame.board,
        at_ + 1 == frames_.size() ? result_ : "");
    std::fflush(stdout);
  }

  std::string title_;
  std::vector<Frame> frames_;
  std::string result_;
  std::size_t at_ = 0;
};

int step_through(const Games& games, ReplayArgs args) {
  if (!args.game) args.game = 1;
  RecordedGames wanted(games, args.file, args.game);
  const RecordLine line = wanted.next().value();
  const Record record = wanted.read(line);
  ReplayOptions options;
  options.frames = true;
  options.style = screen_style();
  Replayed replayed = replay_record(games, record, options);
  if (replayed.frames.empty()) {
    wanted.print_break(line, replayed.broken.value());
    return check_failed;
  }
  Stepper(fmt::format("Game {} of {}: {}", line.game, escaped(args.file), player_names(record)),
          std::move(replayed.frames),
          replayed.computed.end ? result_text(games, line, record, replayed.computed) : "")
      .run();
  fmt::print("\n");
  if (!replayed.broken) return done;
  wanted.print_break(line, *replayed.broken);
  return check_failed;
}

int replay(const Shell& shell, ReplayArgs args) {
  if (!shell.players.empty() || args.transcript) {
    if (args.players.size() > 1) throw Error("--bot and --transcript follow one --player");
    if (!args.players.empty()) args.bot.player = args.players.front();
  }
  if (!shell.players.empty()) {
    if (args.transcript || args.step || !args.html.empty() || !args.format.empty() ||
        !args.other_table.empty())
      throw Error("--bot excludes --transcript, --step, --html, --other-table and other formats");
    return replay_into_bot(shell.games, args.file, args.game, args.bot, shell.players, args.quiet);
  }
  if (args.bot.any())
    throw Error("--seat, --at, --wait, --move-time and --sandbox are for --bot: give that");
  if (!args.other_table.empty()) {
    if (!args.players.empty() || args.game) throw Error("--other-table compares all games");
    return print_two_tables(shell.games, args.file, args.other_table);
  }
  if (!args.format.empty()) {
    if (!args.players.empty())
      throw Error(fmt::format("--{} excludes --player: give --game", args.format));
    return write_format(shell.games, shell.table_cache, args);
  }
  if (args.solve) throw Error("--solve is for formats of other programs: give one");
  if (args.transcript) return print_transcripts(shell.games, args);
  if (!args.html.empty()) {
    if (!args.players.empty()) throw Error("--html excludes --player: give --game");
    return write_html(shell.games, args.file, args.game, args.html);
  }
  if (args.step && !args.players.empty()) throw Error("--step excludes --player: give --game");
  if (args.step) return step_through(shell.games, args);
  return Check(shell.games, args).run();
}

/// "--pbn".
std::string solving_formats(const Games& games) {
  std::vector<std::string> names;
  for (const auto& game : games) {
    for (const FileFormat& format : formats_of(*game)) {
      if (format.solves) names.push_back(fmt::format("--{}", format.name));
    }
  }
  return joined(names, ", ");
}

/// Adds an option for each format of other programs, "--pbn".
void add_format_options(CLI::App& command, const Games& games, ReplayArgs& args,
                        std::vector<CLI::Option*> excluded) {
  for (const auto& game : games) {
    for (const FileFormat& format : formats_of(*game)) {
      CLI::Option* option = command.add_flag_callback(
          fmt::format("--{}", format.name), [&args, name = format.name] { args.format = name; },
          fmt::format("Write games of {} to stdout as {}", game->info.name, format.title));
      for (CLI::Option* other : excluded) option->excludes(other);
      excluded.push_back(option);
    }
  }
  command.add_flag("--solve", args.solve,
                   fmt::format("With {}: add the best results of each deal, which takes time",
                               solving_formats(games)));
}

/// player_words.hpp has already removed the words after `--bot`. This only adds the option's
/// help.
void add_bot_options(CLI::App& command, ReplayArgs& args) {
  BotReplay& bot = args.bot;
  command.add_option_function<std::string>(
      "--bot", [](const std::string&) {},
      "COMMAND...: put what a recorded bot was sent to a live bot, as after -p (or -m MODULE)");
  command
      .add_option("--player", args.players,
                  "Only games in which the player of this NAME plays (twice: both); with --bot or "
                  "--transcript: follow it from seat to seat")
      ->allow_extra_args(false)
      ->check(not_empty);
  command.add_option(
      "--seat", bot.seat,
      "With --bot: follow this seat, even if its player changes (neither --player nor "
      "--seat is needed in games for one)");
  command.add_option(
      "--at", bot.at,
      "With --bot: go as far as this question and show its answer; the questions to this seat or "
      "player are counted, from 1 over all games, not the moves of the game");
  command.add_flag(
      "--wait", bot.wait,
      "With --bot: wait for Enter, so that a debugger can be attached: before question "
      "--at is sent, else before anything is");
  add_limits(command, bot.limits, {"move_time", "python", "sandbox", "memory", "processes"});
  command.get_option("--move-time")
      ->description("With --bot: time for one answer (default: no limit)");
}

}  // namespace

void add_replay(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto args = std::make_shared<ReplayArgs>();
  command
      .add_option("FILE", args->file,
                  "A file of records (JSON lines; .zst: compressed), or a tournament's store")
      ->required();
  command.add_option("--game", args->game, "Only this game, counted from 1");
  CLI::Option* transcript =
      command
          .add_option_function<std::string>(
              "--transcript", [args](const std::string& seat) { args->transcript = seat; },
              "Print, byte for byte, what this SEAT's bot was sent, or that of the --player")
          ->expected(0, 1)
          ->type_name("[SEAT]");
  CLI::Option* step =
      command
          .add_flag("--step", args->step, "Step through one game with a board (default: the first)")
          ->excludes(transcript);
  CLI::Option* html =
      command
          .add_option(
              "--html", args->html,
              "Write one game (default: the first) as a web page that needs no other file; -: "
              "to stdout")
          ->type_name("OUT")
          ->check(not_empty)
          ->excludes(transcript)
          ->excludes(step);
  CLI::Option* other_table =
      command
          .add_option("--other-table", args->other_table,
                      "The score of a team match: FILE is one table, and this file the other one, "
                      "with the same deals and the sides exchanged")
          ->type_name("FILE")
          ->check(not_empty)
          ->excludes(transcript)
          ->excludes(step)
          ->excludes(html);
  add_format_options(command, shell.games, *args, {transcript, step, html, other_table});
  command.add_flag("-q,--quiet", args->quiet, "Only what is wrong");
  add_bot_options(command, *args);
  command.footer(
      "\nExamples:\n  arena replay games.jsonl                       exit status 1 if a game "
      "breaks the rules"
      "\n  arena replay cup.db --player ann --player bob      the results of their games"
      "\n  arena replay games.jsonl --transcript 0 --game 3"
      "\n  arena replay games.jsonl --transcript --player mybot"
      "\n  arena replay games.jsonl --step --game 2"
      "\n  arena replay games.jsonl --game 2 --html game.html          to look at in a browser"
      "\n  arena replay open.jsonl --other-table closed.jsonl   the score of a team match"
      "\n  arena replay games.jsonl --player mybot --bot ./mybot          exit status 1 if it "
      "answers otherwise"
      "\n  arena replay games.jsonl --game 3 --seat 0 --at 12 --wait --bot ./mybot   for a "
      "debugger");
  command.callback(
      [&shell, args] { shell.action = [&shell, args] { return replay(shell, *args); }; });
}

}  // namespace arena::cli
