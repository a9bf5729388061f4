#include "arena/contest/phases/phase_reader.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>

#include "arena/rating/misfits.hpp"
#include "arena/tournament/standings.hpp"
#include "arena/tournament/stored/complete_deals.hpp"
#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/error.hpp"

namespace arena::contest {

namespace {

constexpr int most_rows = 1000;
/// Such as a store that cannot be read.
constexpr std::chrono::seconds after_failure{5};

}  // namespace

struct PhaseReader::Reading {
  Reading(const Phase& phase, Access access)
      : store(phase.store(), access),
        complete_deals(store.tournament(), phase.contest.game().info) {
    learn(phase);
  }

  /// Entrants may have come.
  void learn(const Phase& phase) {
    const int newest = store.newest_entrant();
    if (!entrants.empty() && entrants.rbegin()->first == newest) return;
    for (const StoredEntrant& entrant : store.entrants()) {
      if (entrants.contains(entrant.id)) continue;
      const VersionId id = version_of(phase.bots, entrant);
      const auto version = id == 0 ? std::nullopt : phase.bots.version(id);
      const auto bot = version ? phase.bots.find(version->bot) : std::nullopt;
      Known& known = entrants[entrant.id] = {entrant.name, bot ? bot->author : ""};
      if (!version || is_copy(entrant)) continue;
      known.number = version->number;
      known.version = id;
    }
  }
  /// Pairings never change: they are read again only for a new one.
  const std::string& label(int pairing) {
    if (!labels.contains(pairing)) {
      for (const StoredPairing& one : store.pairings()) labels[one.number] = one.label;
    }
    return labels[pairing];
  }
  /// How many matches may be read. Those of a deal that is not over tell bots what is in the hands
  /// that they do not see.
  int readable() { return complete_deals.matches(store); }
  std::vector<StoredMatch> find(MatchQuery query) {
    query.before = std::min(query.before.value_or(std::numeric_limits<int>::max()), readable());
    return store.find(query);
  }
  std::vector<int> ids_of(const std::string& name) const {
    std::vector<int> ids;
    for (const auto& [id, known] : entrants) {
      if (known.name == name) ids.push_back(id);
    }
    return ids;
  }

