#include "bench/series.hpp"

#include <exception>
#include <memory>
#include <stdexcept>

#include "arena/series/entrants/entrants.hpp"
#include "bench/bench.hpp"

namespace arena::bench {

namespace {

SeriesPlan make_plan(const AnyGame& game, const Entrant& entrant, SeriesSize size) {
  SeriesPlan plan;
  plan.settings.game = &game;
  plan.settings.options = game.options.check({{"max_turns", size.max_turns}});
  plan.entrants.assign(2, entrant);
  plan.schedule = Schedule(2, size.matches, false, SeedKey(1));
  plan.matches = MatchNumbers::up_to(size.matches);
  plan.jobs = size.jobs;
  return plan;
}

}  // namespace

Entrant process_entrant(const std::vector<std::string>& program) {
  Entrant entrant;
  entrant.name = program.front();
  entrant.kind = std::make_shared<ProcessEntrant>(BotProcess{program, program});
  return entrant;
}

Entrant builtin_entrant(const std::string& name) {
  Entrant entrant;
  entrant.name = name;
  entrant.kind = std::make_shared<BuiltinEntrant>(name);
  return entrant;
}

LostCitiesSeries::LostCitiesSeries()
    : games_(all_games()), game_(find_game(games_, "lost_cities")) {}

Cost LostCitiesSeries::play(const Entrant& entrant, SeriesSize size,
                            const std::function<void(const PlayedMatch&)>& on_match) const {
  double questions = 0;
  double cpu = 0;
  bool forfeited = false;
  SeriesHooks hooks;
  hooks.ready = [&cpu] { cpu = own_cpu_seconds(); };
  hooks.record = [&](const PlayedMatch& match) {
    questions += static_cast<double>(match.record.moves.size());
    forfeited = forfeited || !match.record.forfeits.empty();
    if (on_match) on_match(match);
  };
  const SeriesResults results = run(make_plan(game_, entrant, size), hooks);
  if (results.failure) std::rethrow_exception(results.failure);
  Cost cost;
  cost.seconds = results.seconds;
  cost.cpu = own_cpu_seconds() - cpu;
  cost.questions = questions;
  if (forfeited) throw std::runtime_error("a bot of the benchmarks forfeited");
  return cost;
}

std::vector<Question> LostCitiesSeries::questions(const Entrant& entrant, int max_turns) const {
  constexpr std::string_view end_of_question = "?\n";
  std::vector<Question> list;
  static_cast<void>(play(entrant, {1, max_turns, 1}, [&](const PlayedMatch& match) {
    const Replayed replayed = game_.matches.replay(match.record, {});
    std::vector<std::size_t> told(replayed.transcripts.size());
    for (const RecordedMove& move : match.record.moves) {
      const auto seat = static_cast<std::size_t>(move.seat);
      const std::string& transcript = replayed.transcripts[seat];
      const std::size_t end = transcript.find(end_of_question, told[seat]) + end_of_question.size();
      list.push_back({seat, transcript.substr(told[seat], end - told[seat])});
      told[seat] = end;
    }
  }));
  return list;
}

}  // namespace arena::bench
