#include "arena/store/store.hpp"

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <set>

#include <SQLiteCpp/Backup.h>
#include <fmt/format.h>

#include "arena/core/seat.hpp"
#include "arena/record/record.hpp"
#include "arena/store/chain.hpp"
#include "arena/store/schema.hpp"
#include "arena/store/store_parts.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

constexpr const char* insert_match =
    "INSERT INTO match VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))";

Sums read_sums(const SQLite::Statement& row) {
  int at = 2;
  const auto whole = [&] { return row.getColumn(at++).getInt(); };
  const auto real = [&] { return row.getColumn(at++).getDouble(); };
  Sums sums;
  for (int* field : {&sums.deals, &sums.matches, &sums.wins, &sums.draws, &sums.losses})
    *field = whole();
  for (double* field :
       {&sums.points, &sums.points_squares, &sums.score, &sums.score_squares, &sums.margin,
        &sums.margin_squares, &sums.opponent_margin, &sums.opponent_margin_squares})
    *field = real();
  sums.forfeits = whole();
  return sums;
}

}  // namespace

RecordCodec& Store::Parts::codec(int id) {
  const auto found = codecs.find(id);
  if (found != codecs.end()) return found->second;
  std::string data;
  if (id != 0) {
    // Not kept: a statement that has a row left keeps a transaction open.
    SQLite::Statement query(sql.connection(), "SELECT data FROM dictionary WHERE id = ?");
    SQLite::bind(query, id);
    if (query.executeStep()) data = query.getColumn(0).getString();
  }
  return codecs.try_emplace(id, data).first->second;
}

void Store::Parts::read_ends() {
  const std::int64_t count =
      sql.connection().execAndGet("SELECT coalesce(max(number) + 1, 0) FROM match").getInt64();
  const std::int64_t first =
      sql.connection().execAndGet("SELECT coalesce(min(number), 0) FROM match").getInt64();
  must(first >= 0 && count < std::numeric_limits<int>::max(), "the numbers of its games");
  matches = static_cast<int>(count);
  dictionary = sql.connection().execAndGet("SELECT coalesce(max(id), 0) FROM dictionary").getInt();
  SQLite::Statement last(
      sql.connection(),
      "SELECT d.id, d.pairing, d.number FROM match m JOIN deal d ON d.id = m.deal "
      "ORDER BY m.number DESC LIMIT 1");
  if (!last.executeStep()) return;
  last_deal_id = last.getColumn(0).getInt64();
  last_deal = {last.getColumn(1).getInt(), last.getColumn(2).getInt()};
}

std::int64_t Store::Parts::deal_id(const StoredMatch& match) {
  const std::pair deal(match.pairing, match.deal);
  if (deal != last_deal) {
    sql.run("INSERT INTO deal (pairing, number, seed) VALUES (?, ?, ?)", match.pairing, match.deal,
            seed_text(match.seed));
    last_deal_id = sql.last_id();
  }
  return last_deal_id;
}

void Store::Parts::add_seats(const StoredMatch& match) {
  for (std::size_t i = 0; i < match.seats.size(); ++i) {
    const StoredSeat& seat = match.seats[i];
    const int number = static_cast<int>(i);
    sql.run("INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?)", match.number, number,
            seat.entrant, seat.score, seat.place, seat.margin, seat.fault, seat.detail);
    sql.run("INSERT INTO timing VALUES (?, ?, ?, ?, ?)", match.number, number, seat.questions,
            seat.thinking_us, seat.slowest_us);
  }
}

void Store::Parts::add_record(const StoredMatch& match) {
  const std::string data = codec(dictionary).compress(match.record);
  SQLite::Statement& insert = sql.query("INSERT INTO record VALUES (?, ?, ?)");
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
  SQLite::Statement query(sql.connection(), "SELECT data FROM record ORDER BY match");
  while (query.executeStep())
    records.push_back(codec(0).decompress(query.getColumn(0).getString()));
  const std::string data = make_dictionary(records);
  if (data.empty()) return;
  SQLite::Statement insert(sql.connection(), "INSERT INTO dictionary VALUES (1, ?)");
  insert.bind(1, data.data(), static_cast<int>(data.size()));
  insert.exec();
  dictionary = 1;
}

