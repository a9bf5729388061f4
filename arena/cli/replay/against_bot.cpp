#include "arena/cli/replay/against_bot.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/replay/followed_player.hpp"
#include "arena/cli/replay/live_bot.hpp"
#include "arena/cli/replay/recorded_games.hpp"
#include "arena/cli/shell.hpp"
#include "arena/process/limits/process_tree.hpp"
#include "arena/series/entrants/shown_to_bots.hpp"
#include "arena/series/statistics/match_report.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

/// A recorded game to replay.
struct RecordedGame {
  RecordLine line;
  Seat seat = 0;
};

/// What the bot will be asked: games that follow the rules, and their number of questions.
struct RecordedQuestions {
  std::string file;
  std::string who;  // the followed player, for messages
  std::vector<RecordedGame> games;
  const AnyGame* game = nullptr;
  const Terms* protocol = nullptr;
  std::size_t questions = 0;
};

/// Counts the questions to a seat.
class Counter final : public ReplayListener {
 public:
  explicit Counter(Seat seat) : seat_(seat) {}
  [[nodiscard]] Seat seat() const override { return seat_; }
  bool asked(const ReplayedQuestion& /*question*/, const Compare& /*compare*/) override {
    ++questions_;
    return true;
  }
  [[nodiscard]] std::size_t questions() const { return questions_; }

 private:
  Seat seat_;
  std::size_t questions_ = 0;
};

std::string kind_text(const AnyGame& game, const Terms& protocol) {
  return fmt::format("{} in the {} protocol", game.info.name,
                     protocol.name == shared_protocol ? "JSON" : protocol.name);
}

/// Adds a game. One bot plays all games, so they must have the same game and protocol.
void add_game(RecordedQuestions& recorded, const Games& games, const Record& record,
              RecordLine line, Seat seat) {
  const AnyGame* game = &find_game(games, record.game);
  const Terms& protocol = recorded_protocol(record, seat, game->protocols);
  if (protocol.seats_by_choice) {
    throw Error(
        fmt::format("{} played game {} in the {} protocol, in which arena asks no questions",
                    recorded.who, line.game, protocol.name));
  }
  if (recorded.games.empty()) {
    recorded.game = game;
    recorded.protocol = &protocol;
  } else if (game != recorded.game || &protocol != recorded.protocol) {
    throw Error(fmt::format("{} plays {} in game {}, and {} in game {}: choose one with --game",
                            recorded.who, kind_text(*recorded.game, *recorded.protocol),
                            recorded.games.front().line.game, kind_text(*game, protocol),
                            line.game));
  }
  recorded.games.push_back({std::move(line), seat});
}

/// Adds a game in which the bot sits at `seat`. Returns false, and says why, if it breaks the
/// rules.
bool take_game(RecordedQuestions& recorded, const Games& games, const RecordedGames& wanted,
               const Record& record, RecordLine line, Seat seat) {
  const RecordLine place{line.game, line.line, {}};
  add_game(recorded, games, record, std::move(line), seat);
  Counter counter(seat);
  ReplayOptions options;
  options.listener = &counter;
  const Replayed replayed = replay_record(games, record, options);
  recorded.questions += counter.questions();
  if (replayed.broken) wanted.print_break(place, *replayed.broken);
  return !replayed.broken;
}

/// Checks all games before the bot starts. Empty, and says why, if one breaks the rules.
std::optional<RecordedQuestions> read_questions(const Games& games, const std::string& file,
                                                std::optional<int> only, FollowedPlayer followed) {
  RecordedQuestions recorded;
  recorded.file = file;
  RecordedGames wanted(games, file, only);
  while (auto line = wanted.next()) {
    const Record record = wanted.read(*line);
    const auto seat = followed.seat_in(record, line->game);
    recorded.who = followed.text();
    if (seat && !take_game(recorded, games, wanted, record, *std::move(line), *seat))
      return std::nullopt;
  }
  if (!wanted.trouble().empty()) throw Error(wanted.trouble());
  followed.check_found(wanted.place());
  if (const std::string warning = followed.warning(); !warning.empty())
    fmt::print(stderr, "{}\n", warning);
  return recorded;
}

