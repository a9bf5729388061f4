// Checks how a bot's processes start, grow and end.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "arena/check/findings.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr std::uint64_t kibibyte = 1024;
constexpr std::uint64_t mebibyte = 1024 * kibibyte;
constexpr std::size_t games_that_tell = 20;           // games needed to see growth
constexpr std::uint64_t grown = mebibyte;             // less is no growth, because allocators vary
constexpr std::uint64_t grown_a_game = 4 * kibibyte;  // less per game is no growth

constexpr std::string_view no_sizes =
    "not seen: after each game its process was gone, or could not be measured";

std::string size_text(std::uint64_t bytes) {
  const double mib = static_cast<double>(bytes) / static_cast<double>(mebibyte);
  return fmt::format("{:.1f} MiB", mib);
}

bool is_series(const Entrant& bot) { return bot.lifetime == Lifetime::series; }

/// With a new process for each game, only the peak of each can be measured.
Finding peak_finding(const TrialResult& trial) {
  std::uint64_t peak = 0;
  std::size_t processes = 0;
  bool finished = false;
  for (const ProcessSeen& process : trial.processes) {
    finished = finished || process.finished;
    if (process.memory.peak > 0) ++processes;
    peak = std::max(peak, process.memory.peak);
  }
  if (processes == 0) {
    return {"memory", Verdict::note,
            finished ? std::string(no_sizes) : "not seen: no game was played to its end"};
  }
  Finding finding("memory", Verdict::ok,
                  fmt::format("takes at most {}, seen in {}: a new one plays each game",
                              size_text(peak), counted(processes, "process")));
  finding.values = {{"peak_bytes", peak}};
  return finding;
}

struct Remedy {
  std::string_view language;
  std::string_view interpreter;  // how its name begins
  std::string_view ending;       // the file extension of a script or source
  std::string_view text;
};

constexpr std::array remedies = {
    Remedy{"Python", "python", ".py", "print(answer, flush=True)"},
    Remedy{"Ruby", "ruby", ".rb", "$stdout.sync = true, once at the start"},
    Remedy{"Java", "java", ".jar", "System.out.println(answer); System.out.flush();"},
    Remedy{
        "JavaScript", "node", ".js",
        "process.stdout.write(answer + '\\n'), which needs no flushing; is the input read line by "
        "line, not at its end?"},
    Remedy{"Perl", "perl", ".pl", "$| = 1; once at the start"},
    Remedy{"PHP", "php", ".php", "fflush(STDOUT);"},
    Remedy{"Lua", "lua", ".lua", "io.stdout:setvbuf('line'), once at the start"},
    Remedy{"C#", "dotnet", ".dll", "Console.Out.Flush();"},
    Remedy{"awk", "awk", ".awk", "fflush()"},
    Remedy{"C", "", "", "fflush(stdout); after each answer, or setvbuf(stdout, NULL, _IOLBF, 0);"},
    Remedy{"C++", "", "", "std::cout << answer << std::endl"},
    Remedy{"Rust", "", "", "io::stdout().flush()"},
    Remedy{"Go", "", "", "writer.Flush(), of a bufio.Writer"},
};

const Remedy* by_interpreter(std::string_view program) {
  const std::string name = std::filesystem::path(program).filename();
  for (const Remedy& remedy : remedies) {
    if (!remedy.interpreter.empty() && name.starts_with(remedy.interpreter)) return &remedy;
  }
  return nullptr;
}

const Remedy* by_ending(std::string_view file) {
  for (const Remedy& remedy : remedies) {
    if (!remedy.ending.empty() && file.ends_with(remedy.ending)) return &remedy;
  }
  return nullptr;
}

/// Reads the words of "#!/usr/bin/env -S python3 -u".
const Remedy* by_first_line(const std::string& program) {
  std::ifstream file(program);
  std::string line;
  if (!std::getline(file, line) || !line.starts_with("#!")) return nullptr;
  std::istringstream words(line.substr(2));
  for (std::string word; words >> word;) {
    if (const Remedy* found = by_interpreter(word)) return found;
  }
  return nullptr;
}