void Store::Parts::begin_chain() {
  const std::string seed = root_seed();
  std::string head = sql.connection().execAndGet("SELECT commitment FROM tournament").getString();
  SQLite::Statement query(sql.connection(),
                          "SELECT coalesce(dictionary, 0), data FROM record ORDER BY match");
  while (query.executeStep()) {
    RecordCodec& of_record = codec(query.getColumn(0).getInt());
    head = next_head(seed, head, of_record.decompress(query.getColumn(1).getString()));
  }
  sql.run("INSERT INTO chain VALUES (1, ?)", head);
}

void Store::Parts::extend_chain(std::span<const StoredMatch> added) {
  const std::string seed = root_seed();
  std::string head = this->head();
  for (const StoredMatch& match : added) head = next_head(seed, head, match.record);
  must(sql.run("UPDATE chain SET head = ?", head) == 1, "its chain has no head");
}

std::string Store::Parts::head() {
  return sql.first<std::string>("SELECT coalesce((SELECT head FROM chain), '')");
}

void Store::Parts::add_sums(const DealSums& deal) {
  const Sums& sums = deal.sums;
  sql.run(
      "INSERT INTO sums VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, "
      "?15, ?16) ON CONFLICT DO UPDATE SET deals = deals + ?3, matches = matches + ?4, "
      "wins = wins + ?5, draws = draws + ?6, losses = losses + ?7, forfeits = forfeits + ?16, "
      "points = points + ?8, points_squares = points_squares + ?9, "
      "score = score + ?10, score_squares = score_squares + ?11, "
      "margin = margin + ?12, margin_squares = margin_squares + ?13, "
      "opponent_margin = opponent_margin + ?14, "
      "opponent_margin_squares = opponent_margin_squares + ?15",
      deal.entrant, deal.opponent.value_or(0), sums.deals, sums.matches, sums.wins, sums.draws,
      sums.losses, sums.points, sums.points_squares, sums.score, sums.score_squares, sums.margin,
      sums.margin_squares, sums.opponent_margin, sums.opponent_margin_squares, sums.forfeits);
}

StoredTournament Store::tournament() const {
  StoredTournament tournament;
  parts_->read([&] {
    SQLite::Statement row(parts_->sql.connection(),
                          "SELECT game, options, seats, format, file, commitment, version, seed, "
                          "settings, seed_from FROM tournament");
    parts_->must(row.executeStep(), "it names no tournament");
    tournament.game = row.getColumn(0).getString();
    tournament.options = parts_->object(row.getColumn(1).getString());
    tournament.seats = row.getColumn(2).getInt();
    tournament.format = row.getColumn(3).getString();
    tournament.file = row.getColumn(4).getString();
    tournament.commitment = row.getColumn(5).getString();
    tournament.version = row.getColumn(6).getString();
    if (!row.getColumn(7).isNull()) tournament.seed = row.getColumn(7).getString();
    tournament.settings = parts_->object(row.getColumn(8).getString());
    if (!row.getColumn(9).isNull()) tournament.seed_from = row.getColumn(9).getString();
  });
  parts_->must(tournament.seats >= 1 && tournament.seats <= most_seats, "its number of seats");
  return tournament;
}

void Store::mix_in(const std::string& text) {
  parts_->transact([&] { parts_->sql.run("UPDATE tournament SET seed_from = ?", text); });
}

std::string Store::Parts::root_seed() {
  return sql.first<std::string>(
      "SELECT coalesce((SELECT seed FROM secret), (SELECT seed FROM tournament), '')");
}

std::string Store::root_seed() const { return parts_->root_seed(); }