/// Some systems let only root attach to a process that is not a child of the debugger.
std::string debugger(pid_t pid, std::string_view program) {
  if (program == "node") return fmt::format("node inspect -p {}", pid);
  std::ifstream file("/proc/sys/kernel/yama/ptrace_scope");
  int scope = 0;
  file >> scope;
  return fmt::format("{}gdb -p {}", scope > 0 ? "sudo " : "", pid);
}

std::string lines_sent(std::string_view text) {
  return indented(escaped(text, true), "  > ").substr(std::min<std::size_t>(1, text.size())) + "\n";
}

/// Asks the bot the recorded questions and reports its answers.
class BotRehearsal final : public ReplayListener {
 public:
  BotRehearsal(const RecordedQuestions& recorded, const Entrant& bot, const BotReplay& wanted,
               bool quiet, std::shared_ptr<const Sandbox> sandbox)
      : recorded_(recorded),
        bot_(bot),
        wanted_(wanted),
        quiet_(quiet),
        live_(bot, wanted.wait, std::move(sandbox)) {}

  int run(const Games& games) {
    Interrupt interrupt;
    interrupt.on_first(end_at_once);
    if (!quiet_) print_title();
    for (const RecordedGame& game : recorded_.games) {
      if (over_) break;
      play(games, game);
    }
    if (bot_.lifetime == Lifetime::series) tell_patience();
    live_.leave();
    print_late_faults();
    if (!quiet_) print_summary();
    return differing_ == 0 && !failed_ ? done : check_failed;
  }

  [[nodiscard]] Seat seat() const override { return seat_; }
  bool asked(const ReplayedQuestion& question, const Compare& compare) override {
    ++asked_;
    const std::string_view text = question.sent.substr(sent_);
    const bool chosen = wanted_.at == asked_;
    if (chosen) show_question(question, text);
    if (chosen && wanted_.wait) hold();
    sent_ = question.sent.size();
    put(question, text, compare);
    if (question.forfeit != nullptr) ending_ = Ending::faulted;
    if (chosen && !wanted_.wait) over_ = true;
    std::fflush(stdout);
    return !over_;
  }

 private:
  void print_title() const {
    fmt::print("Replaying {} of {} into {}: {} of {}, {}\n", recorded_.who, escaped(recorded_.file),
               bot_.name, counted(recorded_.games.size(), "game"), recorded_.game->info.title,
               counted(recorded_.questions, "question"));
    std::fflush(stdout);
  }

  void play(const Games& games, const RecordedGame& game) {
    game_ = game.line.game;
    seat_ = game.seat;
    sent_ = 0;
    ending_ = Ending::finished;
    live_.begin(game_ - 1);
    if (wanted_.wait && !wanted_.at && asked_ == 0) {
      fmt::print("{} is started, and has received nothing yet.\n", bot_.name);
      hold();
    }
    ReplayOptions options;
    options.listener = this;
    const Replayed replayed = replay_record(games, read_record(game.line.text), options);
    std::string_view news;
    if (!over_)
      news = std::string_view(replayed.transcripts[static_cast<std::size_t>(seat())]).substr(sent_);
    if (bot_.lifetime == Lifetime::match) tell_patience();
    live_.end(news, ending_);
  }

  void print_late_faults() {
    for (const LateFault& fault : live_.take_late_faults())
      fmt::print("{}\n", escaped(late_fault_text(fault)));
  }

  /// A bot in a debugger may be stopped at the end.
  void tell_patience() const {
    if (!wanted_.wait || over_) return;
    fmt::print("The input of {} ends here; it may take its time to leave. Ctrl-C removes it.\n",
               bot_.name);
    std::fflush(stdout);
  }

