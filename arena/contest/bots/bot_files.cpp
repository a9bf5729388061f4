// Which files of versions the database keeps, and what stands for a version in a phase's store.
#include <chrono>
#include <utility>

#include "arena/contest/bots/bots.hpp"
#include "arena/contest/people/secrets.hpp"

namespace arena::contest {

namespace {

/// The hashes of files.
struct Needed {
  std::set<std::string> hashes;
  std::set<std::string> others;  // of versions that are not kept

  void add(bool is_kept, const std::string& hash) { (is_kept ? hashes : others).insert(hash); }
  /// A file may be that of several versions.
  [[nodiscard]] json::array unneeded() const {
    json::array list;
    for (const std::string& hash : others) {
      if (!hash.empty() && !hashes.contains(hash)) list.emplace_back(hash);
    }
    return list;
  }
};

/// `then`: who entered a phase later than this may not be in its store yet.
Needed needed_files(Statements& sql, const KeptFiles& kept, Moment then) {
  SQLite::Statement& row = sql.query(
      "SELECT v.id, v.bot, b.contest, v.file, coalesce(v.built, ''), b.active = v.id OR v.state IN "
      "('waiting', 'checking'), (SELECT max(entered_at) FROM entry WHERE version = v.id) FROM "
      "version v JOIN bot b ON b.id = v.bot ORDER BY v.bot, v.number DESC");
  Needed files;
  std::int64_t bot = 0;
  int newer = 0;  // versions of the same bot
  while (row.executeStep()) {
    newer = row.getColumn(1).getInt64() == bot ? newer + 1 : 0;
    bot = row.getColumn(1).getInt64();
    const auto newest = kept.newest.find(row.getColumn(2).getString());
    const std::string entered_at = row.getColumn(6).getString();
    const bool has_played = !entered_at.empty();
    const bool can_play = newest == kept.newest.end() || newer < newest->second ||
                          row.getColumn(5).getInt() != 0 || entered_at > stored_moment(then) ||
                          kept.in_phases.contains(row.getColumn(0).getInt64());
    files.add(can_play || has_played, row.getColumn(3).getString());
    files.add(can_play, row.getColumn(4).getString());
  }
  return files;
}

}  // namespace

std::string Bots::enter(VersionId version, const std::string& contest, const std::string& phase,
                        const std::string& name) {
  return database_.note([&](Statements& sql) {
    sql.run(
        "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (version, contest, phase, name) "
        "DO UPDATE SET entered_at = excluded.entered_at",
        random_token(), version, contest, phase, name, stored_moment(now_()));
    SQLite::Statement& row = sql.query(
        "SELECT token FROM entry WHERE version = ? AND contest = ? AND phase = ? AND name = ?",
        version, contest, phase, name);
    row.executeStep();
    return row.getColumn(0).getString();
  });
}

VersionId Bots::entered(const std::string& token) {
  return database_.read([&](Statements& sql) -> VersionId {
    SQLite::Statement& row = sql.query("SELECT version FROM entry WHERE token = ?", token);
    return row.executeStep() ? row.getColumn(0).getInt64() : 0;
  });
}

/// The rows of files stay, so that a version keeps the hash of what was handed in.
void Bots::forget_files(const KeptFiles& kept) {
  database_.note([&](Statements& sql) {
    const json::array unneeded = needed_files(sql, kept, now_() - std::chrono::hours(1)).unneeded();
    if (!unneeded.empty())
      sql.run(
          "UPDATE file SET bytes = x'' WHERE length(bytes) > 0 AND hash IN (SELECT value FROM "
          "json_each(?))",
          json::serialize(unneeded));
  });
}

std::set<std::string> Bots::kept_builds() {
  return database_.read([](Statements& sql) {
    std::set<std::string> hashes;
    SQLite::Statement& row = sql.query(
        "SELECT DISTINCT built FROM version JOIN file ON hash = built WHERE length(bytes) > 0");
    while (row.executeStep()) hashes.insert(row.getColumn(0).getString());
    return hashes;
  });
}

}  // namespace arena::contest