std::optional<std::string> Store::head() const {
  if (version_of(parts_->sql.connection()) < version_with_chain) return std::nullopt;
  return parts_->head();
}

void Store::reveal_seed() {
  parts_->transact([&] {
    parts_->sql.connection().exec(
        "UPDATE tournament SET seed = (SELECT seed FROM secret) "
        "WHERE seed IS NULL");
    parts_->sql.connection().exec("DELETE FROM secret");
  });
}

bool Store::is_over() const {
  const int all = parts_->sql.first<int>("SELECT coalesce(max(number) + 1, 0) FROM main.match");
  return is_seed_revealed() && matches() == all;
}

bool Store::is_seed_revealed() const {
  return parts_->sql.first<int>("SELECT count(*) FROM tournament WHERE seed IS NOT NULL") > 0;
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
      parts_->sql.run(insert_match, match.number, deal, match.table);
      parts_->add_seats(match);
      parts_->add_record(match);
      if (match.number + 1 == records_for_dictionary) parts_->add_dictionary();
    }
    parts_->extend_chain(matches);
    for (const DealSums& of_deal : sums) parts_->add_sums(of_deal);
  });
  parts_->matches = matches.back().number + 1;
  parts_->last_deal = {matches.back().pairing, matches.back().deal};
  parts_->last_deal_id = deal;
}

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

namespace {

/// Checks that matches come as they were written: in the order of their numbers, without gaps, and
/// with a result for each seat.
class MatchCheck {
 public:
  MatchCheck(Store::Parts& parts, int seats, int first)
      : parts_(parts), seats_(seats), next_(first), ids_(parts.ids()) {}

  void seat(int entrant, int seat, int place) const {
    parts_.must(
        ids_.contains(entrant) && seat >= 0 && seat < seats_ && place >= 1 && place <= seats_,
        fmt::format("the results of game {}", next_ + 1));
  }
  void match(int number, int table, std::size_t seats) {
    parts_.must(number == next_ && table >= 0 && table < most_seats &&
                    seats == static_cast<std::size_t>(seats_),
                fmt::format("game {} is not there, or not complete", next_ + 1));
    ++next_;
  }
  void end(int matches) const {
    parts_.must(next_ >= matches, fmt::format("game {} is not there", next_ + 1));
  }

 private:
  const Store::Parts& parts_;
  int seats_;
  std::int64_t next_;  // may be one more than the largest number of a game
  std::set<int> ids_;
};

}  // namespace

void Store::for_each_match(int first, const std::function<void(const StoredMatch&)>& use) const {
  MatchCheck check(*parts_, tournament().seats, first);
  const int pairings = parts_->sql.first<int>("SELECT count(*) FROM pairing");
  const auto finish = [&](const StoredMatch& match) {
    check.match(match.number, match.table, match.seats.size());
    parts_->must(match.pairing >= 0 && match.pairing < pairings && match.deal >= 0,
                 fmt::format("the deal of game {}", match.number + 1));
    use(match);
  };
  parts_->read([&] {
    SQLite::Statement row(
        parts_->sql.connection(),
        std::string(match_columns) + "WHERE m.number >= ? ORDER BY m.number, r.seat");
    row.bind(1, first);
    StoredMatch match;
    while (row.executeStep()) {
      if (match.seats.empty() || row.getColumn(0).getInt() != match.number) {
        if (!match.seats.empty()) finish(match);
        match = read_match(row);
      }
      match.seats.push_back(read_seat(row));
      check.seat(match.seats.back().entrant, row.getColumn(14).getInt(), match.seats.back().place);
    }
    if (!match.seats.empty()) finish(match);
  });
  check.end(parts_->matches);
}

