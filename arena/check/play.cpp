// Checks how a bot plays: whole games, legal answers, one line per question, and speed; the same
// deal again, and a game with a refused answer.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "arena/check/findings.hpp"
#include "arena/series/statistics/match_report.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr std::size_t most_shown = 10;  // forfeits in the report

bool alike(const TrialForfeit& a, const TrialForfeit& b) {
  return a.answers == b.answers && a.reason == b.reason && a.detail == b.detail &&
         a.stderr_tail == b.stderr_tail;
}

std::string place_of(const TrialForfeit& forfeit) {
  return fmt::format("game {}, after {}: ", forfeit.game + 1, counted(forfeit.answers, "answer"));
}

std::string forfeit_text(const TrialForfeit& forfeit) {
  return fmt::format("{}forfeits ({}): {}", place_of(forfeit), forfeit.reason,
                     escaped(forfeit.detail));
}

/// The smallest sorted value that at least `percent` percent of them do not exceed.
Duration percentile(const std::vector<Duration>& sorted, double percent) {
  const auto rank = std::ceil(static_cast<double>(sorted.size()) * percent / 100);
  return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

/// All answer times except each process's first, sorted.
std::vector<Duration> all_thoughts(const TrialResult& trial) {
  std::vector<Duration> all;
  for (const ProcessSeen& process : trial.processes)
    all.insert(all.end(), process.thoughts.begin(), process.thoughts.end());
  std::ranges::sort(all);
  return all;
}

std::string answer_at(const std::vector<std::string>& answers, std::size_t at) {
  return at < answers.size() ? in_quotes(answers[at]) : "none";
}

/// Forfeits in the second game count, because real matches would have them, too.
Finding forfeited_again(const TrialForfeit& forfeit) {
  Finding finding(
      "repeats", Verdict::failed,
      fmt::format("plays a deal to its end, but forfeits ({}) when the same is played a "
                  "second time, after {}: {}",
                  forfeit.reason, counted(forfeit.answers, "answer"), escaped(forfeit.detail)));
  finding.values = {{"same", false}, {"reason", forfeit.reason}};
  add_circumstances(forfeit, finding.details);
  return finding;
}

}  // namespace

void add_circumstances(const TrialForfeit& forfeit, std::vector<std::string>& details) {
  if (!forfeit.last_asked.empty())
    details.push_back(fmt::format("it was last sent {}", in_quotes(forfeit.last_asked)));
  add_stderr(forfeit.stderr_tail, details);
}

void add_stderr(std::string_view tail, std::vector<std::string>& details) {
  if (tail.empty()) return;
  details.emplace_back("its stderr ends with:");
  for (const std::string_view line : lines_of(tail)) details.push_back(fmt::format("| {}", line));
}

Duration slowest_answer(const TrialResult& trial) {
  Duration slowest{0};
  for (const ProcessSeen& process : trial.processes) {
    for (const Duration thought : process.thoughts) slowest = std::max(slowest, thought);
    slowest = std::max(slowest, process.first_thought.value_or(Duration(0)));
  }
  return slowest;
}

Finding games_finding(const TrialResult& trial, const Entrant& bot) {
  const int whole = trial.games - static_cast<int>(trial.forfeits.size());
  Finding finding("games", Verdict::ok,
                  fmt::format("plays whole games: {} of {}", whole, trial.games));
  finding.values = {
      {"games", trial.games}, {"forfeits", trial.forfeits.size()}, {"left_out", trial.left_out}};
  const TrialForfeit* last = nullptr;
  for (const TrialForfeit& forfeit : trial.forfeits) {
    const bool again = last != nullptr && alike(*last, forfeit);
    last = &forfeit;
    if (static_cast<std::size_t>(&forfeit - trial.forfeits.data()) >= most_shown) continue;
    std::string text = again ? place_of(forfeit) + "the same" : forfeit_text(forfeit);
    if (finding.verdict == Verdict::ok) {
      finding.verdict = Verdict::failed;
      finding.text = std::move(text);
    } else {
      finding.details.push_back(std::move(text));
    }
    if (!again) add_circumstances(forfeit, finding.details);
  }
  if (trial.forfeits.size() > most_shown) {
    finding.details.push_back(
        fmt::format("... {} forfeits in {} games", trial.forfeits.size(), trial.games));
  }
  if (trial.left_out > 0) {
    finding.details.push_back(
        fmt::format("{} left out: it would only be late again", counted(trial.left_out, "game")));
  }
  if (bot.lifetime == Lifetime::series && last != nullptr && last->game > 0 && last->answers == 0 &&
      last->reason == to_text(FaultKind::time) && trial.forfeits.front().game > 0) {
    finding.details.emplace_back(
        "one process plays all games: when one is over, go on reading for the next");
  }
  return finding;
}

