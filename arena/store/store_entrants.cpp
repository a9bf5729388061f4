// The entrants, the pairings, and the runs of a store of runs.
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "arena/config/player_spec.hpp"
#include "arena/core/seat.hpp"
#include "arena/store/store_parts.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace {

/// So that the number of a match is an int.
constexpr std::int64_t most_deals = std::numeric_limits<int>::max() / most_seats;

bool is_same_bot(const StoredEntrant& a, const StoredEntrant& b) {
  return a.name == b.name && a.files_hash == b.files_hash && is_same_player(a.player, b.player);
}

/// How many take part at once, in the batch with most of them.
std::ptrdiff_t most_at_once(const std::vector<StoredEntrant>& entrants) {
  std::map<int, std::ptrdiff_t> changes;  // by batch
  for (const StoredEntrant& entrant : entrants) {
    for (const Stay& stay : entrant.stays.all) {
      ++changes[stay.since];
      if (stay.until) --changes[*stay.until];
    }
  }
  std::ptrdiff_t most = 0;
  std::ptrdiff_t now = 0;
  for (const auto& [batch, change] : changes) most = std::max(most, now += change);
  return most;
}

}  // namespace

void Store::Parts::check_can_come(const std::string& name) {
  if (sql.first<int>("SELECT count(*) FROM stay WHERE until IS NULL") >= most_entrants)
    throw Error(fmt::format("a store has room for {} entrants at once", most_entrants));
  if (sql.first<int>("SELECT count(*) FROM entrant e JOIN stay s ON s.entrant = e.id "
                     "WHERE e.name = ? AND s.until IS NULL",
                     name) > 0)
    throw Error(fmt::format("there is an entrant named \"{}\" already", name));
}

void Store::Parts::add_entrant(const StoredEntrant& entrant, int batch) {
  check_can_come(entrant.name);
  sql.run(
      "INSERT INTO entrant (name, player, files_hash, challenger, seed_rating, "
      "at_start) VALUES (?, ?, ?, ?, ?, ?)",
      entrant.name, json::serialize(entrant.player), entrant.files_hash,
      static_cast<int>(entrant.challenger), entrant.seed_rating,
      static_cast<int>(entrant.at_start));
  sql.run("INSERT INTO stay VALUES (last_insert_rowid(), ?, NULL)", batch);
}

void Store::Parts::bring_in(const StoredEntrant& entrant, int batch) {
  const std::vector<StoredEntrant> namesakes = entrants(entrant.name);
  const auto earlier = std::ranges::find_if(namesakes, [&entrant](const StoredEntrant& one) {
    return one.stays.has_left() && is_same_bot(one, entrant);
  });
  if (earlier == namesakes.end()) return add_entrant(entrant, batch);
  check_can_come(entrant.name);
  if (earlier->stays.all.back().until == batch)  // it has missed none
    sql.run("UPDATE stay SET until = NULL WHERE entrant = ? AND until = ?", earlier->id, batch);
  else
    sql.run("INSERT INTO stay VALUES (?, ?, NULL)", earlier->id, batch);
}

void Store::Parts::end_stay(int entrant, int batch) {
  sql.run("UPDATE stay SET until = ? WHERE entrant = ? AND until IS NULL", batch, entrant);
}

void Store::Parts::add_pairing(const StoredPairing& pairing) {
  sql.run("INSERT INTO pairing VALUES (?, ?, ?, ?)", pairing.number, pairing.batch, pairing.label,
          pairing.deals);
  int player = 0;
  for (const int entrant : pairing.entrants)
    sql.run("INSERT INTO pairing_entrant VALUES (?, ?, ?)", pairing.number, player++, entrant);
}

int Store::Parts::next_batch() {
  return sql.first<int>("SELECT coalesce(max(batch) + 1, 0) FROM pairing");
}

std::vector<StoredEntrant> Store::Parts::entrants(const std::optional<std::string>& name) {
  std::vector<StoredEntrant> entrants;
  SQLite::Statement row(
      sql.connection(),
      fmt::format(
          "SELECT e.id, e.name, e.player, e.files_hash, e.challenger, e.seed_rating, e.at_start, "
          "s.since, s.until FROM entrant e LEFT JOIN stay s ON s.entrant = e.id {} "
          "ORDER BY e.id, s.since",
          name ? "WHERE e.name = ?" : ""));
  if (name) row.bind(1, *name);
  while (row.executeStep()) {
    must(!row.isColumnNull(7), "an entrant takes part in no batch");
    Stay stay{row.getColumn(7).getInt(), std::nullopt};
    if (!row.isColumnNull(8)) stay.until = row.getColumn(8).getInt();
    if (stay.since > last_batch) continue;
    must(!stay.until || stay.since <= *stay.until, "a stay ends before it begins");
    if (stay.until > last_batch) stay.until.reset();
    if (!entrants.empty() && entrants.back().id == row.getColumn(0).getInt()) {
      std::vector<Stay>& stays = entrants.back().stays.all;
      must(stays.back().until <= stay.since && stays.back().until, "two stays at once");
      stays.push_back(stay);
      continue;
    }
    StoredEntrant entrant;
    entrant.stays.all = {stay};
    entrant.id = row.getColumn(0).getInt();
    entrant.name = row.getColumn(1).getString();
    must(!entrant.name.empty() && entrant.name == escaped(entrant.name),
         fmt::format("the name {}", in_quotes(entrant.name)));
    entrant.player = object(row.getColumn(2).getString());
    entrant.files_hash = row.getColumn(3).getString();
    entrant.challenger = row.getColumn(4).getInt() != 0;
    entrant.seed_rating = row.getColumn(5).getDouble();
    entrant.at_start = row.getColumn(6).getInt() != 0;
    entrants.push_back(std::move(entrant));
  }
  must(most_at_once(entrants) <= most_entrants, "it has too many entrants at once");
  return entrants;
}