  struct Known {
    std::string name;
    std::string author{};   // for admins; empty: a bot of the house
    int number = 0;         // of the version
    VersionId version = 0;  // of an author who may see it
  };
  Store store;
  CompleteDeals complete_deals;
  std::map<int, Known> entrants;
  std::map<int, std::string> labels;  // of pairings
};

namespace {

/// Reads the row of a match. `reading` knows its entrants.
template <class Reading>
MatchRow row_of(Reading& reading, const StoredMatch& match) {
  MatchRow row;
  row.number = match.number;
  row.stored_at = reading.store.stored_at(match.number);
  row.label = reading.label(match.pairing);
  const std::vector<int> scores = shown_scores(reading.store, match);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const StoredSeat& seat = match.seats[i];
    const auto& known = reading.entrants[seat.entrant];
    row.seats.push_back({known.name, known.number, scores[i], seat.place, seat.fault,
                         seat.questions, seat.thinking_us, seat.slowest_us});
  }
  return row;
}

/// Those without a place come last. `entrants`: by id.
template <class Entrants>
std::vector<StandingRow> rows_of(const Standings& standings, const Entrants& entrants) {
  std::vector<StandingRow> rows;
  std::vector<StandingRow> others;
  for (const EntrantStanding& entrant : standings.entrants) {
    if (!entrant.is_active && entrant.sums.deals == 0) continue;
    const auto& known = entrants.at(entrant.id);
    StandingRow row{entrant, 0, known.number};
    row.name = known.name;
    const bool has_place = entrant.is_active && !entrant.is_catching_up;
    if (has_place) row.place = static_cast<int>(rows.size()) + 1;
    (has_place ? rows : others).push_back(std::move(row));
  }
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

/// Of authors' bots. All versions of a bot are one, however often its author changes it.
template <class Entrants>
std::vector<MisfitRow> misfits_of(const Standings& standings, const Entrants& entrants,
                                  const MisfitSettings& settings) {
  std::vector<int> player_of;
  std::map<std::string, int> numbers;
  std::vector<MisfitRow::Who> players;
  for (const EntrantStanding& entrant : standings.entrants) {
    player_of.push_back(-1);
    const auto& known = entrants.at(entrant.id);
    if (known.author.empty()) continue;
    const auto [found, is_new] = numbers.try_emplace(known.name, static_cast<int>(players.size()));
    if (is_new) players.push_back({known.name, known.author});
    player_of.back() = found->second;
  }
  std::vector<MisfitRow> rows;
  for (const Misfit& one : misfits(standings.totals, player_of, settings)) {
    if (rows.size() == most_misfits) break;
    rows.push_back({players[static_cast<std::size_t>(one.a)],
                    players[static_cast<std::size_t>(one.b)], one.deals, one.share, one.expected,
                    one.surplus});
  }
  return rows;
}

PutAside read_put_aside(const std::string& path) {
  try {
    const Store store(path, Access::read);
    return {store.tournament().commitment, store.head().value_or(""), store.matches()};
  } catch (const std::exception&) {  // it is shown that there was one
    return {};
  }
}

/// Before anything is read of the phase's store.
std::shared_ptr<const PhaseSnapshot> first_snapshot(const Phase& phase) {
  auto snapshot = std::make_shared<PhaseSnapshot>();
  for (const int number : phase.folder.put_aside(phase.key()))
    snapshot->put_aside.push_back(read_put_aside(phase.folder.put_aside(phase.key(), number)));
  return snapshot;
}

}  // namespace

PhaseReader::PhaseReader(Phase phase, const Games& games)
    : phase_(phase), games_(games), snapshot_(first_snapshot(phase_)) {}

std::shared_ptr<const PhaseSnapshot> PhaseReader::snapshot() const {
  const std::lock_guard lock(snapshot_mutex_);
  return snapshot_;
}

bool PhaseReader::refresh(Moment now, PhaseState state, const std::string& problem,
                          const std::stop_token& stop) {
  set_problem(problem);  // first: there may be one because the store cannot be read
  const Before before = state_before();
  const PhaseSnapshot& last = *before.snapshot;
  const bool is_hidden = phase_.spec.is_final && state != PhaseState::over;
  const TimePoint started = Clock::now();
  const bool is_final = last.state == PhaseState::over && last.seed.has_value();
  // A phase that has ended never shows the standings of a moment before its end.
  const bool is_due = !is_final && (started >= next_ || state != last.state) &&
                      std::filesystem::exists(phase_.store());
  if (!is_due && state == last.state && is_hidden == last.is_hidden) return false;
  auto next = std::make_shared<PhaseSnapshot>(last);
  next->state = state;
  next->is_hidden = is_hidden;
  auto seen = before.seen;
  bool has_changed = false;
  if (is_due) {
    next_ = started + after_failure;
    Reading reading(phase_, Access::snapshot);
    const StoredTournament tournament = reading.store.tournament();
    std::vector<StoredEntrant> entrants = reading.store.entrants();
    has_changed = !last.at || tournament.commitment != last.commitment ||
                  reading.store.matches() != last.matches || tournament.seed != last.seed ||
                  entrants != *seen;
    if (has_changed) {
      next->commitment = tournament.commitment;
      next->head = reading.store.head().value_or("");
      next->matches = reading.store.matches();
      // The store has it a moment before the phase is over.
      if (state == PhaseState::over) {
        next->seed = tournament.seed;
        next->extent = extent_of(reading.store, phase_.contest.game());
      }
      const Standings standings = standings_of(reading.store, phase_.contest.game(), {}, stop);
      next->rows = rows_of(standings, reading.entrants);
      const GivenDeals deals = given_deals(tournament);
      const int distinct = deals ? static_cast<int>(deals->size()) : 0;
      next->misfits =
          misfits_of(standings, reading.entrants, {.distinct_deals = distinct, .stop = stop});
      next->result = format_result(reading.store, games_);
      next->at = now;
      seen = std::make_shared<const std::vector<StoredEntrant>>(std::move(entrants));
    }
    const TimePoint done = Clock::now();
    next_ = done + 9 * (done - started);
  }
  const std::lock_guard lock(snapshot_mutex_);
  if (before.forgotten != forgotten_) return false;  // these are the standings of the earlier store
  snapshot_ = std::move(next);
  seen_ = std::move(seen);
  return has_changed;
}

void PhaseReader::set_problem(const std::string& problem) {
  const std::lock_guard lock(snapshot_mutex_);
  if (snapshot_->problem == problem) return;
  auto next = std::make_shared<PhaseSnapshot>(*snapshot_);
  next->problem = problem;
  snapshot_ = std::move(next);
}

PhaseReader::Before PhaseReader::state_before() const {
  const std::lock_guard lock(snapshot_mutex_);
  return {snapshot_, seen_, forgotten_};
}

void PhaseReader::forget() {
  {
    const std::lock_guard lock(reading_mutex_);
    reading_.reset();
  }
  auto first = first_snapshot(phase_);
  const std::lock_guard lock(snapshot_mutex_);
  snapshot_ = std::move(first);
  seen_ = std::make_shared<const std::vector<StoredEntrant>>();
  ++forgotten_;
}

template <class Result, class Use>
Result PhaseReader::read(Use use) {
  const std::lock_guard lock(reading_mutex_);
  if (!reading_) {
    if (!std::filesystem::exists(phase_.store())) return {};
    reading_ = std::make_shared<Reading>(phase_, Access::read);
  }
  reading_->learn(phase_);
  return use(*reading_);
}

std::vector<MatchRow> PhaseReader::matches(const MatchFilter& filter) {
  return read<std::vector<MatchRow>>([&](Reading& reading) {
    std::vector<MatchRow> rows;
    MatchQuery query;
    query.only_forfeits = filter.only_forfeits;
    query.count = std::clamp(filter.count, 0, most_rows);
    if (filter.before > 0) query.before = filter.before;
    if (!filter.bot.empty()) {
      query.entrants = reading.ids_of(filter.bot);
      if (query.entrants.empty()) return rows;
    }
    for (const StoredMatch& match : reading.find(query)) rows.push_back(row_of(reading, match));
    return rows;
  });
}

std::vector<MatchRow> PhaseReader::matches_since(int first, int count) {
  return read<std::vector<MatchRow>>([&](Reading& reading) {
    MatchQuery query;
    query.first = first;
    query.count = std::clamp(count, 0, most_rows);
    query.newest_first = false;
    std::vector<MatchRow> rows;
    for (const StoredMatch& match : reading.find(query)) rows.push_back(row_of(reading, match));
    return rows;
  });
}

std::optional<MatchRow> PhaseReader::match(int number) {
  if (number < 0 || number == std::numeric_limits<int>::max()) return std::nullopt;
  std::vector<MatchRow> rows = matches_since(number, 1);
  if (rows.empty() || rows.front().number != number) return std::nullopt;
  return std::move(rows.front());
}

std::optional<std::string> PhaseReader::record(int match) {
  return read<std::optional<std::string>>([&](Reading& reading) -> std::optional<std::string> {
    if (match < 0 || match >= reading.readable()) return std::nullopt;
    return reading.store.record(match);
  });
}

std::vector<FaultRow> PhaseReader::faults(const std::string& bot, int count) {
  return read<std::vector<FaultRow>>([&](Reading& reading) {
    std::vector<FaultRow> rows;
    MatchQuery query;
    query.entrants = reading.ids_of(bot);
    query.only_forfeits = true;
    query.count = std::clamp(count, 0, most_rows);
    if (query.entrants.empty()) return rows;
    for (const StoredMatch& match : reading.find(query)) {
      for (const StoredSeat& seat : match.seats) {
        if (reading.entrants[seat.entrant].name == bot && !seat.fault.empty())
          rows.push_back({match.number, seat.fault, seat.detail});
      }
    }
    return rows;
  });
}

VersionId PhaseReader::version_at(int match, int seat) {
  if (match < 0 || match == std::numeric_limits<int>::max()) return 0;
  return read<VersionId>([&](Reading& reading) -> VersionId {
    MatchQuery query;
    query.first = match;
    query.before = match + 1;
    const std::vector<StoredMatch> found = reading.find(query);
    if (found.empty() || seat < 0 || seat >= static_cast<int>(found.front().seats.size())) return 0;
    return reading.entrants[found.front().seats[static_cast<std::size_t>(seat)].entrant].version;
  });
}

}  // namespace arena::contest