/// The bot seems to be asked in a protocol that it does not speak.
Finding protocol_finding(const TrialResult& trial, const Entrant& bot, const AnyGame& game) {
  const bool module = bot.process()->module;
  const Terms& asked = game.terms(bot.protocol);
  const bool is_default = asked.name == game.terms().name;
  Finding finding("protocol", Verdict::ok, fmt::format("it was asked in {}", asked.title));
  if (trial.forfeits.empty() || module || trial.answers_at_end_of_input) return finding;
  if (!is_default && !trial.has_answered()) {
    finding.verdict = Verdict::note;
    finding.text +=
        fmt::format("; it may speak the game's own instead: protocol={}", game.terms().name);
  } else if (is_default && (!trial.has_answered() || trial.last_refused.starts_with('{'))) {
    finding.verdict = Verdict::note;
    finding.text += "; it may speak the JSON protocol instead: protocol=json";
  }
  return finding;
}

Finding answers_finding(const TrialResult& trial, const Entrant& bot) {
  if (!trial.has_answered()) return {"answers", Verdict::note, std::string(no_answer)};
  Finding finding("answers", Verdict::ok,
                  fmt::format("all of its {} are legal moves", counted(trial.answers, "answer")));
  finding.values = {{"answers", trial.answers}, {"refused", trial.refused}};
  if (trial.refused == 0) return finding;
  finding.verdict = Verdict::note;
  finding.text =
      fmt::format("{} of {} were refused{}; the last was {}: {}", trial.refused,
                  counted(trial.answers, "answer"),
                  bot.max_refusals > 0 ? fmt::format(" (up to {} in a row {} allowed)",
                                                     bot.max_refusals, is_or_are(bot.max_refusals))
                                       : ", which loses the game",
                  in_quotes(trial.last_refused), escaped(trial.last_reason));
  return finding;
}

/// Returns `ok`, or how many unwanted lines of a kind there were, and the first, formatted by
/// `text`.
Finding line_finding(const TrialResult& trial, Finding ok, int ProcessSeen::*count,
                     std::string ProcessSeen::*line,
                     fmt::format_string<std::string, std::string> text) {
  int lines = 0;
  std::string first;
  for (const ProcessSeen& process : trial.processes) {
    lines += process.*count;
    if (first.empty()) first = process.*line;
  }
  ok.values = {{"lines", lines}};
  if (lines == 0) return ok;
  ok.verdict = Verdict::failed;
  ok.text = fmt::format(text, counted(lines, "line"), in_quotes(first));
  return ok;
}

Finding early_finding(const TrialResult& trial) {
  return line_finding(
      trial, {"early", Verdict::ok, "writes nothing before it is asked"}, &ProcessSeen::greetings,
      &ProcessSeen::greeting,
      "wrote {} before its first question, such as {}: such lines are dropped; write only answers");
}

Finding twice_finding(const TrialResult& trial) {
  if (!trial.has_answered()) return {"twice", Verdict::note, std::string(no_answer)};
  return line_finding(
      trial, {"twice", Verdict::ok, "writes one line for each question"}, &ProcessSeen::extra_lines,
      &ProcessSeen::extra,
      "wrote {} that answered nothing, such as {}, when a question had been answered: a second "
      "answer is dropped; write one line for each question");
}

