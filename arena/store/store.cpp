#include "arena/store/store.hpp"

#include <sqlite3.h>

#include <filesystem>

#include <SQLiteCpp/Backup.h>
#include <fmt/format.h>

#include "arena/record/record.hpp"
#include "arena/store/schema.hpp"
#include "arena/store/store_parts.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

/// How long a writer waits for another process that writes, such as `arena entrants add`.
constexpr int busy_milliseconds = 10'000;

SQLite::Database open(const std::string& path, int flags) {
  try {
    SQLite::Database database(path, flags, busy_milliseconds);
    database.exec("PRAGMA foreign_keys = ON");
    return database;
  } catch (const SQLite::Exception& error) {
    throw Error(fmt::format("cannot open \"{}\": {}", path, error.what()));
  }
}

constexpr const char* insert_match =
    "INSERT INTO match VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))";

/// In WAL mode SQLite writes a transaction to the file without waiting for the disk: after a loss
/// of power the last matches may be missing, and are played again.
void set_up_writing(SQLite::Database& database) {
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = NORMAL");
}

Sums read_sums(const SQLite::Statement& row) {
  int at = 2;
  const auto whole = [&] { return row.getColumn(at++).getInt(); };
  const auto real = [&] { return row.getColumn(at++).getDouble(); };
  Sums sums;
  for (int* field : {&sums.deals, &sums.matches, &sums.wins, &sums.draws, &sums.losses})
    *field = whole();
  for (double* field : {&sums.points, &sums.points_squares, &sums.score, &sums.score_squares,
                        &sums.margin, &sums.margin_squares, &sums.opponent_margin})
    *field = real();
  sums.forfeits = whole();
  return sums;
}

}  // namespace

void Store::Parts::transact(const std::function<void()>& write) {
  try {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    write();
    transaction.commit();
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() == SQLITE_FULL || error.getErrorCode() == SQLITE_IOERR) {
      throw StoreFull(fmt::format(
          "cannot write \"{}\" ({}): nothing stored is lost. Free some space, then start the "
          "same command again",
          database.getFilename(), error.what()));
    }
    throw;
  }
}

RecordCodec& Store::Parts::codec(int id) {
  const auto found = codecs.find(id);
  if (found != codecs.end()) return found->second;
  std::string data;
  if (id != 0) {
    SQLite::Statement& query = statement("SELECT data FROM dictionary WHERE id = ?");
    SQLite::bind(query, id);
    if (query.executeStep()) data = query.getColumn(0).getString();
  }
  return codecs.try_emplace(id, data).first->second;
}

void Store::Parts::read_ends() {
  matches = database.execAndGet("SELECT coalesce(max(number) + 1, 0) FROM match").getInt();
  dictionary = database.execAndGet("SELECT coalesce(max(id), 0) FROM dictionary").getInt();
  SQLite::Statement last(
      database,
      "SELECT d.id, d.pairing, d.number FROM match m JOIN deal d ON d.id = m.deal "
      "ORDER BY m.number DESC LIMIT 1");
  if (!last.executeStep()) return;
  last_deal_id = last.getColumn(0).getInt64();
  last_deal = {last.getColumn(1).getInt(), last.getColumn(2).getInt()};
}

std::int64_t Store::Parts::deal_id(const StoredMatch& match) {
  const std::pair deal(match.pairing, match.deal);
  if (deal != last_deal) {
    execute(statement("INSERT INTO deal (pairing, number, seed) VALUES (?, ?, ?)"), match.pairing,
            match.deal, seed_text(match.seed));
    last_deal_id = database.getLastInsertRowid();
  }
  return last_deal_id;
}

void Store::Parts::add_seats(const StoredMatch& match) {
  for (std::size_t i = 0; i < match.seats.size(); ++i) {
    const StoredSeat& seat = match.seats[i];
    const int number = static_cast<int>(i);
    execute(statement("INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?)"), match.number, number,
            seat.entrant, seat.score, seat.place, seat.margin, seat.fault, seat.detail);
    execute(statement("INSERT INTO timing VALUES (?, ?, ?, ?, ?)"), match.number, number,
            seat.questions, seat.thinking_us, seat.slowest_us);
  }
}

void Store::Parts::add_record(const StoredMatch& match) {
  const std::string data = codec(dictionary).compress(match.record);
  SQLite::Statement& insert = statement("INSERT INTO record VALUES (?, ?, ?)");
  insert.bind(1, match.number);
  if (dictionary == 0)
    insert.bind(2);
  else
    insert.bind(2, dictionary);
  insert.bind(3, data.data(), static_cast<int>(data.size()));
  insert.exec();
}

/// Of the records so far, in the transaction of the last of them: so it is the same dictionary
/// whenever the tournament was interrupted.
void Store::Parts::add_dictionary() {
  std::vector<std::string> records;
  SQLite::Statement query(database, "SELECT data FROM record ORDER BY match");
  while (query.executeStep())
    records.push_back(codec(0).decompress(query.getColumn(0).getString()));
  const std::string data = make_dictionary(records);
  if (data.empty()) return;
  SQLite::Statement insert(database, "INSERT INTO dictionary VALUES (1, ?)");
  insert.bind(1, data.data(), static_cast<int>(data.size()));
  insert.exec();
  dictionary = 1;
}

