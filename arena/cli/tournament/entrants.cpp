// `arena entrants`: who takes part in a tournament. Entrants come and go while it is played.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "arena/cli/match_command.hpp"
#include "arena/cli/shell.hpp"
#include "arena/cli/tournament/tournament_plan.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/tournament/stored/tournament_store.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/pretty_json.hpp"

namespace arena::cli {

namespace {

struct EntrantsOptions {
  std::string store;
  std::string action;  // empty: list
  std::string name;
  bool as_json = false;
};

/// An entrant with what it has done.
struct ListedEntrant {
  StoredEntrant entrant;
  Sums sums;
};

std::vector<ListedEntrant> listed(const Store& store) {
  std::vector<ListedEntrant> list;
  for (StoredEntrant& entrant : store.entrants()) list.push_back({std::move(entrant), {}});
  for (const DealSums& row : store.sums()) {
    const auto found = std::ranges::find(list, row.entrant,
                                         [](const ListedEntrant& one) { return one.entrant.id; });
    if (!row.opponent && found != list.end()) found->sums = row.sums;
  }
  return list;
}

json::array stays_json(const Stays& stays) {
  json::array all;
  for (const Stay& stay : stays.all)
    all.push_back({{"since", stay.since}, {"until", json::value_from(stay.until)}});
  return all;
}

/// "1" or, of one that came back, "1, 7".
std::string list_of(const Stays& stays, std::optional<int> (*moment)(const Stay&)) {
  std::vector<int> batches;
  for (const Stay& stay : stays.all) {
    if (const std::optional<int> batch = moment(stay)) batches.push_back(*batch + 1);
  }
  return fmt::format("{}", fmt::join(batches, ", "));
}

json::array list_json(const std::vector<ListedEntrant>& list) {
  json::array rows;
  for (const auto& [entrant, sums] : list) {
    rows.push_back({{"name", entrant.name},
                    {"player", player_text(read_player(entrant.player))},
                    {builtins_key, identities_of(entrant)},
                    {"since", entrant.stays.first_batch()},
                    {"until", json::value_from(entrant.stays.all.back().until)},
                    {"stays", stays_json(entrant.stays)},
                    {"deals", sums.deals},
                    {"forfeits", sums.forfeits}});
  }
  return rows;
}

std::string list_text(const std::vector<ListedEntrant>& list) {
  std::size_t width = 7;
  for (const ListedEntrant& one : list) width = std::max(width, one.entrant.name.size());
  std::string text = fmt::format("{:<{}} {:>6} {:>6} {:>7} {:>9}  player\n", "entrant", width,
                                 "since", "until", "deals", "forfeits");
  for (const auto& [entrant, sums] : list) {
    const std::string since =
        list_of(entrant.stays, [](const Stay& stay) { return std::optional(stay.since); });
    const std::string until = list_of(entrant.stays, [](const Stay& stay) { return stay.until; });
    text +=
        fmt::format("{:<{}} {:>6} {:>6} {:>7} {:>9}  {}\n", entrant.name, width, since, until,
                    sums.deals, sums.forfeits, escaped(player_text(read_player(entrant.player))));
  }
  return text + "since: the first batch with the entrant; until: the first one without it.\n";
}

class EntrantsCommand {
 public:
  EntrantsCommand(const EntrantsOptions& options, const Shell& shell)
      : options_(options), shell_(shell) {}

  int run() {
    if (options_.action.empty()) return list();
    if (options_.as_json) throw Error("--json is for the list of entrants");
    if (options_.name.empty()) throw Error(fmt::format("{} needs a name", options_.action));
    Store store(options_.store, Access::write);
    const bool leaves = options_.action == "withdraw";
    check_state(store, leaves);
    if (leaves && !shell_.players.empty()) throw Error("withdraw takes no player");
    if (leaves)
      store.withdraw(options_.name);
    else if (options_.action == "add")
      store.add(entrant(store.tournament()));
    else
      store.replace(entrant(store.tournament()));
    fmt::print("This takes effect with batch {}.\n", store.next_batch() + 1);
    return done;
  }

 private:
  int list() const {
    if (!shell_.players.empty()) throw Error("to add a player, write: add NAME PLAYER");
    const std::vector<ListedEntrant> list = listed(Store(options_.store, Access::snapshot));
    if (options_.as_json)
      fmt::print("{}\n", compact(list_json(list)));
    else
      fmt::print("{}", list_text(list));
    return done;
  }

  void check_state(const Store& store, bool leaves) const {
    const StoredTournament tournament = store.tournament();
    if (tournament.is_run())
      throw Error(
          fmt::format("\"{}\" holds games of arena run: its entrants come with arena run --store",
                      options_.store));
    if (tournament.seed) throw Error("the tournament is over: its entrants stay as they are");
    if (!leaves && tournament.format.ends_with("knockout") && store.next_batch() > 0)
      throw Error("the knockout has begun: it takes no new entrants, but withdraw works");
  }

  [[nodiscard]] StoredEntrant entrant(const StoredTournament& tournament) const {
    if (shell_.players.empty())
      throw Error(fmt::format("{} needs a player: -p, -m or -b", options_.action));
    PlayerSpec player = shell_.players.front();
    if (shell_.players.size() > 1) player = {.kind = PlayerKind::team, .bots = shell_.players};
    if (!player.name.empty()) throw Error("the name stands before the player: leave out name=");
    player.name = options_.name;
    MatchSettings match = stored_plan(tournament, options_.store).spec.match;
    match.seats = tournament.seats;
    const CheckedSettings checked = arena::check(match, shell_.games, shell_.table_cache);
    return to_stored(new_entrant(player, checked, options_.store), checked.settings,
                     tournament.seats);
  }

  const EntrantsOptions& options_;
  const Shell& shell_;
};

}  // namespace

void add_entrants(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto options = std::make_shared<EntrantsOptions>();
  command.add_option("STORE", options->store, "The file of the tournament")->required();
  command.add_option("ACTION", options->action, "add, withdraw or replace; without it: a list")
      ->check(CLI::IsMember({"add", "withdraw", "replace"}));
  command.add_option("NAME", options->name, "The entrant");
  command.add_flag("--json", options->as_json, "The list as JSON");
  command.footer(
      "\nA change takes effect when the next batch begins, also while the tournament is played.\n"
      "A bot that comes back under its name keeps its results." +
      bots_help("  arena entrants cup.db                                  who takes part\n"
                "  arena entrants cup.db add ann -p python3 ann.py\n"
                "  arena entrants cup.db replace ann -p python3 ann2.py   a new bot, a new count\n"
                "  arena entrants cup.db withdraw ann"));
  shell.on(command, [&shell, options] { return EntrantsCommand(*options, shell).run(); });
}

}  // namespace arena::cli
