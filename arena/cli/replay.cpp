// `arena replay`: checks recorded games against the rules, prints what a bot was sent, or steps
// through a game.
#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/match_options.hpp"
#include "arena/cli/shell.hpp"
#include "arena/core/error.hpp"
#include "arena/core/text.hpp"
#include "arena/match/record_reader.hpp"
#include "arena/players/plain_text.hpp"

namespace arena::cli {

namespace {

struct ReplayArgs {
  std::string file;
  std::optional<int> game;
  std::optional<int> transcript;
  bool step = false;
  bool quiet = false;
};

/// One record of a file, as text.
struct RecordLine {
  int game = 0;  // counted from 1
  std::size_t line = 0;
  std::string text;
};

/// The games of a file that are asked for, one at a time.
class WantedGames {
 public:
  explicit WantedGames(const ReplayArgs& args) : args_(args), reader_(args.file) {}

  /// Throws Error if the file cannot be read, holds no game, or not the one that is wanted.
  std::optional<RecordLine> next() {
    if (given_ && args_.game) return std::nullopt;
    while (const auto line = reader_.next()) {
      ++game_;
      if (args_.game && *args_.game != game_) continue;
      given_ = true;
      return RecordLine{game_, line->number, std::string(line->text)};
    }
    if (!given_) refuse();
    return std::nullopt;
  }
  /// Why the file ends before its time, once there is no next game; empty if it does not.
  [[nodiscard]] std::string trouble() const {
    return reader_.trouble().empty() ? "" : fmt::format("{}: {}", args_.file, reader_.trouble());
  }

 private:
  [[noreturn]] void refuse() const {
    std::string why = fmt::format("\"{}\" holds no record", args_.file);
    if (game_ > 0)
      why = fmt::format("--game {}: \"{}\" holds {} games", *args_.game, args_.file, game_);
    if (!reader_.trouble().empty()) why += ": " + reader_.trouble();
    throw Error(why);
  }

  const ReplayArgs& args_;
  RecordReader reader_;
  int game_ = 0;
  bool given_ = false;
};

std::string place_of(const ReplayArgs& args, const RecordLine& line) {
  return fmt::format("{}:{} (game {})", args.file, line.line, line.game);
}

/// Reads one record; an unreadable one, or an unknown game, is bad input, named with its line.
Record read_line(const Games& games, const ReplayArgs& args, const RecordLine& line) {
  try {
    Record record = read_record(line.text);
    find_game(games, record.game);
    return record;
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", place_of(args, line), escaped(error.what())));
  }
}

/// Replays; a record whose deal or options are impossible is broken before its first move.
Replayed replay_line(const Games& games, const Record& record, ReplayOptions options) {
  const AnyGame& game = find_game(games, record.game);
  try {
    return game.replay(record, options);
  } catch (const Error& error) {
    Replayed replayed;
    replayed.broken = Break{0, error.what()};
    return replayed;
  }
}

void print_break(const ReplayArgs& args, const RecordLine& line, const Break& broken) {
  const std::string move = broken.move == 0 ? "" : fmt::format("move {}: ", broken.move);
  fmt::print(stderr, "{}: {}{}\n", place_of(args, line), move, escaped(broken.reason));
}

/// "Game 3 of Lost Cities: risk 22 *, dumb -10; played out", as far as the rules know it.
std::string result_text(const Games& games, const RecordLine& line, const Record& record,
                        const Record& computed) {
  std::string text;
  for (std::size_t seat = 0; seat < record.players.size(); ++seat) {
    text += fmt::format("{} {} {}{}", seat == 0 ? "" : ",", escaped(record.players[seat].name),
                        computed.scores->at(seat), computed.places->at(seat) == 1 ? " *" : "");
  }
  return fmt::format("Game {} of {}:{}; {}\n", line.game,
                     find_game(games, record.game).info().title, text, *computed.end);
}

/// Checks games one after the other, and says what is wrong as it goes.
class Check {
 public:
  Check(const Games& games, const ReplayArgs& args) : games_(games), args_(args) {}

  int run() {
    WantedGames wanted(args_);
    while (const auto line = wanted.next()) check(*line);
    if (!wanted.trouble().empty()) fmt::print(stderr, "{}\n", wanted.trouble());
    if (!args_.quiet) print_summary();
    if (unreadable_ > 0 || !wanted.trouble().empty()) return bad_usage;
    return broken_ == 0 ? done : check_failed;
  }

 private:
  static constexpr int most_told = 10;  // of lines that are no records

  void check(const RecordLine& line) {
    try {
      check(line, read_line(games_, args_, line));
    } catch (const Error& error) {
      if (++unreadable_ <= most_told) fmt::print(stderr, "{}\n", error.what());
    }
  }

