// Series of Lost Cities for the rows, played in this process by the code of `arena run`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/game/games.hpp"
#include "arena/series/play/run.hpp"
#include "bench/bare.hpp"

namespace arena::bench {

/// The player of both seats.
Entrant process_entrant(const std::vector<std::string>& program);
Entrant builtin_entrant(const std::string& name);

struct SeriesSize {
  int matches = 1;
  int max_turns = 400;
  int jobs = 1;
};

class LostCitiesSeries {
 public:
  LostCitiesSeries();

  /// Plays. Throws if a player forfeits. The number of questions is the number of recorded moves.
  [[nodiscard]] Cost play(const Entrant& entrant, SeriesSize size,
                          const std::function<void(const PlayedMatch&)>& on_match = {}) const;

  /// The questions to the bots of a match, in order, each as one text with the messages before it.
  [[nodiscard]] std::vector<Question> questions(const Entrant& entrant, int max_turns) const;

  [[nodiscard]] const AnyGame& game() const { return game_; }

 private:
  Games games_;
  const AnyGame& game_;
};

}  // namespace arena::bench
