// The entrants, the pairings, and the runs of a store of runs.
#include <sqlite3.h>

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "arena/core/seat.hpp"
#include "arena/store/store_parts.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"

namespace arena {

namespace {

/// So that the number of a match is an int.
constexpr std::int64_t most_deals = std::numeric_limits<int>::max() / most_seats;

}  // namespace

void Store::Parts::add_entrant(const StoredEntrant& entrant) {
  if (number("SELECT count(*) FROM entrant") >= most_entrants)
    throw Error(fmt::format("a store has room for {} entrants", most_entrants));
  try {
    execute(statement("INSERT INTO entrant (name, player, files_hash, since, challenger, "
                      "seed_rating, at_start) VALUES (?, ?, ?, ?, ?, ?, ?)"),
            entrant.name, json::serialize(entrant.player), entrant.files_hash, entrant.since,
            static_cast<int>(entrant.challenger), entrant.seed_rating,
            static_cast<int>(entrant.at_start));
  } catch (const SQLite::Exception& error) {
    if (error.getExtendedErrorCode() != SQLITE_CONSTRAINT_UNIQUE) throw;
    throw Error(fmt::format("there is an entrant named \"{}\" already", entrant.name));
  }
}

void Store::Parts::add_pairing(const StoredPairing& pairing) {
  execute(statement("INSERT INTO pairing VALUES (?, ?, ?, ?)"), pairing.number, pairing.batch,
          pairing.label, pairing.deals);
  int player = 0;
  for (const int entrant : pairing.entrants)
    execute(statement("INSERT INTO pairing_entrant VALUES (?, ?, ?)"), pairing.number, player++,
            entrant);
}

int Store::Parts::next_batch() { return number("SELECT coalesce(max(batch) + 1, 0) FROM pairing"); }

std::vector<StoredEntrant> Store::entrants() const {
  std::vector<StoredEntrant> entrants;
  SQLite::Statement row(
      parts_->database,
      "SELECT id, name, player, files_hash, since, until, challenger, seed_rating, "
      "at_start FROM entrant ORDER BY id");
  while (row.executeStep()) {
    StoredEntrant entrant;
    entrant.id = row.getColumn(0).getInt();
    entrant.name = row.getColumn(1).getString();
    parts_->must(!entrant.name.empty() && entrant.name == escaped(entrant.name),
                 fmt::format("the name {}", in_quotes(entrant.name)));
    entrant.player = parts_->object(row.getColumn(2).getString());
    entrant.files_hash = row.getColumn(3).getString();
    entrant.since = row.getColumn(4).getInt();
    if (!row.getColumn(5).isNull()) entrant.until = row.getColumn(5).getInt();
    entrant.challenger = row.getColumn(6).getInt() != 0;
    entrant.seed_rating = row.getColumn(7).getDouble();
    entrant.at_start = row.getColumn(8).getInt() != 0;
    entrants.push_back(std::move(entrant));
    parts_->must(entrants.size() <= most_entrants, "it has too many entrants");
  }
  return entrants;
}

int Store::next_batch() const { return parts_->next_batch(); }

void Store::add(StoredEntrant entrant) {
  parts_->transact([&] {
    entrant.since = parts_->next_batch();
    entrant.at_start = false;
    parts_->add_entrant(entrant);
  });
}

void Store::withdraw(const std::string& name) {
  parts_->transact([&] {
    execute(parts_->statement("UPDATE entrant SET until = ? WHERE name = ? AND until IS NULL"),
            parts_->next_batch(), name);
    if (parts_->database.getChanges() == 0)
      throw Error(fmt::format("there is no entrant named \"{}\", or it has left", name));
  });
}

void Store::replace(StoredEntrant entrant) {
  parts_->transact([&] {
    const std::vector<StoredEntrant> all = entrants();
    const auto earlier = std::ranges::find_if(all, [&entrant](const StoredEntrant& one) {
      return one.name == entrant.name && !one.until;
    });
    if (earlier == all.end())
      throw Error(fmt::format("there is no entrant named \"{}\", or it has left", entrant.name));
    entrant.since = parts_->next_batch();
    entrant.at_start = false;
    entrant.challenger = earlier->challenger;
    entrant.seed_rating = earlier->seed_rating;
    execute(parts_->statement("UPDATE entrant SET until = ? WHERE id = ?"), entrant.since,
            earlier->id);
    parts_->add_entrant(entrant);
  });
}

std::vector<StoredPairing> Store::pairings() const {
  std::vector<StoredPairing> pairings;
  // One statement, because another process may write between two.
  SQLite::Statement row(parts_->database,
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
  SQLite::Statement row(parts_->database,
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
        player.since = run.pairing;
        player.at_start = false;
        parts_->add_entrant(player);
        player.id = static_cast<int>(parts_->database.getLastInsertRowid());
      }
      pairing.entrants.push_back(player.id);
    }
    parts_->add_pairing(pairing);
    execute(parts_->statement("INSERT INTO run VALUES (?, ?, ?)"), run.pairing, run.seed,
            run.command);
  });
  return run.pairing;
}

void Store::end_runs() {
  SQLite::Database& database = parts_->database;
  database.exec(
      "UPDATE pairing SET deals = (SELECT count(*) FROM deal WHERE pairing = pairing.number)");
  database.exec("DELETE FROM run WHERE pairing NOT IN (SELECT pairing FROM deal)");
  database.exec("DELETE FROM pairing_entrant WHERE pairing NOT IN (SELECT pairing FROM deal)");
  database.exec("DELETE FROM pairing WHERE deals = 0");
}

}  // namespace arena