  std::string place(const ReplayedQuestion& question) const {
    return fmt::format("question {} (game {}, move {})", asked_, game_, question.move);
  }

  /// As in a match, ignores late answers to earlier questions.
  void put(const ReplayedQuestion& question, std::string_view text, const Compare& compare) {
    const Duration limit = bot_.time.move_time;
    auto answer = live_.ask(text, limit);
    for (;;) {
      if (const auto* fault = std::get_if<Fault>(&answer)) return tell_fault(question, *fault);
      const OtherAnswer other = compare(std::get<std::string>(answer));
      if (!other.late) return tell_answer(question, other);
      answer = live_.ask("", limit);
    }
  }

  void tell_answer(const ReplayedQuestion& question, const OtherAnswer& other) {
    const bool chosen = wanted_.at == asked_;
    if (other.same) {
      if (chosen) fmt::print("  {} answers {}, as recorded\n", bot_.name, in_quotes(other.text));
      return;
    }
    if (differing_++ == 0) first_ = place(question);
    const std::string indent = chosen ? "  " : place(question) + ": ";
    fmt::print("{}recorded {}; {} answers {}\n", indent, recorded(question), bot_.name,
               in_quotes(other.text));
  }

  static std::string recorded(const ReplayedQuestion& question) {
    if (question.forfeit != nullptr)
      return fmt::format("no answer, but a forfeit ({}: {})", question.forfeit->reason,
                         escaped(question.forfeit->detail));
    const RecordedMove& answer = *question.answer;
    const std::string text = escaped(quoted_answer(answer.text));
    if (!answer.rejected) return text;
    return fmt::format("{}, which was refused: {}", text, escaped(*answer.rejected));
  }

  /// A bot that has failed cannot be asked again.
  void tell_fault(const ReplayedQuestion& question, const Fault& fault) {
    over_ = failed_ = true;
    ending_ = Ending::faulted;
    failure_ = place(question);
    fmt::print("{}: recorded {}; {} fails ({}): {}\n", failure_, recorded(question), bot_.name,
               to_text(fault.kind), escaped(fault.detail));
    if (const std::string tail = live_.stderr_tail(); !tail.empty())
      fmt::print("  Its stderr ends with:{}\n", indented(tail, "  | "));
  }

  void show_question(const ReplayedQuestion& question, std::string_view text) const {
    fmt::print("{}, recorded {}; {} is sent:\n{}", place(question), recorded(question),
               wanted_.wait ? "next it" : "it", lines_sent(text));
  }

  /// If the bot exits between two games, holds its next process.
  void hold() {
    for (;;) {
      live_.renew();
      tell_processes();
      const auto end = live_.hold();
      if (!end) return;
      const bool another = live_.may_leave();
      fmt::print("{} has ended while it was held{}\n", bot_.name,
                 another ? "; a new process is started." : ".");
      if (!another) return;
    }
  }

  void tell_processes() const {
    const std::vector<pid_t> processes = live_.processes();
    fmt::print("{} is process {}", bot_.name, process_name(processes.front()));
    for (std::size_t i = 1; i < processes.size(); ++i)
      fmt::print("{} {}", i == 1 ? ", and beside it" : ",", process_name(processes[i]));
    const std::string first = process_name(processes.front());
    const std::string program = first.substr(first.find('(') + 1);
    fmt::print(". No clock runs. To attach a debugger:\n  {}\nEnter continues.\n",
               debugger(processes.front(), program.substr(0, program.size() - 1)));
    std::fflush(stdout);
  }

  void print_summary() const {
    if (live_.early_lines() > 0) {
      fmt::print("{} wrote {} that answered nothing; such lines are dropped.\n", bot_.name,
                 counted(live_.early_lines(), "line"));
    }
    std::string text = fmt::format("{}, {} differ{}", counted(asked_, "question"), differing_,
                                   differing_ == 1 ? "s" : "");
    if (differing_ > 0) text += ", first at " + first_;
    if (failed_) text += fmt::format("; {} failed at {}", bot_.name, failure_);
    if (asked_ < recorded_.questions)
      text += fmt::format("; {} left out", recorded_.questions - asked_);
    fmt::print("{}\n", text);
  }