void Store::Parts::add_sums(const DealSums& deal) {
  const Sums& sums = deal.sums;
  execute(
      statement(
          "INSERT INTO sums VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, "
          "?15) ON CONFLICT DO UPDATE SET deals = deals + ?3, matches = matches + ?4, "
          "wins = wins + ?5, draws = draws + ?6, losses = losses + ?7, forfeits = forfeits + ?15, "
          "points = points + ?8, points_squares = points_squares + ?9, "
          "score = score + ?10, score_squares = score_squares + ?11, "
          "margin = margin + ?12, margin_squares = margin_squares + ?13, "
          "opponent_margin = opponent_margin + ?14"),
      deal.entrant, deal.opponent.value_or(0), sums.deals, sums.matches, sums.wins, sums.draws,
      sums.losses, sums.points, sums.points_squares, sums.score, sums.score_squares, sums.margin,
      sums.margin_squares, sums.opponent_margin, sums.forfeits);
}

Store::Store(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() = default;

Store::Store(const std::string& path, Access access) {
  const bool writes = access == Access::write;
  parts_ = std::make_unique<Parts>(
      Parts{open(path, writes ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY)});
  try {
    if (access == Access::snapshot) parts_->database.exec("BEGIN");
    check_version(parts_->database);
    if (writes) set_up_writing(parts_->database);
    parts_->read_ends();
  } catch (const SQLite::Exception& error) {
    throw Error(fmt::format("cannot read \"{}\" as a store: {}", path, error.what()));
  }
}

Store Store::create(const std::string& path, const StoredTournament& tournament,
                    const std::string& secret_seed, const std::vector<StoredEntrant>& entrants) {
  if (std::filesystem::exists(path)) throw Error(fmt::format("\"{}\" is there already", path));
  // Under another name until it is whole: a kill leaves no half-made store.
  const std::string unfinished = path + ".new";
  std::filesystem::remove(unfinished);
  {
    Store store(std::make_unique<Parts>(
        Parts{open(unfinished, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)}));
    Parts& parts = *store.parts_;
    parts.transact([&] {
      make_tables(parts.database);
      execute(
          parts.statement("INSERT INTO tournament VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)"),
          tournament.game, json::serialize(tournament.options), tournament.seats, tournament.format,
          json::serialize(tournament.settings), tournament.file, tournament.commitment,
          tournament.version);
      if (tournament.seed_from)
        execute(parts.statement("UPDATE tournament SET seed_from = ?"), *tournament.seed_from);
      if (!tournament.is_run())
        execute(parts.statement("INSERT INTO secret VALUES (1, ?)"), secret_seed);
      for (const StoredEntrant& entrant : entrants) parts.add_entrant(entrant);
    });
  }
  std::filesystem::rename(unfinished, path);
  return Store(path, Access::write);
}

StoredTournament Store::tournament() const {
  SQLite::Statement row(parts_->database,
                        "SELECT game, options, seats, format, file, commitment, version, seed, "
                        "settings, seed_from FROM tournament");
  if (!row.executeStep()) throw Error("the store names no tournament");
  StoredTournament tournament;
  tournament.game = row.getColumn(0).getString();
  tournament.options = json::parse(row.getColumn(1).getString()).as_object();
  tournament.seats = row.getColumn(2).getInt();
  tournament.format = row.getColumn(3).getString();
  tournament.file = row.getColumn(4).getString();
  tournament.commitment = row.getColumn(5).getString();
  tournament.version = row.getColumn(6).getString();
  if (!row.getColumn(7).isNull()) tournament.seed = row.getColumn(7).getString();
  tournament.settings = json::parse(row.getColumn(8).getString()).as_object();
  if (!row.getColumn(9).isNull()) tournament.seed_from = row.getColumn(9).getString();
  return tournament;
}

void Store::mix_in(const std::string& text) {
  parts_->transact(
      [&] { execute(parts_->statement("UPDATE tournament SET seed_from = ?"), text); });
}

std::string Store::root_seed() const {
  SQLite::Statement row(
      parts_->database,
      "SELECT coalesce((SELECT seed FROM secret), (SELECT seed FROM tournament))");
  row.executeStep();
  return row.getColumn(0).getString();
}

void Store::reveal_seed() {
  parts_->transact([&] {
    parts_->database.exec(
        "UPDATE tournament SET seed = (SELECT seed FROM secret) "
        "WHERE seed IS NULL");
    parts_->database.exec("DELETE FROM secret");
  });
}

int Store::matches() const { return parts_->matches; }

void Store::add(const StoredMatch& match, const std::vector<DealSums>& sums) {
  add_deal({&match, 1}, sums);
}

void Store::add_deal(std::span<const StoredMatch> matches, const std::vector<DealSums>& sums) {
  std::int64_t deal = 0;
  parts_->transact([&] {
    deal = parts_->deal_id(matches.front());
    for (const StoredMatch& match : matches) {
      execute(parts_->statement(insert_match), match.number, deal, match.table);
      parts_->add_seats(match);
      parts_->add_record(match);
      if (match.number + 1 == records_for_dictionary) parts_->add_dictionary();
    }
    for (const DealSums& of_deal : sums) parts_->add_sums(of_deal);
  });
  parts_->matches = matches.back().number + 1;
  parts_->last_deal = {matches.back().pairing, matches.back().deal};
  parts_->last_deal_id = deal;
}

namespace {

constexpr const char* results_query =
    "SELECT m.number, d.pairing, d.number, d.seed, m.at_table, r.entrant, r.score, r.place, "
    "r.margin, r.fault, r.detail, t.questions, t.thinking_us, t.slowest_us "
    "FROM match m JOIN deal d ON d.id = m.deal JOIN result r ON r.match = m.number "
    "LEFT JOIN timing t ON t.match = m.number AND t.seat = r.seat "
    "WHERE m.number >= ? ORDER BY m.number, r.seat";

StoredSeat read_seat(const SQLite::Statement& row) {
  StoredSeat seat;
  seat.entrant = row.getColumn(5).getInt();
  seat.score = row.getColumn(6).getInt();
  seat.place = row.getColumn(7).getInt();
  seat.margin = row.getColumn(8).getDouble();
  seat.fault = row.getColumn(9).getString();
  seat.detail = row.getColumn(10).getString();
  seat.questions = row.getColumn(11).getInt();
  seat.thinking_us = row.getColumn(12).getInt64();
  seat.slowest_us = row.getColumn(13).getInt64();
  return seat;
}

StoredMatch read_match(const SQLite::Statement& row) {
  StoredMatch match;
  match.number = row.getColumn(0).getInt();
  match.pairing = row.getColumn(1).getInt();
  match.deal = row.getColumn(2).getInt();
  match.seed = read_seed(row.getColumn(3).getString()).value_or(0);
  match.table = row.getColumn(4).getInt();
  return match;
}

}  // namespace

void Store::for_each_match(int first, const std::function<void(const StoredMatch&)>& use) const {
  SQLite::Statement row(parts_->database, results_query);
  row.bind(1, first);
  StoredMatch match;
  while (row.executeStep()) {
    if (match.seats.empty() || row.getColumn(0).getInt() != match.number) {
      if (!match.seats.empty()) use(match);
      match = read_match(row);
    }
    match.seats.push_back(read_seat(row));
  }
  if (!match.seats.empty()) use(match);
}

void Store::for_each_placing(int matches,
                             const std::function<void(int, int, const std::vector<int>&,
                                                      const std::vector<int>&)>& use) const {
  SQLite::Statement row(parts_->database,
                        "SELECT m.number, m.at_table, r.entrant, r.place FROM match m "
                        "JOIN result r ON r.match = m.number WHERE m.number < ? "
                        "ORDER BY m.number, r.seat");
  row.bind(1, matches);
  int match = 0;
  int table = 0;
  std::vector<int> entrants;
  std::vector<int> places;
  while (row.executeStep()) {
    if (!entrants.empty() && row.getColumn(0).getInt() != match) {
      use(match, table, entrants, places);
      entrants.clear();
      places.clear();
    }
    match = row.getColumn(0).getInt();
    table = row.getColumn(1).getInt();
    entrants.push_back(row.getColumn(2).getInt());
    places.push_back(row.getColumn(3).getInt());
  }
  if (!entrants.empty()) use(match, table, entrants, places);
}

std::string Store::record(int match) const {
  SQLite::Statement& row =
      parts_->statement("SELECT coalesce(dictionary, 0), data FROM record WHERE match = ?");
  SQLite::bind(row, match);
  if (!row.executeStep()) throw Error(fmt::format("the store has no match {}", match + 1));
  const int dictionary = row.getColumn(0).getInt();
  const std::string data = row.getColumn(1).getString();
  row.reset();
  return parts_->codec(dictionary).decompress(data);
}

std::vector<DealSums> Store::sums() const {
  std::vector<DealSums> all;
  SQLite::Statement row(parts_->database,
                        "SELECT * FROM sums ORDER BY opponent > 0, entrant, opponent");
  while (row.executeStep()) {
    const int opponent = row.getColumn(1).getInt();
    all.push_back({row.getColumn(0).getInt(),
                   opponent == 0 ? std::nullopt : std::optional(opponent), read_sums(row)});
  }
  return all;
}

void Store::back_up(const std::string& path) const {
  if (std::filesystem::exists(path)) throw Error(fmt::format("\"{}\" is there already", path));
  try {
    SQLite::Database copy(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    SQLite::Backup(copy, parts_->database).executeStep();
  } catch (const SQLite::Exception& error) {
    std::error_code none;
    std::filesystem::remove(path, none);
    throw Error(fmt::format("cannot write \"{}\": {}", path, error.what()));
  }
}

}  // namespace arena
