// Knockout and double knockout. A tie is played in blocks of deals until one of the two has the
// larger share after a block. After the last block, the larger margin decides, then the better
// seed. A withdrawn entrant loses its next tie without play. The bracket is drawn when the
// tournament begins: later entrants are not admitted.
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/core/rng.hpp"
#include "arena/tournament/formats/format_bracket.hpp"
#include "arena/tournament/formats/format_kinds.hpp"
#include "arena/tournament/formats/format_score.hpp"
#include "arena/tournament/formats/format_tables.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

constexpr int no_entrant = -1;

/// The entrants from the best seed to the last.
std::vector<int> seeded(const FormatSettings& settings, std::span<const FormatEntrant> entrants) {
  std::vector<int> seeds = known_entrants(entrants, 0);
  const auto rating = [&](int entrant) {
    return entrants[static_cast<std::size_t>(entrant)].seed_rating;
  };
  if (settings.seeding == Seeding::ratings) std::ranges::stable_sort(seeds, std::greater(), rating);
  if (settings.seeding == Seeding::lot) Rng(settings.lot).shuffle(seeds);
  return seeds;
}

struct Tie {
  std::optional<std::array<int, 2>> entrants;  // no value: not known yet
  std::array<double, 2> shares{};
  std::array<double, 2> margins{};
  int blocks = 0;
  std::optional<std::size_t> winner;  // which of the two
  TieReason reason = TieReason::score;

  [[nodiscard]] int winning() const { return (*entrants)[*winner]; }
  [[nodiscard]] int losing() const { return (*entrants)[1 - *winner]; }
  [[nodiscard]] bool is_open() const { return entrants && !winner; }
};

/// A tournament, played again from its results.
class Bracket {
 public:
  Bracket(const FormatSettings& settings, const TournamentProgress& progress)
      : settings_(settings), progress_(progress), seeds_(seeded(settings, progress.entrants)) {
    const int count = static_cast<int>(seeds_.size());
    if (count >= 2)
      plan_ = settings.kind == FormatKind::knockout ? single_bracket(count) : double_bracket(count);
    ties_.resize(plan_.size());
    for (std::size_t at = 0; at < progress.played.size();)
      at = play(progress.played[at].pairing.batch, at);
    settle(next_batch(progress));
  }