const Remedy* find_remedy(const std::vector<std::string>& command) {
  for (const std::string& word : command) {
    if (const Remedy* found = by_ending(word)) return found;
  }
  if (const Remedy* found = by_interpreter(command.front())) return found;
  return by_first_line(command.front());
}

/// How to flush output after each line, a line for each language: that of the command's
/// interpreter, its script's extension or its first line, else the most common ones. `command`: the
/// program as a path, and its arguments.
std::vector<std::string> flush_remedy(const std::vector<std::string>& command) {
  if (const Remedy* known = find_remedy(command))
    return {fmt::format("{}: {}", known->language, known->text)};
  std::vector<std::string> lines;
  for (const Remedy& remedy : remedies) {
    for (const char* usual : {"Python", "Ruby", "Java", "C", "C++", "Rust", "Go"}) {
      if (remedy.language == usual)
        lines.push_back(fmt::format("{}: {}", remedy.language, remedy.text));
    }
  }
  return lines;
}

}  // namespace

Finding start_finding(const TrialResult& trial, const Entrant& bot) {
  if (!trial.has_answered()) return {"start", Verdict::note, std::string(no_answer)};
  const ProcessSeen& first = trial.processes.front();
  Duration slowest{0};
  for (const ProcessSeen& process : trial.processes)
    slowest = std::max(slowest, process.startup.value_or(Duration(0)));
  Finding finding("start", Verdict::ok,
                  fmt::format("starts in {}, and answers its first question {} later: {}",
                              fine_duration(*first.startup), fine_duration(*first.first_thought),
                              in_quotes(*first.first_answer)));
  finding.values = {{"start_ms", milliseconds(*first.startup)},
                    {"slowest_start_ms", milliseconds(slowest)},
                    {"first_answer_ms", milliseconds(*first.first_thought)}};
  if (slowest <= bot.time.start_time / 2) return finding;
  finding.verdict = Verdict::note;
  finding.text += fmt::format("; its slowest start took {} of the {} that it has",
                              fine_duration(slowest), duration_text(bot.time.start_time));
  return finding;
}

Finding flush_finding(const TrialResult& trial, const Entrant& bot) {
  if (trial.has_answered()) return {"flush", Verdict::ok, "its answers come when they are written"};
  if (!trial.answers_at_end_of_input) {
    if (!trial.input_was_ended) return {"flush", Verdict::note, std::string(no_answer)};
    if (trial.last_words.empty())
      return {"flush", Verdict::note, "not seen: nothing came when its input ended, either"};
    return {"flush", Verdict::note,
            fmt::format("not seen: when its input ended it wrote {}, which is no legal answer",
                        in_quotes(trial.last_words))};
  }
  Finding finding("flush", Verdict::failed,
                  "answers only when its input has ended: most likely its output is not flushed "
                  "after each answer");
  finding.details = flush_remedy(bot.process()->program);
  finding.details.emplace_back(
      "(if it does flush: it must answer when a question is asked, not wait for more input)");
  return finding;
}