StoredEntrant Store::Parts::need(const std::string& name) {
  for (StoredEntrant& one : entrants(name)) {
    if (!one.stays.has_left()) return std::move(one);
  }
  throw Error(fmt::format("there is no entrant named \"{}\", or it has left", name));
}

std::vector<StoredEntrant> Store::entrants() const { return parts_->entrants(); }

int Store::newest_entrant() const {
  return parts_->sql.first<int>("SELECT coalesce(max(id), 0) FROM entrant");
}

int Store::next_batch() const { return parts_->next_batch(); }

void Store::add(StoredEntrant entrant) {
  parts_->transact([&] {
    entrant.at_start = false;
    parts_->bring_in(entrant, parts_->next_batch());
  });
}

void Store::withdraw(const std::string& name) {
  parts_->transact([&] { parts_->end_stay(parts_->need(name).id, parts_->next_batch()); });
}

void Store::replace(StoredEntrant entrant) {
  parts_->transact([&] {
    const StoredEntrant now = parts_->need(entrant.name);
    if (is_same_bot(now, entrant))
      throw Error(fmt::format("{} plays with this bot already", entrant.name));
    entrant.at_start = false;
    entrant.challenger = now.challenger;
    entrant.seed_rating = now.seed_rating;
    const int batch = parts_->next_batch();
    parts_->end_stay(now.id, batch);
    parts_->bring_in(entrant, batch);
  });
}

std::vector<StoredPairing> Store::pairings() const {
  std::vector<StoredPairing> pairings;
  // One statement, because another process may write between two.
  SQLite::Statement row(parts_->sql.connection(),
                        "SELECT p.number, p.batch, p.label, p.deals, e.entrant FROM pairing p "
                        "LEFT JOIN pairing_entrant e ON e.pairing = p.number "
                        "ORDER BY p.number, e.player");
  std::int64_t deals = 0;
  while (row.executeStep()) {
    const int number = row.getColumn(0).getInt();
    if (pairings.empty() || pairings.back().number != number) {
      pairings.push_back({number,
                          row.getColumn(1).getInt(),
                          row.getColumn(2).getString(),
                          {},
                          row.getColumn(3).getInt()});
      deals += pairings.back().deals;
    }
    const StoredPairing& pairing = pairings.back();
    const int batch = pairings.size() > 1 ? pairings[pairings.size() - 2].batch : 0;
    parts_->must(number == static_cast<int>(pairings.size()) - 1 && pairing.batch - batch >= 0 &&
                     pairing.batch - batch <= 1 && pairing.deals >= 0 && deals <= most_deals,
                 fmt::format("pairing {}", number + 1));
    parts_->must(!row.isColumnNull(4), "a pairing has no entrants");
    pairings.back().entrants.push_back(row.getColumn(4).getInt());
  }
  const std::set<int> ids = parts_->ids();  // last: no entrant is ever removed
  for (const StoredPairing& pairing : pairings) {
    parts_->must(std::ranges::all_of(pairing.entrants, [&](int id) { return ids.contains(id); }),
                 fmt::format("pairing {}", pairing.number + 1));
  }
  return pairings;
}

bool Store::add(const std::vector<StoredPairing>& pairings,
                const std::vector<StoredEntrant>& decided_for) {
  bool holds = false;
  parts_->transact([&] {
    holds = entrants() == decided_for;
    if (!holds) return;
    for (const StoredPairing& pairing : pairings) parts_->add_pairing(pairing);
  });
  return holds;
}

std::vector<StoredRun> Store::runs() const {
  std::vector<StoredRun> runs;
  SQLite::Statement row(parts_->sql.connection(),
                        "SELECT pairing, seed, command FROM run ORDER BY pairing");
  while (row.executeStep()) {
    runs.push_back(
        {row.getColumn(0).getInt(), row.getColumn(1).getString(), row.getColumn(2).getString()});
  }
  return runs;
}

int Store::begin_run(StoredRun run, int deals, const std::vector<StoredEntrant>& players) {
  parts_->transact([&] {
    end_runs();
    run.pairing = parts_->next_batch();
    StoredPairing pairing{
        run.pairing, run.pairing, fmt::format("run {}", run.pairing + 1), {}, deals};
    for (StoredEntrant player : players) {
      if (player.id == 0) {
        player.at_start = false;
        parts_->add_entrant(player, run.pairing);
        player.id = static_cast<int>(parts_->sql.last_id());
      }
      pairing.entrants.push_back(player.id);
    }
    parts_->add_pairing(pairing);
    parts_->sql.run("INSERT INTO run VALUES (?, ?, ?)", run.pairing, run.seed, run.command);
  });
  return run.pairing;
}

void Store::end_runs() {
  SQLite::Database& database = parts_->sql.connection();
  database.exec(
      "UPDATE pairing SET deals = (SELECT count(*) FROM deal WHERE pairing = pairing.number)");
  database.exec("DELETE FROM run WHERE pairing NOT IN (SELECT pairing FROM deal)");
  database.exec("DELETE FROM pairing_entrant WHERE pairing NOT IN (SELECT pairing FROM deal)");
  database.exec("DELETE FROM pairing WHERE deals = 0");
}

}  // namespace arena
