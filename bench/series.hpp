// Series of Lost Cities for the rows: played in this process by what `arena run` plays them with.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/game/games.hpp"
#include "arena/series/run.hpp"
#include "bench/bare.hpp"

namespace arena::bench {

/// Who plays: both seats the same.
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

  /// Plays, and throws if anybody forfeits. Questions are counted by the moves of the records.
  [[nodiscard]] Cost play(const Entrant& entrant, SeriesSize size,
                          const std::function<void(const PlayedMatch&)>& on_match = {}) const;

  /// What the bots of a match were asked, in its order, each question as one text with all that is
  /// told before it.
  [[nodiscard]] std::vector<Question> questions(const Entrant& entrant, int max_turns) const;

  [[nodiscard]] const AnyGame& game() const { return game_; }

 private:
  Games games_;
  const AnyGame& game_;
};

}  // namespace arena::bench