/// Leaves out the first quarter of the games, in which a runtime grows at first.
Finding memory_finding(const TrialResult& trial, const Entrant& bot) {
  if (!is_series(bot)) return peak_finding(trial);
  std::vector<MemoryUse> uses = trial.memory;
  std::erase_if(uses, [](const MemoryUse& use) { return use.resident == 0; });
  if (uses.empty()) {
    return {"memory", Verdict::note,
            trial.memory.empty() ? "not seen: its process was gone after each game"
                                 : std::string(no_sizes)};
  }
  const int games = static_cast<int>(uses.size());
  const std::uint64_t last = uses.back().resident;
  Finding finding("memory", Verdict::ok, "");
  finding.values = {{"first_bytes", uses.front().resident},
                    {"last_bytes", last},
                    {"peak_bytes", uses.back().peak},
                    {"games", games}};
  const std::string sizes =
      fmt::format("{} after game 1 and {} after {}", size_text(uses.front().resident),
                  size_text(last), counted(games, "game"));
  if (uses.size() < games_that_tell || trial.processes.size() > 1) {
    finding.text =
        fmt::format("takes {}: growth shows after {} games in one process", sizes, games_that_tell);
    return finding;
  }
  const std::size_t from = uses.size() / 4;
  const std::uint64_t before = uses[from].resident;
  const std::uint64_t growth = last > before ? last - before : 0;
  const std::uint64_t a_game = growth / (uses.size() - 1 - from);
  finding.values["growth_bytes_a_game"] = a_game;
  finding.text = fmt::format("does not grow: {} in one process", sizes);
  if (growth < grown || a_game < grown_a_game) return finding;
  finding.verdict = Verdict::note;
  finding.text = fmt::format("grows by {:.1f} KiB a game: {} in one process",
                             static_cast<double>(a_game) / kibibyte, sizes);
  return finding;
}

Finding end_finding(const TrialResult& trial, const Entrant& bot) {
  int finished = 0;
  int stayed = 0;
  Duration slowest{0};
  const ProcessSeen* failed = nullptr;
  for (const ProcessSeen& process : trial.processes) {
    if (!process.finished) continue;
    ++finished;
    if (!process.left_after) ++stayed;
    slowest = std::max(slowest, process.left_after.value_or(Duration(0)));
    if (failed == nullptr && !process.failure.empty()) failed = &process;
  }
  const std::string_view when = is_series(bot) ? "when its input ends" : "when the game is over";
  Finding finding("end", Verdict::note, "not seen: it forfeits every game");
  finding.values = {{"seen", finished}, {"stayed", stayed}, {"slowest_ms", milliseconds(slowest)}};
  if (finished == 0) return finding;
  if (failed != nullptr) {
    finding.verdict = Verdict::failed;
    finding.text =
        fmt::format("{} after {}: end with status 0 when the input ends", escaped(failed->failure),
                    is_series(bot) ? "its last game" : "the end of the game");
    add_stderr(failed->stderr_tail, finding.details);
  } else if (stayed > 0) {
    finding.text = fmt::format(
        "was still there a second after {}, and was killed: end when the input ends",
        is_series(bot) ? "its input had ended" : "the end of " + counted(stayed, "game"));
  } else if (is_series(bot) && trial.processes.size() > 1 && trial.forfeits.empty()) {
    finding.text = fmt::format(
        "was started {} times for {}, since it ended between them; that is allowed, and slower "
        "than playing on",
        trial.processes.size(), counted(trial.games, "game"));
  } else {
    finding.verdict = Verdict::ok;
    finding.text = fmt::format("leaves by itself {}, after {} at most, with status 0", when,
                               fine_duration(slowest));
  }
  return finding;
}

Finding processes_finding(const TrialResult& trial, bool in_sandbox) {
  if (in_sandbox) {
    return {"processes", Verdict::note, "not seen: what it leaves behind ends with its sandbox"};
  }
  std::vector<std::string> left;
  bool seen = false;
  for (const ProcessSeen& process : trial.processes) {
    seen = seen || process.left_after;
    left.insert(left.end(), process.left_behind.begin(), process.left_behind.end());
  }
  if (!seen) return {"processes", Verdict::note, "not seen: it did not exit by itself"};
  Finding finding("processes", Verdict::ok, "leaves none behind");
  finding.values = {{"left", left.size()}};
  if (left.empty()) return finding;
  constexpr std::size_t most_named = 5;
  finding.verdict = Verdict::failed;
  const std::string number = counted(left.size(), "process");
  if (left.size() > most_named) {
    left.resize(most_named);
    left.emplace_back("...");
  }
  finding.text =
      fmt::format("left {} behind when it ended: {}; arena removes them, but end what you start",
                  number, joined(left, ", "));
  return finding;
}

}  // namespace arena
