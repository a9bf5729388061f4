#include "arena/host/phase_field.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "arena/host/bot_player.hpp"
#include "arena/host/upload_folder.hpp"
#include "arena/setup/stored_player.hpp"
#include "arena/tournament/standings.hpp"
#include "arena/tournament/tournament_store.hpp"
#include "arena/util/error.hpp"

namespace arena::host {

namespace {

constexpr const char* version_key = "version";
constexpr const char* copy_key = "copy";

/// The version's folder, made from the database if it is missing.
std::string folder_of(const Phase& phase, VersionId version, const std::string& built) {
  std::string folder = phase.folder.version(built);
  if (!std::filesystem::exists(folder)) make_bot_folder(phase.bots.built(version), folder);
  return folder;
}

/// A version of an author's bot, under this name.
NewEntrant version_entrant(const Phase& phase, const std::string& name, VersionId id,
                           const std::string& built, const std::string& protocol,
                           const std::vector<std::string>& command) {
  const PlayerArg player = bot_player(name, protocol, folder_of(phase, id, built), command);
  NewEntrant entrant = new_entrant(player, phase.contest.checked, phase.store());
  entrant.player[version_key] = id;
  return entrant;
}

NewEntrant author_entrant(const Phase& phase, const ActiveVersion& active) {
  NewEntrant entrant = version_entrant(phase, active.bot, active.version, active.built,
                                       active.protocol, active.command);
  entrant.challenger = phase.spec.format.kind == FormatKind::gauntlet;
  return entrant;
}

/// The best versions of the earlier phase that may still play, as it stands now.
std::vector<NewEntrant> copies(const Phase& phase) {
  const Opponents& wanted = phase.spec.opponents;
  const std::string path = phase.folder.store({phase.contest.spec.id, wanted.phase});
  std::vector<NewEntrant> entrants;
  if (!std::filesystem::exists(path)) return entrants;
  const Store earlier(path, Access::read);
  std::map<int, VersionId> versions;
  for (const StoredEntrant& stored : earlier.entrants()) versions[stored.id] = version_of(stored);
  for (const EntrantStanding& standing : standings_of(earlier).entrants) {
    if (static_cast<int>(entrants.size()) == wanted.count) break;
    if (!standing.is_active || standing.sums.deals == 0) continue;
    const auto version = phase.bots.version(versions[standing.id]);
    if (!version || version->state != VersionState::accepted) continue;
    const std::string name = fmt::format("{}-{}", wanted.phase, entrants.size() + 1);
    entrants.push_back(version_entrant(phase, name, version->id, version->built, version->protocol,
                                       version->command));
    entrants.back().player[copy_key] = true;
  }
  return entrants;
}

std::vector<NewEntrant> opponents(const Phase& phase) {
  if (phase.spec.opponents.kind == Opponents::Kind::best) return copies(phase);
  std::vector<NewEntrant> entrants;
  if (phase.spec.opponents.kind == Opponents::Kind::house) {
    for (const HouseBot& bot : phase.contest.spec.house)
      entrants.push_back(new_entrant(bot.player, phase.contest.checked, phase.store()));
  }
  return entrants;
}

/// What the phase's store is about, for whoever reads it.
std::string description(const Phase& phase) {
  return fmt::format("# phase {} of contest {}\ngame = \"{}\"\nformat = \"{}\"\ndeals = {}\n",
                     phase.spec.name, phase.contest.spec.id, phase.contest.game().info().name,
                     boost::describe::enum_to_string(phase.spec.format.kind, ""),
                     phase.spec.format.deals);
}

class Update {
 public:
  explicit Update(const Phase& phase) : phase_(phase), store_(phase.store(), Access::write) {
    for (const StoredEntrant& stored : store_.entrants()) {
      if (!stored.until) here_.emplace(stored.name, stored);
    }
  }

  bool run() {
    std::set<std::string> active;
    for (const ActiveVersion& version : phase_.bots.active(phase_.contest.spec.id)) {
      active.insert(version.bot);
      if (phase_.spec.is_open()) bring_in(version);
    }
    for (const auto& [name, stored] : here_) {
      const VersionId version = version_of(stored);
      const bool is_gone = phase_.spec.is_open() && !is_copy(stored) && !active.contains(name);
      if (version != 0 && (is_gone || is_disqualified(version))) {
        store_.withdraw(name);
        has_changed_ = true;
      }
    }
    return has_changed_;
  }

 private:
  void bring_in(const ActiveVersion& version) {
    const auto found = here_.find(version.bot);
    if (found != here_.end() && version_of(found->second) == version.version) return;
    const StoredEntrant stored = to_stored(author_entrant(phase_, version),
                                           phase_.contest.checked.settings, phase_.contest.seats);
    if (found == here_.end()) {
      store_.add(stored);
    } else {
      store_.replace(stored);
      here_.erase(found);
    }
    has_changed_ = true;
  }

  [[nodiscard]] bool is_disqualified(VersionId id) const {
    const auto version = phase_.bots.version(id);
    return !version || version->state == VersionState::disqualified;
  }

  const Phase& phase_;
  Store store_;
  std::map<std::string, StoredEntrant> here_;
  bool has_changed_ = false;
};

}  // namespace

VersionId version_of(const StoredEntrant& entrant) {
  const json::value* const version = entrant.player.if_contains(version_key);
  return version != nullptr && version->is_int64() ? version->get_int64() : 0;
}

bool is_copy(const StoredEntrant& entrant) { return entrant.player.contains(copy_key); }

std::optional<Store> create_phase(const Phase& phase) {
  std::filesystem::create_directories(std::filesystem::path(phase.store()).parent_path());
  std::vector<NewEntrant> entrants;
  for (const ActiveVersion& active : phase.bots.active(phase.contest.spec.id))
    entrants.push_back(author_entrant(phase, active));
  const bool is_gauntlet = phase.spec.format.kind == FormatKind::gauntlet;
  if (is_gauntlet && entrants.empty()) return std::nullopt;
  std::vector<NewEntrant> others = opponents(phase);
  const GameInfo& info = phase.contest.game().info();
  FormatSettings format = phase.spec.format;
  format.players = info.sides_of(phase.contest.seats).count();
  if (is_gauntlet && static_cast<int>(others.size()) < format.players - 1) return std::nullopt;
  std::ranges::move(others, std::back_inserter(entrants));
  if (static_cast<int>(entrants.size()) < format.players) return std::nullopt;
  const NewTournament tournament{phase.contest.checked.settings,
                                 phase.contest.seats,
                                 format,
                                 draw_root_seed(),
                                 description(phase),
                                 std::nullopt};
  return create_tournament(phase.store(), tournament, entrants);
}

bool update_phase(const Phase& phase) { return Update(phase).run(); }

Entrant phase_entrant(const Phase& phase, const StoredEntrant& stored) {
  PlayerDefaults defaults = phase.contest.checked.defaults;
  defaults.store = phase.store();
  PlayerArg player = read_player(stored.player);
  if (const VersionId id = version_of(stored); id != 0) {
    // The server's folder may have moved since the version entered.
    const auto version = phase.bots.version(id);
    if (!version) throw Error(fmt::format("the version of {} is not there", stored.name));
    player = bot_player(stored.name, version->protocol, folder_of(phase, id, version->built),
                        version->command);
    defaults.store.clear();
  }
  Entrant entrant = make_entrant(player, phase.contest.game(), defaults);
  entrant.name = stored.name;
  return entrant;
}

}  // namespace arena::host