  void check(const RecordLine& line, const Record& record) {
    ++checked_;
    const Replayed replayed = replay_line(games_, record, {});
    if (args_.game && !args_.quiet && replayed.computed.end)
      fmt::print("{}", result_text(games_, line, record, replayed.computed));
    if (!replayed.broken) return;
    print_break(args_, line, *replayed.broken);
    ++broken_;
  }

  void print_summary() const {
    fmt::print("{} game{} checked", checked_, checked_ == 1 ? "" : "s");
    if (broken_ > 0) {
      fmt::print(": {} broken", broken_);
    } else if (checked_ > 0) {
      fmt::print(": all keep the rules");
    }
    if (unreadable_ > 0)
      fmt::print("; {} line{} no record", unreadable_, unreadable_ == 1 ? " is" : "s are");
    fmt::print("\n");
  }

  const Games& games_;
  const ReplayArgs& args_;
  int checked_ = 0;
  int broken_ = 0;
  int unreadable_ = 0;
};

int print_transcripts(const Games& games, const ReplayArgs& args) {
  int status = done;
  WantedGames wanted(args);
  while (const auto line = wanted.next()) {
    const Record record = read_line(games, args, *line);
    const auto seats = static_cast<int>(record.players.size());
    if (*args.transcript < 0 || *args.transcript >= seats) {
      throw Error(fmt::format("--transcript {}: the seats of game {} are 0 to {}", *args.transcript,
                              line->game, seats - 1));
    }
    const Replayed replayed = replay_line(games, record, {});
    if (!replayed.transcripts.empty()) {
      const std::string& text = replayed.transcripts[static_cast<std::size_t>(*args.transcript)];
      std::fwrite(text.data(), 1, text.size(), stdout);
    }
    if (replayed.broken) {
      print_break(args, *line, *replayed.broken);
      status = check_failed;
    }
  }
  if (wanted.trouble().empty()) return status;
  fmt::print(stderr, "{}\n", wanted.trouble());
  return bad_usage;
}

std::string player_names(const Record& record) {
  std::string names;
  for (std::size_t seat = 0; seat < record.players.size(); ++seat) {
    names += fmt::format("{}seat {} {}", seat == 0 ? "" : ", ", seat, record.players[seat].name);
  }
  return names;
}

/// Lets a person walk through one game's positions.
class Stepper {
 public:
  Stepper(std::string title, std::vector<Frame> frames)
      : title_(std::move(title)), frames_(std::move(frames)) {}

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
    fmt::print("\n{}\nafter move {} of {}: {}\n\n{}\n[Enter next, b back, number, e end, q quit] ",
               title_, frame.move, frames_.back().move, escaped(frame.caption), frame.board);
    std::fflush(stdout);
  }

  std::string title_;
  std::vector<Frame> frames_;
  std::size_t at_ = 0;
};

int step_through(const Games& games, ReplayArgs args) {
  if (!args.game) args.game = 1;
  WantedGames wanted(args);
  const RecordLine line = wanted.next().value();
  const Record record = read_line(games, args, line);
  ReplayOptions options;
  options.frames = true;
  options.style.colour = shows_colour();
  Replayed replayed = replay_line(games, record, options);
  if (replayed.frames.empty()) {
    print_break(args, line, replayed.broken.value());
    return check_failed;
  }
  Stepper(fmt::format("Game {} of {}: {}", line.game, args.file, player_names(record)),
          std::move(replayed.frames))
      .run();
  fmt::print("\n");
  if (!replayed.broken) return done;
  print_break(args, line, *replayed.broken);
  return check_failed;
}

int replay(const Games& games, const ReplayArgs& args) {
  if (args.transcript) return print_transcripts(games, args);
  if (args.step) return step_through(games, args);
  return Check(games, args).run();
}

}  // namespace

void add_replay(CLI::App& app, Shell& shell) {
  CLI::App* command = app.add_subcommand("replay", "Check, print or step through recorded games");
  const auto args = std::make_shared<ReplayArgs>();
  command->add_option("FILE", args->file, "A file of records (JSON lines; .zst: compressed)")
      ->required();
  command->add_option("--game", args->game, "Only this game, counted from 1");
  CLI::Option* transcript = command->add_option(
      "--transcript", args->transcript, "Print, byte for byte, what this SEAT's bot was sent");
  command->add_flag("--step", args->step, "Step through one game with a board (default: the first)")
      ->excludes(transcript);
  command->add_flag("-q,--quiet", args->quiet, "Only what is wrong");
  command->footer(
      "\nExamples:\n  arena replay games.jsonl                       exit status 1 if a game "
      "breaks the rules"
      "\n  arena replay games.jsonl --transcript 0 --game 3\n  arena replay games.jsonl --step "
      "--game 2");
  command->callback(
      [&shell, args] { shell.action = [&shell, args] { return replay(shell.games, *args); }; });
}

}  // namespace arena::cli
