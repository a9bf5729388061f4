// Checks that need a game of their own: the same deal again, and a game with a refused answer.
#include <algorithm>

#include <fmt/format.h>

#include "arena/check/findings.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

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
