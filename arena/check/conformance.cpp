#include "arena/check/conformance.hpp"

#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "arena/check/bot_trial.hpp"
#include "arena/check/findings.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace json = boost::json;

namespace {

/// Limits the game with a refusal to the time that the bot needs. It answers twice there.
Entrant hurried(Entrant bot, const TrialResult& trial) {
  bot.time.move_time =
      std::chrono::ceil<std::chrono::seconds>(4 * slowest_answer(trial)) + std::chrono::seconds(5);
  return bot;
}

}  // namespace

/// The checks are in the order of the report.
CheckReport check_conformance(const SeriesSettings& settings, const Entrant& bot,
                              const std::vector<Entrant>& opponents, int games,
                              const SeedKey& key) {
  if (settings.game->terms(bot.protocol).seats_by_choice) {
    throw Error(fmt::format(
        "check asks questions, and a bot of the {} protocol answers none: try it with arena run",
        bot.protocol));
  }
  const TrialResult trial = try_bot(settings, bot, opponents, {games, false}, key);
  std::optional<TrialResult> again;
  std::optional<TrialResult> spoilt;
  if (trial.forfeits.empty()) {
    again = try_bot(settings, bot, opponents, {1, false}, key);
    if (bot.max_refusals > 0)
      spoilt = try_bot(settings, hurried(bot, trial), opponents, {1, true}, key);
  }
  CheckReport report;
  report.add(start_finding(trial, bot));
  report.add(flush_finding(trial, bot));
  report.add(games_finding(trial, bot));
  report.add(protocol_finding(trial, bot, *settings.game));
  report.add(answers_finding(trial, bot));
  report.add(early_finding(trial));
  report.add(twice_finding(trial));
  report.add(line_ends_finding(trial));
  report.add(speed_finding(trial, bot));
  report.add(repeats_finding(trial, again ? &*again : nullptr));
  report.add(refusal_finding(spoilt ? &*spoilt : nullptr, bot));
  report.add(end_finding(trial, bot));
  report.add(memory_finding(trial, bot));
  report.add(processes_finding(trial, settings.sandbox != nullptr));
  return report;
}

json::object report_json(const CheckReport& report, const Entrant& bot,
                         const SeriesSettings& settings, int games, const RootSeed& seed) {
  const int failed = report.count(Verdict::failed);
  return {{"bot", bot.name},
          {"game", settings.game->info.name},
          {"protocol", settings.game->terms(bot.protocol).name},
          {"games", games},
          {"seed", seed_text(seed)},
          {"ready", failed == 0},
          {"failed", failed},
          {"notes", report.count(Verdict::note)},
          {"checks", report.to_json()}};
}

}  // namespace arena
