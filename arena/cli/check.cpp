// `arena check`: tries a bot in a few games and says in words what it does wrong.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/bot_trial.hpp"
#include "arena/cli/interrupt.hpp"
#include "arena/cli/match_options.hpp"
#include "arena/cli/match_report.hpp"
#include "arena/cli/shell.hpp"
#include "arena/core/error.hpp"
#include "arena/players/plain_text.hpp"

namespace arena::cli {

namespace {

struct CheckArgs {
  MatchOptions match;
  std::vector<std::string> command;
  int games = 3;
};

constexpr std::string_view flush_advice =
    "It answers only when its input has ended: most likely its output is not flushed after each "
    "answer.\n"
    "        Python: print(answer, flush=True)   C: fflush(stdout)   C++: std::cout << answer << "
    "std::endl\n"
    "        Ruby: $stdout.sync = true   Perl: $| = 1   Java: System.out.flush()   Rust: "
    "io::stdout().flush()\n"
    "        (If it does flush: it must answer when a question is asked, not wait for more input.)";

/// What a check found, printed line by line.
class Findings {
 public:
  void good(std::string_view text) const { fmt::print("  ok    {}\n", text); }
  void note(std::string_view text) const { fmt::print("  note  {}\n", text); }
  void bad(std::string_view text) {
    fmt::print("  BAD   {}\n", text);
    ++bad_;
  }
  [[nodiscard]] int bad_count() const { return bad_; }

