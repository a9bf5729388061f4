#include "arena/cli/replay/two_tables.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/replay/recorded_games.hpp"
#include "arena/cli/shell.hpp"
#include "arena/series/statistics/deal_report.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

class TwoTables {
 public:
  explicit TwoTables(const Games& games) : games_(games) {}

  /// Adds the games of the next table. Returns false if one of them breaks the rules.
  bool add(const std::string& file) {
    RecordedGames table(games_, file);
    std::set<int> met;
    while (const std::optional<RecordLine> line = table.next()) {
      const Record record = table.read(*line);
      const Replayed replayed = replay_record(games_, record, {});
      if (replayed.broken) {
        table.print_break(*line, *replayed.broken);
        return false;
      }
      check(table.place_of(*line), record);
      const int deal = number_of(record);
      if (deal < 0) continue;
      if (!met.insert(deal).second)
        throw Error(fmt::format("{}: the file has this deal twice", table.place_of(*line)));
      report_->describe(deal, table_, record);
      report_->add(deal, table_, result_of(replayed.computed, sides_.count()));
    }
    if (const std::string trouble = table.trouble(); !trouble.empty()) throw Error(trouble);
    compared_ = static_cast<int>(met.size());
    ++table_;
    return true;
  }

  [[nodiscard]] bool empty() const { return !report_; }

  int print() const {
    const int alone = static_cast<int>(deals_.size()) - compared_ + not_known_;
    if (compared_ == 0)
      throw Error("the files have no deal in common: start both tables with the same --seed");
    if (alone > 0)
      fmt::print(stderr, "Left out: {} that only one table played.\n",
                 counted(static_cast<std::size_t>(alone), "deal"));
    fmt::print("{}", report_->text());
    return done;
  }

 private:
  /// The first game decides which game, options and teams they all have.
  void check(const std::string& place, const Record& record) {
    if (!report_) begin(record);
    if (record.game != game_ || record.options != options_)
      throw Error(
          fmt::format("{}: this is another game than at first, or with other options", place));
    const std::vector<std::string> teams = teams_of(record);
    const std::vector<std::string> wanted =
        table_ == 0 ? teams_ : std::vector<std::string>{teams_[1], teams_[0]};
    if (!std::ranges::equal(teams, wanted, equal_ignoring_case))  // as table managers do
      throw Error(fmt::format("{}: the sides are {} and {}, but must be {} and {}", place,
                              escaped(teams[0]), escaped(teams[1]), escaped(wanted[0]),
                              escaped(wanted[1])));
  }

  void begin(const Record& record) {
    const AnyGame& game = find_game(games_, record.game);
    if (!DealReport::exists(game, record.options, 2))
      throw Error(
          fmt::format("{} with these options does not compare two tables", game.info.title));
    game_ = record.game;
    options_ = record.options;
    sides_ = game.info.sides_of(static_cast<int>(record.players.size()));
    teams_ = teams_of(record);
    std::vector<std::string> shown;
    for (const std::string& team : teams_) shown.push_back(escaped(team));
    report_.emplace(game, record.options, shown);
  }

  /// The name of each side is that of its first seat.
  [[nodiscard]] std::vector<std::string> teams_of(const Record& record) const {
    std::vector<std::string> teams;
    for (int side = 0; side < 2; ++side)
      teams.push_back(record.players.at(static_cast<std::size_t>(side)).name);
    return teams;
  }

  /// The number of the record's deal among those of the first table; -1 if it is not there.
  int number_of(const Record& record) {
    const std::pair key(record.seed.value_or(0), json::serialize(record.deal));
    if (table_ == 0) return deals_.try_emplace(key, static_cast<int>(deals_.size())).first->second;
    const auto found = deals_.find(key);
    if (found != deals_.end()) return found->second;
    ++not_known_;
    return -1;
  }

  const Games& games_;
  std::string game_;
  json::object options_;
  Sides sides_{2, 0};
  std::vector<std::string> teams_;  // by side, at the first table
  std::optional<DealReport> report_;
  std::map<std::pair<std::uint64_t, std::string>, int> deals_;  // of the first table
  int table_ = 0;
  int compared_ = 0;
  int not_known_ = 0;
};

}  // namespace

int print_two_tables(const Games& games, const std::string& first, const std::string& second) {
  TwoTables tables(games);
  if (!tables.add(first)) return check_failed;
  if (tables.empty()) throw Error(fmt::format("\"{}\" has no game", first));
  if (!tables.add(second)) return check_failed;
  return tables.print();
}

}  // namespace arena::cli
