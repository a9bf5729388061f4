#include "arena/tournament/stored/store_tables.hpp"

#include <map>
#include <string>

#include "arena/record/record.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/text/pretty_json.hpp"

namespace arena {

namespace {

using UseRow = std::function<void(const TableRow&)>;

template <class T>
json::value or_null(const std::optional<T>& value) {
  return value ? json::value(*value) : json::value();
}

std::map<int, std::string> names(const Store& store) {
  std::map<int, std::string> names;
  for (const StoredEntrant& entrant : store.entrants()) names[entrant.id] = entrant.name;
  return names;
}

void entrant_rows(const Store& store, const UseRow& use) {
  for (const StoredEntrant& one : store.entrants()) {
    use({one.id, one.name, json::serialize(one.player), one.files_hash, one.stays.first_batch(),
         or_null(one.stays.all.back().until), one.challenger, one.seed_rating, one.at_start});
  }
}

void stay_rows(const Store& store, const UseRow& use) {
  for (const StoredEntrant& one : store.entrants()) {
    for (const Stay& stay : one.stays.all) use({one.id, one.name, stay.since, or_null(stay.until)});
  }
}

void pairing_rows(const Store& store, const UseRow& use) {
  const std::map<int, std::string> name = names(store);
  for (const StoredPairing& one : store.pairings()) {
    int player = 0;
    for (const int entrant : one.entrants)
      use({one.number, one.batch, one.label, one.deals, player++, entrant, name.at(entrant)});
  }
}

void match_rows(const Store& store, const UseRow& use) {
  const std::map<int, std::string> name = names(store);
  store.for_each_match(0, [&](const StoredMatch& match) {
    const std::string stored_at = store.stored_at(match.number);
    const std::vector<int> scores = shown_scores(store, match);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const StoredSeat& seat = match.seats[i];
      use({match.number, match.pairing, match.deal, seed_text(match.seed), match.table, i,
           seat.entrant, name.at(seat.entrant), scores[i], seat.score, seat.place, seat.margin,
           seat.fault, seat.questions, seat.thinking_us, seat.slowest_us, stored_at});
    }
  });
}

}  // namespace

std::vector<StoreTable> store_tables() {
  return {{"entrants",
           {"entrant", "name", "player", "files_hash", "since", "until", "challenger",
            "seed_rating", "at_start"},
           entrant_rows},
          {"stays", {"entrant", "name", "since", "until"}, stay_rows},
          {"pairings",
           {"pairing", "batch", "label", "deals", "player", "entrant", "name"},
           pairing_rows},
          {"matches",
           {"match", "pairing", "deal", "seed", "table", "seat", "entrant", "name", "score",
            "counted_score", "place", "margin", "fault", "questions", "thinking_us", "slowest_us",
            "stored_at"},
           match_rows}};
}

std::string csv_cell(const json::value& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return compact(value);
  std::string cell = "\"";
  for (const char c : value.get_string()) cell.append(c == '"' ? 2 : 1, c);
  return cell + "\"";
}

json::object tournament_row(const Store& store, const Extent& extent) {
  const StoredTournament one = store.tournament();
  json::array runs;
  for (const StoredRun& run : store.runs())
    runs.push_back({{"pairing", run.pairing}, {"seed", run.seed}, {"command", run.command}});
  return {{"game", one.game},
          {"options", one.options},
          {"seats", one.seats},
          {"format", one.format},
          {"settings", one.settings},
          {"file", one.file},
          {"commitment", one.commitment},
          {"version", one.version},
          {"over", extent.is_over},
          {"games", extent.matches},
          {"planned_games", or_null(extent.planned)},
          {"seed", or_null(one.seed)},
          {"seed_from", or_null(one.seed_from)},
          {"runs", runs}};
}

}  // namespace arena
