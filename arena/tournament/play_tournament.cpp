#include "arena/tournament/play_tournament.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "arena/process/sandbox/proof.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/series/entrants/start_trial.hpp"
#include "arena/series/play/batch.hpp"
#include "arena/tournament/pairing_matches.hpp"
#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/tournament/stored/stored_progress.hpp"

namespace arena {

namespace {

/// An entrant that has left, or comes later, only keeps its number.
class AbsentEntrant final : public EntrantKind {
 public:
  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& /*room*/,
                                            const SeatInMatch& /*seat*/) const override {
    throw std::logic_error(fmt::format("{} does not take part now", entrant.name));
    co_return Occupant();
  }
};

class TournamentRun {
 public:
  TournamentRun(const TournamentPlan& plan, Store& store, const TournamentHooks& hooks)
      : plan_(plan),
        info_(plan.settings.game->info),
        store_(store),
        hooks_(hooks),
        source_(info_.sides_of(plan.seats), !info_.seats_are_alike, SeedKey(plan.seed),
                has_same_deals(store.tournament())),
        progress_(store, *plan.settings.game, source_.tables()) {
    plan_.settings.record_times = true;
    if (!plan_.play || hooks_.ends_early) spawner_.emplace();
    if (!plan_.play) {
      plan_.play = [this](const Batch& batch, const BatchHooks& batch_hooks, BatchResults& results,
                          const std::stop_token& stop) {
        play_here(batch, *spawner_, batch_hooks, results, stop);
      };
    }
  }

  TournamentResults run() {
    check_rules(store_.tournament(), info_);
    if (spawner_) prove(plan_.settings.sandbox, *spawner_);
    try {
      while (!hooks_.stop.stop_requested() && begin_batch()) {
        if (hooks_.ends_early && store_.matches() == 0) try_starts();
        play_batch();
      }
    } catch (...) {
      results_.failure = std::current_exception();
    }
    return std::move(results_);
  }

 private:
  /// What is left of the last batch, or else the next one that the format wants. False at the end.
  bool begin_batch() {
    hooks_.before_batch();
    do {
      entrants_ = store_.entrants();
      progress_.set_entrants(entrants_);
      add_to_source();
      if (source_.matches() > store_.matches()) break;
      const std::vector<Pairing> next = plan_.format.next(progress_.view());
      results_.is_over = next.empty();
      if (next.empty()) {
        if (!plan_.is_open) store_.reveal_seed();
        return false;
      }
      // If an entrant was added or withdrawn meanwhile, the format decides again.
      if (store_.add(to_stored(next), entrants_)) {
        progress_.add(next);
        add_to_source();
      }
    } while (source_.matches() == store_.matches());
    make_players();
    return true;
  }

  [[nodiscard]] std::vector<StoredPairing> to_stored(const std::vector<Pairing>& pairings) const {
    std::vector<StoredPairing> rows;
    for (const Pairing& pairing : pairings) rows.push_back(progress_.to_stored(pairing));
    return rows;
  }

  void add_to_source() {
    for (const PlayedPairing& known : progress_.view().played.subspan(source_.pairings().size()))
      source_.add(known.pairing);
  }

  /// One player for each seat of a side.
  void make_players() {
    const int batch = source_.pairings().back().batch;
    const auto seats = static_cast<std::size_t>(source_.sides().size());
    players_.clear();
    ids_.clear();
    for (const StoredEntrant& stored : entrants_) {
      std::vector<Entrant> bots(1);
      bots.front().name = stored.name;
      bots.front().kind = std::make_shared<AbsentEntrant>();
      if (stored.stays.include(batch)) bots = plan_.make_bots(stored);
      for (std::size_t seat = 0; seat < seats; ++seat) players_.push_back(bots[seat % bots.size()]);
      ids_.insert(ids_.end(), seats, stored.id);
    }
    if (spawner_) count_time(plan_.settings, players_);
    hooks_.batch(players_);
  }

  /// A broken script ends within a fraction of a second; other bots wait for a question.
  void try_starts() {
    constexpr std::chrono::seconds time{1};
    StartTrial trial(plan_.settings, *spawner_);
    const std::stop_callback stop(hooks_.stop, [&trial] { trial.interrupt(); });
    for (const std::string& why : trial.early_ends(players_, time)) hooks_.ends_early(why);
  }

  void play_batch() {
    MatchNumbers numbers;
    numbers.add({store_.matches(), source_.matches() - 1});
    const Batch batch{plan_.settings, players_, source_, numbers, plan_.jobs, false, false, false};
    BatchResults results;
    const BatchHooks hooks{[this](const PlayedMatch& match) { take(match); }};
    plan_.play(batch, hooks, results, hooks_.stop);
    results_.late_faults.insert(results_.late_faults.end(), results.late_faults.begin(),
                                results.late_faults.end());
    results_.host.overhead.add(results.host.overhead);
  }

  void take(const PlayedMatch& match) {
    // After a stop: an earlier match is missing, so this one is played again.
    if (match.number != store_.matches()) return;
    StoredMatch stored = arena::to_stored(match, ids_, source_.sides(), info_.more_is_better);
    const Pairing& pairing = source_.pairings()[source_.pairing_of(match.number)];
    const int deal = source_.deal_of(match.number);
    stored.pairing = pairing.number;
    stored.deal = deal - pairing.first_deal;
    stored.seed = *match.record.seed;
    stored.table = match.number % source_.tables();
    if (plan_.record_times) stored.record = to_line(match.record);
    store_.add(stored, progress_.add(stored));
    hooks_.stored(match, stored, source_.matches());
  }

  TournamentPlan plan_;
  const GameInfo& info_;
  Store& store_;
  const TournamentHooks& hooks_;
  PairingMatches source_;
  StoredProgress progress_;
  std::optional<Spawner> spawner_;  // for bots of this process
  std::vector<StoredEntrant> entrants_;
  std::vector<Entrant> players_;
  std::vector<int> ids_;  // of the entrants, by player
  TournamentResults results_;
};

}  // namespace

TournamentResults play_tournament(const TournamentPlan& plan, Store& store,
                                  const TournamentHooks& hooks) {
  return TournamentRun(plan, store, hooks).run();
}

}  // namespace arena