  /// The ties that wait for their next block.
  [[nodiscard]] std::vector<std::size_t> open() const {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < ties_.size(); ++i) {
      if (ties_[i].is_open()) open.push_back(i);
    }
    return open;
  }
  [[nodiscard]] const Tie& tie(std::size_t index) const { return ties_[index]; }
  [[nodiscard]] const std::string& name(std::size_t index) const { return plan_[index].name; }

  /// Those between two entrants.
  [[nodiscard]] std::vector<TieDecision> decisions() const {
    std::vector<TieDecision> decisions;
    for (std::size_t i = 0; i < ties_.size(); ++i) {
      const Tie& tie = ties_[i];
      if (!tie.winner || tie.losing() == no_entrant || is_needless(i)) continue;
      decisions.push_back({plan_[i].name, tie.winning(), tie.losing(), tie.reason, tie.blocks});
    }
    return decisions;
  }

  /// The score is the stage of the tie that put the entrant out, from 1; entrants that are still in
  /// have the largest.
  [[nodiscard]] std::vector<RankedEntrant> ranking() const {
    int best = 0;
    for (const BracketTie& tie : plan_) best = std::max(best, tie.stage + 2);
    std::vector<RankedEntrant> ranking;
    for (std::size_t i = 0; i < progress_.entrants.size(); ++i) {
      const int entrant = static_cast<int>(i);
      const bool admitted = std::ranges::find(seeds_, entrant) != seeds_.end();
      ranking.push_back({.entrant = entrant,
                         .score = admitted ? static_cast<double>(best) : 0,
                         .in_the_running = admitted});
    }
    for (std::size_t i = 0; i < ties_.size(); ++i) {
      if (!ties_[i].winner || plan_[i].stage < 0 || ties_[i].losing() == no_entrant) continue;
      ranking[static_cast<std::size_t>(ties_[i].losing())].score = plan_[i].stage + 1;
    }
    sort_and_place(ranking);
    return ranking;
  }

 private:
  /// A batch, from this place in the results. Returns where the next one begins.
  std::size_t play(int batch, std::size_t at) {
    settle(batch);
    const std::vector<std::size_t> open = this->open();
    const auto& played = progress_.played;
    const int first = batch_begin_;
    for (; at < played.size() && played[at].pairing.batch == batch; ++at) {
      const auto index = static_cast<std::size_t>(played[at].pairing.number - first);
      add(ties_[open.at(index)], played[at].result);
    }
    batch_begin_ += static_cast<int>(open.size());
    return at;
  }

  /// Fills in who comes from earlier ties, and decides what needs no play.
  void settle(int batch) {
    for (std::size_t i = 0; i < ties_.size(); ++i) {
      Tie& tie = ties_[i];
      if (!tie.entrants) find_entrants(i);
      if (!tie.is_open()) continue;
      const bool first_plays = plays((*tie.entrants)[0], batch);
      const bool second_plays = plays((*tie.entrants)[1], batch);
      if (is_needless(i))
        decide(tie, 1, TieReason::score);
      else if (!second_plays && (first_plays || (*tie.entrants)[1] == no_entrant))
        decide(tie, 0, TieReason::walkover);
      else if (!first_plays)
        decide(tie, 1, TieReason::walkover);
    }
  }

  /// Whether the winner of the upper bracket has won the grand final: its loser is out without a
  /// second one.
  [[nodiscard]] bool is_needless(std::size_t tie) const {
    return plan_[tie].is_reset && ties_[tie - 1].winner == 0U;
  }

  [[nodiscard]] bool plays(int entrant, int batch) const {
    return entrant != no_entrant &&
           progress_.entrants[static_cast<std::size_t>(entrant)].is_active(batch);
  }

  void find_entrants(std::size_t tie) {
    std::array<int, 2> entrants{};
    for (std::size_t side = 0; side < 2; ++side) {
      const auto& [kind, index] = plan_[tie].sources[side];
      const auto at = static_cast<std::size_t>(index);
      if (kind == TieSource::Kind::seed) {
        entrants[side] = at < seeds_.size() ? seeds_[at] : no_entrant;
        continue;
      }
      const Tie& from = ties_[at];
      if (!from.winner) return;
      entrants[side] = kind == TieSource::Kind::winner ? from.winning() : from.losing();
    }
    ties_[tie].entrants = entrants;
  }

  void add(Tie& tie, const std::optional<PairingResult>& result) {
    if (!result) return;  // settle() gives the tie to the entrant that is still there
    ++tie.blocks;
    for (std::size_t side = 0; side < 2; ++side) {
      tie.shares[side] = without_rounding_errors(tie.shares[side] + result->shares[side]);
      tie.margins[side] = without_rounding_errors(tie.margins[side] + result->margins[side]);
    }
    if (tie.shares[0] != tie.shares[1])
      decide(tie, tie.shares[0] > tie.shares[1] ? 0 : 1, TieReason::score);
    else if (tie.blocks >= settings_.max_blocks && tie.margins[0] != tie.margins[1])
      decide(tie, tie.margins[0] > tie.margins[1] ? 0 : 1, TieReason::margin);
    else if (tie.blocks >= settings_.max_blocks)
      decide(tie, seed((*tie.entrants)[0]) < seed((*tie.entrants)[1]) ? 0 : 1, TieReason::seeding);
  }

  static void decide(Tie& tie, std::size_t winner, TieReason reason) {
    tie.winner = winner;
    tie.reason = reason;
  }

  [[nodiscard]] std::ptrdiff_t seed(int entrant) const {
    return std::ranges::find(seeds_, entrant) - seeds_.begin();
  }

  const FormatSettings& settings_;
  const TournamentProgress& progress_;
  std::vector<int> seeds_;
  std::vector<BracketTie> plan_;
  std::vector<Tie> ties_;  // as in the plan
  int batch_begin_ = 0;    // the number of the batch's first pairing
};

class Knockout final : public Format {
 public:
  explicit Knockout(const FormatSettings& settings) : settings_(settings) {
    if (settings.players != 2)
      throw Error(fmt::format("a knockout tournament needs two players at a table, not {}",
                              settings.players));
  }

  std::vector<RankedEntrant> ranking(const TournamentProgress& progress) const override {
    return Bracket(settings_, progress).ranking();
  }
  std::vector<std::string_view> tie_breaks() const override { return {}; }
  std::vector<TieDecision> decisions(const TournamentProgress& progress) const override {
    return Bracket(settings_, progress).decisions();
  }

 private:
  std::vector<Table> tables(int /*batch*/, const TournamentProgress& earlier) const override {
    const Bracket bracket(settings_, earlier);
    std::vector<Table> tables;
    for (const std::size_t index : bracket.open()) {
      const Tie& tie = bracket.tie(index);
      tables.push_back({{(*tie.entrants)[0], (*tie.entrants)[1]},
                        settings_.deals,
                        fmt::format("{}, block {}", bracket.name(index), tie.blocks + 1)});
    }
    return tables;
  }

  FormatSettings settings_;
};

}  // namespace

std::unique_ptr<Format> make_knockout(const FormatSettings& settings) {
  return std::make_unique<Knockout>(settings);
}

}  // namespace arena