  const RecordedQuestions& recorded_;
  const Entrant& bot_;
  const BotReplay& wanted_;
  bool quiet_;
  LiveBot live_;
  int game_ = 0;
  Seat seat_ = 0;         // in the current game
  std::size_t sent_ = 0;  // of the current match's text
  Ending ending_ = Ending::finished;
  std::size_t asked_ = 0;
  std::size_t differing_ = 0;
  std::string first_;  // the first place that differs
  std::string failure_;
  bool failed_ = false;
  bool over_ = false;
};

/// Replaces the recorded match's limits, so that there is time for a debugger.
PlayerDefaults unlimited(const BotReplay& wanted, const Terms& protocol) {
  PlayerDefaults defaults;
  defaults.limits.move_time = wanted.limits.move_time.value_or(Span{longest_time});
  defaults.limits.start_time = Span{longest_time};
  defaults.limits.protocol = protocol.name;
  defaults.limits.python = wanted.limits.python;
  return defaults;
}

const PlayerSpec& only_bot(const std::vector<PlayerSpec>& players) {
  if (players.size() != 1)
    throw Error("a replay is put to one bot: give one command after --bot, or -m MODULE");
  const PlayerSpec& player = players.front();
  const bool program = player.kind == PlayerKind::process || player.kind == PlayerKind::module;
  if (!program || player.words.empty())
    throw Error("a replay is put to a bot process or a module: --bot COMMAND, or -m MODULE");
  const PlayerSettings& own = player.settings;
  const char* const other = own.game_time      ? "game-time"
                            : own.increment    ? "increment"
                            : own.max_refusals ? "max-refusals"
                                               : nullptr;
  if (other != nullptr)
    throw Error(fmt::format("{}= means nothing in a replay: the record decides the game", other));
  return player;
}

/// The bot uses the protocol of its recorded seat.
Entrant make_bot(const PlayerSpec& player, const RecordedQuestions& recorded,
                 const BotReplay& wanted) {
  const bool module = player.kind == PlayerKind::module;
  if (module && recorded.protocol->name != shared_protocol) {
    throw Error(
        fmt::format("a module is played by the JSON protocol alone, but {} spoke the game's own",
                    recorded.who));
  }
  Entrant bot = make_entrant(player, *recorded.game, unlimited(wanted, *recorded.protocol));
  if (bot.protocol != recorded.protocol->name) {
    throw Error(fmt::format("protocol={}, but {} spoke {}", bot.protocol, recorded.who,
                            recorded.protocol->title));
  }
  bot.time.clock = ClockKind::wall;  // a replay measures no processor time
  return bot;
}

}  // namespace

int replay_into_bot(const Games& games, const std::string& file, std::optional<int> game,
                    const BotReplay& wanted, const std::vector<PlayerSpec>& players, bool quiet) {
  const PlayerSpec& player = only_bot(players);
  const auto recorded =
      read_questions(games, file, game, FollowedPlayer("--seat", wanted.seat, wanted.player));
  if (!recorded) return check_failed;
  if (wanted.at && (*wanted.at < 1 || *wanted.at > recorded->questions)) {
    throw Error(fmt::format("--at {}: {} was asked {}", *wanted.at, recorded->who,
                            counted(recorded->questions, "question")));
  }
  const Entrant bot = make_bot(player, *recorded, wanted);
  const auto sandbox = make_sandbox(wanted.limits);
  if (sandbox) check_what_is_shown(sandbox->paths(), {bot}, {file});
  constexpr bool pause = true;  // there is no other bot
  if (!quiet) tell_confinement(sandbox.get(), pause);
  return BotRehearsal(*recorded, bot, wanted, quiet, sandbox).run(games);
}

}  // namespace arena::cli
