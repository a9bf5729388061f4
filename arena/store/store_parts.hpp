// What a store consists of, for the files that implement it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/store/holder.hpp"
#include "arena/store/record_codec.hpp"
#include "arena/store/store.hpp"
#include "arena/util/statements.hpp"

namespace arena {

/// What `read_match` and `read_seat` read, before the conditions of a query.
inline constexpr const char* match_columns =
    "SELECT m.number, d.pairing, d.number, d.seed, m.at_table, r.entrant, r.score, r.place, "
    "r.margin, r.fault, r.detail, t.questions, t.thinking_us, t.slowest_us, r.seat "
    "FROM match m JOIN deal d ON d.id = m.deal JOIN result r ON r.match = m.number "
    "LEFT JOIN timing t ON t.match = m.number AND t.seat = r.seat ";
/// Of a row, without its seat.
StoredMatch read_match(const SQLite::Statement& row);
StoredSeat read_seat(const SQLite::Statement& row);

struct Store::Parts {
  std::string path;
  Statements sql;
  std::optional<Holder> holder{};       // of a store that is played
  std::map<int, RecordCodec> codecs{};  // by dictionary; 0: without one
  int dictionary = 0;                   // for new records
  int matches = 0;
  int last_batch = std::numeric_limits<int>::max();  // stays of later ones are not seen
  std::pair<int, int> last_deal{-1, -1};  // of the last match: pairing, number in the pairing
  std::int64_t last_deal_id = 0;

  /// Throws Error that calls the store damaged, unless this holds. What is read is checked here,
  /// so that no other code needs to: a store may come from an untrusted source.
  void must(bool holds, std::string_view what) const;
  /// The JSON object in a column.
  [[nodiscard]] json::object object(const std::string& text) const;
  void check_tables();
  /// The ids of the entrants that are seen.
  [[nodiscard]] std::set<int> ids();
  /// Reads; what SQLite finds wrong meanwhile is damage of the store.
  void read(const std::function<void()>& reading) const;
  /// What `write` does becomes one transaction.
  void transact(const std::function<void()>& write);
  RecordCodec& codec(int id);

  void add_seats(const StoredMatch& match);
  void add_record(const StoredMatch& match);
  void add_dictionary();
  [[nodiscard]] std::string root_seed();
  /// The first head, and those of the records that are there.
  void begin_chain();
  void extend_chain(std::span<const StoredMatch> added);
  [[nodiscard]] std::string head();
  /// All that are seen, or those of this name.
  [[nodiscard]] std::vector<StoredEntrant> entrants(const std::optional<std::string>& name = {});
  /// The one of this name that has not left. Throws Error if they all have, or no one has the name.
  [[nodiscard]] StoredEntrant need(const std::string& name);
  /// Throws Error if an entrant that has not left has this name, or the store is full.
  void check_can_come(const std::string& name);
  /// With a stay from this batch on.
  void add_entrant(const StoredEntrant& entrant, int batch);
  /// A new entrant, or an earlier one that is the same bot: that one comes back.
  void bring_in(const StoredEntrant& entrant, int batch);
  void end_stay(int entrant, int batch);
  void add_pairing(const StoredPairing& pairing);
  void add_sums(const DealSums& deal);
  std::int64_t deal_id(const StoredMatch& match);
  void read_ends();
  /// The first batch that is not decided yet.
  int next_batch();
};

}  // namespace arena