Finding line_ends_finding(const TrialResult& trial) {
  if (!trial.has_answered()) return {"line_ends", Verdict::note, std::string(no_answer)};
  int lines = 0;
  for (const ProcessSeen& process : trial.processes) lines += process.crlf_lines;
  Finding finding("line_ends", Verdict::ok, "ends its lines in LF");
  finding.values = {{"crlf_lines", lines}};
  if (lines == 0) return finding;
  finding.verdict = Verdict::note;
  finding.text =
      fmt::format("ended {} with CR LF: arena accepts that, another host may not; write only LF",
                  counted(lines, "line"));
  return finding;
}

Finding speed_finding(const TrialResult& trial, const Entrant& bot) {
  if (!trial.has_answered()) return {"speed", Verdict::note, std::string(no_answer)};
  const std::vector<Duration> thoughts = all_thoughts(trial);
  const Duration slowest = slowest_answer(trial);
  const Duration limit = bot.time.move_time;
  const std::string end =
      fmt::format("slowest answer {} (limit {})", fine_duration(slowest), duration_text(limit));
  Finding finding("speed", Verdict::ok, end);
  finding.values = {{"answers", thoughts.size()},
                    {"max_ms", milliseconds(slowest)},
                    {"limit_ms", milliseconds(limit)}};
  if (!thoughts.empty()) {
    finding.text = fmt::format(
        "answers within {} (p50), {} (p90), {} (p99); {}", fine_duration(percentile(thoughts, 50)),
        fine_duration(percentile(thoughts, 90)), fine_duration(percentile(thoughts, 99)), end);
    for (const int percent : {50, 90, 99})
      finding.values[fmt::format("p{}_ms", percent)] = milliseconds(percentile(thoughts, percent));
  }
  if (slowest <= limit / 2) return finding;
  finding.verdict = Verdict::note;
  finding.text += ": on a slower machine that may be too late";
  return finding;
}

Finding repeats_finding(const TrialResult& trial, const TrialResult* again) {
  if (again == nullptr) return {"repeats", Verdict::note, "not tried, as it forfeits"};
  if (!again->forfeits.empty()) return forfeited_again(again->forfeits.front());
  const std::vector<std::string>& one = trial.first_game;
  const std::vector<std::string>& other = again->first_game;
  const auto differ = std::ranges::mismatch(one, other).in1;
  const auto at = static_cast<std::size_t>(differ - one.begin());
  const bool same = at == one.size() && at == other.size();
  Finding finding(
      "repeats", Verdict::ok,
      fmt::format("plays the same deal in the same way a second time, in a new process: {}",
                  counted(one.size(), "answer")));
  finding.values = {{"same", same}};
  if (same) return finding;
  finding.values["first_difference"] = at + 1;
  finding.verdict = Verdict::note;
  finding.text = fmt::format(
      "plays the same deal differently a second time: answer {} is {}, then {}; chance is "
      "allowed, but with a fixed seed bugs are easier to find",
      at + 1, answer_at(one, at), answer_at(other, at));
  return finding;
}

Finding refusal_finding(const TrialResult* spoilt, const Entrant& bot) {
  if (bot.max_refusals == 0)
    return {"refusal", Verdict::ok, "nothing to try: a refused answer loses this game at once"};
  if (spoilt == nullptr) return {"refusal", Verdict::note, "not tried, as it forfeits"};
  Finding finding("refusal", Verdict::ok, "");
  finding.values = {{"goes_on", spoilt->forfeits.empty()}};
  if (spoilt->forfeits.empty()) {
    finding.text = fmt::format("after a refused first answer it answers again: {}, and plays on",
                               answer_at(spoilt->first_game, 1));
    return finding;
  }
  const TrialForfeit& forfeit = spoilt->forfeits.front();
  finding.verdict = Verdict::note;
  finding.text = fmt::format(
      "after a refused first answer it forfeits ({}) after {}: {}; harmless as long as "
      "all its answers are legal",
      forfeit.reason, counted(forfeit.answers, "answer"), escaped(forfeit.detail));
  return finding;
}

}  // namespace arena