 private:
  int bad_ = 0;
};

std::string plural(int count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void tell_start(const TrialResult& trial, Findings& findings) {
  if (!trial.first_answer) return;
  findings.good(fmt::format("starts, and answers its first question after {}: {}",
                            duration_text(*trial.first_answer_after),
                            arena::quoted(*trial.first_answer)));
}

/// What a forfeit came from, without what stands beside it in every game anew.
std::string forfeit_text(const TrialForfeit& forfeit) {
  std::string text = fmt::format("forfeits ({}): {}", forfeit.reason, escaped(forfeit.detail));
  if (!forfeit.last_asked.empty())
    text += fmt::format("\n        it was last sent {}", arena::quoted(forfeit.last_asked));
  if (!forfeit.stderr_tail.empty())
    text += "\n        its stderr ends with:" + indented(forfeit.stderr_tail, "        | ");
  return text;
}

bool alike(const TrialForfeit& a, const TrialForfeit& b) {
  return a.answers == b.answers && a.reason == b.reason && a.detail == b.detail &&
         a.stderr_tail == b.stderr_tail;
}

void tell_forfeits(const TrialResult& trial, const Entrant& bot, Findings& findings) {
  const TrialForfeit* last = nullptr;
  for (const TrialForfeit& forfeit : trial.forfeits) {
    findings.bad(
        fmt::format("game {}, after {}: {}", forfeit.game + 1, plural(forfeit.answers, "answer"),
                    last != nullptr && alike(*last, forfeit) ? "the same" : forfeit_text(forfeit)));
    last = &forfeit;
  }
  if (trial.answers_at_end_of_input) findings.bad(flush_advice);
  if (bot.lifetime == Lifetime::series && last != nullptr && last->game > 0 && last->answers == 0 &&
      trial.forfeits.front().game > 0) {
    findings.note("one process plays all games: when one is over, go on reading for the next");
  }
  const int whole = trial.games - static_cast<int>(trial.forfeits.size());
  if (whole == trial.games)
    findings.good(fmt::format("plays whole games: {} of {}", whole, trial.games));
}

/// A bot that seems to have been asked in a protocol that it does not speak.
void tell_protocol(const TrialResult& trial, const Entrant& bot, PlayerKind kind,
                   Findings& findings) {
  if (trial.forfeits.empty() || kind == PlayerKind::module || trial.answers_at_end_of_input) return;
  if (bot.json && !trial.first_answer) {
    findings.note(
        "it was asked in the JSON protocol; if it speaks the game's own, leave out protocol=json");
  } else if (!bot.json && (!trial.first_answer || trial.last_refused.starts_with('{'))) {
    findings.note(
        "it was asked in the game's own protocol; if it speaks the JSON protocol, write "
        "protocol=json before its command");
  }
}

void tell_answers(const TrialResult& trial, const Entrant& bot, Findings& findings) {
  if (trial.refused > 0 && bot.max_refusals > 0) {
    findings.note(
        fmt::format("{} of {} were refused, which costs nothing as long as they are few in a row; "
                    "the last was {}: {}",
                    trial.refused, plural(trial.answers, "answer"),
                    arena::quoted(trial.last_refused), trial.last_reason));
  } else if (trial.refused == 0 && trial.answers > 0) {
    findings.good(fmt::format("all of its {} are legal moves", plural(trial.answers, "answer")));
  }
  if (trial.early_lines > 0) {
    findings.bad(
        fmt::format("wrote {} that answered nothing: before a question was sent, or a second "
                    "answer to one question. "
                    "Such lines are dropped; write one line for each question.",
                    plural(trial.early_lines, "line")));
  }
}

void tell_times(const TrialResult& trial, const Entrant& bot, Findings& findings) {
  if (trial.answers > 1) {
    findings.good(fmt::format("slowest answer after the first: {} (limit {})",
                              duration_text(trial.slowest), duration_text(bot.time.move_time)));
  }
}

void tell_leaving(const TrialResult& trial, const Entrant& bot, Findings& findings) {
  const bool whole_series = bot.lifetime == Lifetime::series;
  const std::string when =
      whole_series ? "its input had ended" : "the end of " + plural(trial.killed, "game");
  if (trial.killed > 0) {
    findings.note(fmt::format(
        "was still there a second after {}, and was killed: end when the input ends", when));
  } else if (trial.forfeits.empty()) {
    findings.good(whole_series ? "leaves by itself when its input ends"
                               : "leaves by itself when the game is over");
  }
  if (whole_series && trial.starts > 1 && trial.forfeits.empty()) {
    findings.note(
        fmt::format("was started {} times for {}, since it ended between them; that is allowed, "
                    "and slower than playing on",
                    trial.starts, plural(trial.games, "game")));
  }
}

/// The bot as it stands, or as after -p, with its keys.
PlayerArg player_of(const CheckArgs& args, std::vector<PlayerArg> players) {
  if (!args.command.empty()) {
    std::vector<std::string> typed = {"-p"};
    typed.insert(typed.end(), args.command.begin(), args.command.end());
    const auto more = take_players(typed, [](std::string_view /*word*/) { return true; });
    players.insert(players.end(), more.begin(), more.end());
  }
  if (players.size() != 1) throw Error("check tries one bot: give one command, such as ./mybot");
  const PlayerArg& player = players.front();
  const bool program = player.kind == PlayerKind::process || player.kind == PlayerKind::module;
  if (!program || player.words.empty())
    throw Error("check tries bot processes and modules: give a command, or -m MODULE");
  return player;
}

/// At a table of two where the game allows that, else of as many as it needs.
std::vector<Entrant> make_opponents(const CheckedOptions& checked) {
  const GameInfo& info = checked.game->info();
  const int seats = std::clamp(2, info.least_seats, info.most_seats);
  const Entrant one = default_entrant(*checked.game, checked.defaults);
  std::vector<Entrant> all(static_cast<std::size_t>(seats - 1), one);
  make_names_unique(all);
  return all;
}

int check_bot(const CheckArgs& args, const Shell& shell) {
  const CheckedOptions checked = check(args.match, shell.games);
  const PlayerArg player = player_of(args, shell.players);
  const Entrant bot = make_entrant(player, *checked.game, checked.defaults);
  const std::vector<Entrant> opponents = make_opponents(checked);
  fmt::print("Checking {} for {}: {} {}\n", bot.name, checked.game->info().title,
             plural(args.games, "game"),
             opponents.empty() ? "alone" : "against " + opponents.front().name);
  std::fflush(stdout);
  Interrupt interrupt;
  interrupt.on_first(end_at_once);
  const TrialResult trial = try_bot(make_house(args.match, checked, shell.shelf), bot, opponents,
                                    args.games, checked.seed);
  Findings findings;
  tell_start(trial, findings);
  tell_forfeits(trial, bot, findings);
  tell_protocol(trial, bot, player.kind, findings);
  tell_answers(trial, bot, findings);
  tell_times(trial, bot, findings);
  tell_leaving(trial, bot, findings);
  if (findings.bad_count() == 0) {
    fmt::print("{} is ready to play {}.\n", bot.name, checked.game->info().title);
    return done;
  }
  fmt::print("{} to mend.\n", plural(findings.bad_count(), "thing"));
  return check_failed;
}

}  // namespace

void add_check(CLI::App& app, Shell& shell) {
  CLI::App* command =
      app.add_subcommand("check", "Try a bot against the protocol and say what it does wrong");
  shell.playing.insert(command);
  const auto args = std::make_shared<CheckArgs>();
  add_game_options(*command, args->match);
  command->add_option("PLAYER", args->command, "The bot's command, as after -p");
  command->add_option("-n,--games", args->games, "Games to play")->check(CLI::Range(1, 10'000));
  command->footer(
      "\nExamples:\n"
      "  arena check lost_cities ./mybot\n"
      "  arena check lost_cities -p python3 bot.py\n"
      "  arena check streams -p protocol=json ./mybot\n"
      "  arena check streams -m my_module");
  command->callback(
      [&shell, args] { shell.action = [&shell, args] { return check_bot(*args, shell); }; });
}

}  // namespace arena::cli