void Store::for_each_placing(int matches,
                             const std::function<void(int, int, const std::vector<int>&,
                                                      const std::vector<int>&)>& use) const {
  MatchCheck check(*parts_, tournament().seats, 0);
  int match = 0;
  int table = 0;
  std::vector<int> entrants;
  std::vector<int> places;
  const auto finish = [&] {
    if (entrants.empty()) return;
    check.match(match, table, entrants.size());
    use(match, table, entrants, places);
    entrants.clear();
    places.clear();
  };
  parts_->read([&] {
    SQLite::Statement row(parts_->sql.connection(),
                          "SELECT m.number, m.at_table, r.entrant, r.place, r.seat FROM match m "
                          "JOIN result r ON r.match = m.number WHERE m.number < ? "
                          "ORDER BY m.number, r.seat");
    row.bind(1, matches);
    while (row.executeStep()) {
      if (row.getColumn(0).getInt() != match) finish();
      match = row.getColumn(0).getInt();
      table = row.getColumn(1).getInt();
      entrants.push_back(row.getColumn(2).getInt());
      places.push_back(row.getColumn(3).getInt());
      check.seat(entrants.back(), row.getColumn(4).getInt(), places.back());
    }
    finish();
  });
  check.end(matches);
}

std::string Store::record(int match) const {
  std::string line;
  parts_->read([&] {
    SQLite::Statement& row = parts_->sql.query(
        "SELECT coalesce(dictionary, 0), data FROM record WHERE match = ?", match);
    const bool is_there = row.executeStep();
    const int dictionary = is_there ? row.getColumn(0).getInt() : 0;
    const std::string data = is_there ? row.getColumn(1).getString() : "";
    row.reset();
    parts_->must(is_there || match < 0 || match >= matches(),
                 fmt::format("the record of game {}", match + 1));
    if (!is_there) throw Error(fmt::format("the store has no match {}", match + 1));
    line = parts_->codec(dictionary).decompress(data);
  });
  return line;
}

std::vector<DealSums> Store::sums() const {
  std::vector<DealSums> all;
  const std::set<int> ids = parts_->ids();
  parts_->read([&] {
    SQLite::Statement row(parts_->sql.connection(),
                          "SELECT * FROM sums ORDER BY opponent > 0, entrant, opponent");
    while (row.executeStep()) {
      const int entrant = row.getColumn(0).getInt();
      const int opponent = row.getColumn(1).getInt();
      const Sums sums = read_sums(row);
      parts_->must(ids.contains(entrant) && (opponent == 0 || ids.contains(opponent)) &&
                       sums.deals >= 1 && sums.matches >= sums.deals &&
                       std::isfinite(sums.points) && std::isfinite(sums.points_squares) &&
                       (opponent == 0 || (sums.points >= 0 && sums.points <= sums.matches)),
                   fmt::format("the sums of entrant {}", entrant));
      all.push_back({entrant, opponent == 0 ? std::nullopt : std::optional(opponent), sums});
    }
  });
  return all;
}

std::vector<StoredFault> Store::faults() const {
  std::vector<StoredFault> faults;
  // Beside min(), SQLite takes `detail` from the row that has the minimum.
  SQLite::Statement row(parts_->sql.connection(),
                        "SELECT entrant, fault, count(*) AS count, min(match) AS first, detail "
                        "FROM result WHERE fault <> '' GROUP BY entrant, fault "
                        "ORDER BY entrant, count DESC, first");
  while (row.executeStep())
    faults.push_back({row.getColumn(0).getInt(), row.getColumn(1).getString(),
                      row.getColumn(2).getInt(), row.getColumn(3).getInt(),
                      row.getColumn(4).getString()});
  return faults;
}

void Store::back_up(const std::string& path) const {
  if (std::filesystem::exists(path)) throw Error(fmt::format("\"{}\" is there already", path));
  try {
    SQLite::Database copy(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    SQLite::Backup(copy, parts_->sql.connection()).executeStep();
  } catch (const SQLite::Exception& error) {
    std::error_code none;
    std::filesystem::remove(path, none);
    throw Error(fmt::format("cannot write \"{}\": {}", path, error.what()));
  }
}

}  // namespace arena
