// `arena check`: tries a bot in a few games and says in words what it does wrong.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/bot_trial.hpp"
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

void tell_forfeits(const TrialResult& trial, Findings& findings) {
  for (const TrialForfeit& forfeit : trial.forfeits) {
    std::string text =
        fmt::format("game {}, after {}: forfeits ({}): {}", forfeit.game + 1,
                    plural(forfeit.answers, "answer"), forfeit.reason, forfeit.detail);
    if (!forfeit.last_asked.empty())
      text += fmt::format("\n        it was last sent {}", arena::quoted(forfeit.last_asked));
    if (!forfeit.stderr_tail.empty())
      text += "\n        its stderr ends with:" + indented(forfeit.stderr_tail, "        | ");
    findings.bad(text);
  }
  if (trial.answers_at_end_of_input) findings.bad(flush_advice);
  const int whole = trial.games - static_cast<int>(trial.forfeits.size());
  if (whole == trial.games)
    findings.good(fmt::format("plays whole games: {} of {}", whole, trial.games));
}

void tell_answers(const TrialResult& trial, Findings& findings) {
  if (trial.refused > 0) {
    findings.note(
        fmt::format("{} of {} were refused, which costs nothing as long as they are few in a row; "
                    "the last was {}: {}",
                    trial.refused, plural(trial.answers, "answer"),
                    arena::quoted(trial.last_refused), trial.last_reason));
  } else if (trial.answers > 0) {
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

void tell_times(const TrialResult& trial, Duration limit, Findings& findings) {
  if (trial.answers > 1) {
    findings.good(fmt::format("slowest answer after the first: {} (limit {})",
                              duration_text(trial.slowest), duration_text(limit)));
  }
  if (trial.killed > 0) {
    findings.note(fmt::format(
        "was still there a second after the end of {}, and was killed: end when the input ends",
        plural(trial.killed, "game")));
  } else if (trial.forfeits.empty()) {
    findings.good("leaves by itself when the game is over");
  }
}

PlayerArg player_of(const CheckArgs& args, const std::vector<PlayerArg>& players) {
  if (players.size() + (args.command.empty() ? 0 : 1) != 1)
    throw Error("check tries one bot: give one command, such as ./mybot");
  PlayerArg player =
      players.empty() ? PlayerArg{PlayerKind::process, {}, args.command} : players.front();
  if (player.kind != PlayerKind::process || player.words.empty())
    throw Error("check tries bot processes: give a command");
  return player;
}

int check_bot(const CheckArgs& args, const Shell& shell) {
  const CheckedOptions checked = check(args.match, shell.games);
  const Entrant bot = make_entrant(player_of(args, shell.players), *checked.game, checked.defaults);
  const Entrant opponent = default_entrant(*checked.game, checked.defaults);
  fmt::print("Checking {} for {}: {} against {}\n", bot.name, checked.game->info().title,
             plural(args.games, "game"), opponent.name);
  std::fflush(stdout);
  const TrialResult trial = try_bot(make_house(args.match, checked, shell.shelf), bot, opponent,
                                    args.games, checked.seed);
  Findings findings;
  tell_start(trial, findings);
  tell_forfeits(trial, findings);
  tell_answers(trial, findings);
  tell_times(trial, bot.time.move_time, findings);
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
  const auto args = std::make_shared<CheckArgs>();
  add_game_options(*command, args->match);
  command->add_option("PLAYER", args->command, "The bot's command, as after -p");
  command->add_option("-n,--games", args->games, "Games to play")->check(CLI::Range(1, 10'000));
  command->footer(
      "\nExamples:\n  arena check lost_cities ./mybot\n  arena check lost_cities -p python3 "
      "bot.py");
  command->callback(
      [&shell, args] { shell.action = [&shell, args] { return check_bot(*args, shell); }; });
}

}  // namespace arena::cli
