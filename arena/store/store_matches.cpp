// Some matches of a store, found by its indexes.
#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "arena/store/store_parts.hpp"

namespace arena {

namespace {

/// The numbers of at most `count` matches of one entrant. The plus signs keep SQLite from walking
/// through all matches of a bot that hardly ever forfeits.
std::string of_entrant(const MatchQuery& query) {
  const std::string order = query.newest_first ? " DESC LIMIT ?" : " LIMIT ?";
  if (query.only_forfeits)
    return "SELECT match FROM result WHERE entrant = ? AND fault <> '' AND +match >= ? AND "
           "+match < ? ORDER BY +match" +
           order;
  return "SELECT match FROM result WHERE entrant = ? AND match >= ? AND match < ? ORDER BY match" +
         order;
}

template <class Order>
std::vector<int> first_of(const std::set<int, Order>& numbers, int count) {
  std::vector<int> first(numbers.begin(), numbers.end());
  first.resize(std::min(first.size(), static_cast<std::size_t>(count)));
  return first;
}

}  // namespace

std::vector<StoredMatch> Store::find(const MatchQuery& query) const {
  const int before = query.before.value_or(std::numeric_limits<int>::max());
  std::set<int> numbers;
  std::vector<StoredMatch> found;
  const auto add_numbers = [&](SQLite::Statement& row) {
    while (row.executeStep()) numbers.insert(row.getColumn(0).getInt());
  };
  parts_->read([&] {
    if (query.entrants.empty() && !query.only_forfeits) {
      SQLite::Statement& row = parts_->statement(
          std::string("SELECT number FROM match WHERE number >= ? AND number < ? ORDER BY number") +
          (query.newest_first ? " DESC LIMIT ?" : " LIMIT ?"));
      SQLite::bind(row, query.first, before, query.count);
      add_numbers(row);
      row.reset();
    } else {
      const std::set<int> all = parts_->ids();
      const std::vector<int> entrants =
          query.entrants.empty() ? std::vector<int>(all.begin(), all.end()) : query.entrants;
      for (const int entrant : entrants) {
        SQLite::Statement& row = parts_->statement(of_entrant(query));
        SQLite::bind(row, entrant, query.first, before, query.count);
        add_numbers(row);
        row.reset();
      }
    }
    const std::vector<int> wanted =
        query.newest_first
            ? first_of(std::set<int, std::greater<>>(numbers.begin(), numbers.end()), query.count)
            : first_of(numbers, query.count);
    for (const int number : wanted) {
      SQLite::Statement& row =
          parts_->statement(std::string(match_columns) + "WHERE m.number = ? ORDER BY r.seat");
      SQLite::bind(row, number);
      while (row.executeStep()) {
        if (found.empty() || found.back().number != number) found.push_back(read_match(row));
        found.back().seats.push_back(read_seat(row));
      }
      row.reset();
    }
  });
  return found;
}

void Store::for_each_match_of_forfeited_deals(
    const std::function<void(const StoredMatch&)>& use) const {
  parts_->read([&] {
    SQLite::Statement row(parts_->database,
                          std::string(match_columns) +
                              "WHERE m.deal IN (SELECT f.deal FROM match f JOIN result s ON "
                              "s.match = f.number WHERE s.fault <> '') ORDER BY m.number, r.seat");
    std::optional<StoredMatch> match;
    while (row.executeStep()) {
      if (match && row.getColumn(0).getInt() != match->number) use(*std::exchange(match, {}));
      if (!match) match = read_match(row);
      match->seats.push_back(read_seat(row));
    }
    if (match) use(*match);
  });
}

}  // namespace arena
