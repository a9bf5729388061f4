#include "arena/contest/phases/phase_field.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>

#include "arena/contest/bots/runner.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/given_deals.hpp"
#include "arena/tournament/standings.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/tournament/stored/tournament_store.hpp"
#include "arena/util/error.hpp"
#include "arena/util/sha256.hpp"
#include "arena/util/stopped.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::contest {

namespace {

constexpr const char* no_author = "it waits for the first bot of an author";

constexpr const char* entry_key = "entry";  // of an author's version: Bots::enter
constexpr const char* copy_key = "copy";
constexpr const char* hash_key = "sha256";        // of a program of the house
constexpr const char* earlier_hash_key = "hash";  // of phases that began before December 2026

/// A program as the store shows it.
json::object shown_program(const std::string& name) {
  return {{"kind", "process"}, {"keys", json::object{{"name", name}}}, {"words", json::array()}};
}

/// A version of an author's bot, under this name.
NewEntrant version_entrant(const Phase& phase, const std::string& name, VersionId id,
                           const std::string& built, const std::string& protocol,
                           const std::vector<std::string>& command) {
  const PlayerSpec player =
      bot_player(name, protocol, phase.bot_folders.folder(id, built), command);
  NewEntrant entrant = new_entrant(player, phase.contest.checked, phase.store());
  entrant.player = shown_program(name);
  entrant.player[entry_key] = phase.bots.enter(id, phase.contest.spec.id, phase.spec.name, name);
  return entrant;
}

/// The store commits to a program by the hash of its command.
NewEntrant house_entrant(const Phase& phase, const HouseBot& bot) {
  NewEntrant entrant = new_entrant(bot.player, phase.contest.checked, phase.store());
  if (!bot.player.has_files()) return entrant;
  const std::string hash = sha256(json::serialize(entrant.player));
  entrant.player = shown_program(bot.name);
  entrant.player[hash_key] = hash;
  return entrant;
}

/// Whether the stored entrant is this bot of the house. Phases that began before December 2026 have
/// the hash of settings as the file wrote them, "1" for "1s": there a program with settings is
/// known by its name.
bool is_house_bot(const Phase& phase, const HouseBot& bot, const StoredEntrant& stored) {
  json::object now = house_entrant(phase, bot).player;
  if (stored.player.contains(earlier_hash_key) && now.contains(hash_key)) {
    if (bot.player.settings != PlayerSettings()) return true;
    now[earlier_hash_key] = now[hash_key];
    now.erase(hash_key);
  }
  return is_same_player(now, stored.player);
}

NewEntrant author_entrant(const Phase& phase, const ActiveVersion& active) {
  NewEntrant entrant = version_entrant(phase, active.bot, active.first, active.built,
                                       active.protocol, active.command);
  entrant.challenger = phase.spec.format.kind == FormatKind::gauntlet;
  return entrant;
}

/// What is done for one bot after the other: what fails for one is kept for later, and does not
/// keep the others back.
class OneByOne {
 public:
  /// `what`: "ann cannot join". Throws what concerns the whole store or database.
  template <class Act>
  void attempt(const std::string& what, Act act) {
    try {
      act();
    } catch (const StoreFull&) {
      throw;
    } catch (const SQLite::Exception&) {
      throw;
    } catch (const std::exception& error) {
      failures_.push_back(fmt::format("{}: {}", what, error.what()));
    }
  }
  template <class Act>
  void join(const std::string& bot, Act act) {
    attempt(bot + " cannot join", act);
  }
  /// In one line; empty if all went well.
  [[nodiscard]] std::string failures() const { return some_of(failures_, "; "); }

 private:
  std::vector<std::string> failures_;
};

/// Before the bot's files are read, which takes time.
void check_room(std::size_t entrants) {
  if (entrants >= most_entrants)
    throw Error(fmt::format("the phase has its {} entrants", most_entrants));
}

/// What `best N of` has taken: one version of each author, and no code twice, so that copies of one
/// bot do not fill the field.
class Taken {
 public:
  /// Returns whether the version is taken.
  bool take(AccountId author, const Version& version) {
    if (authors_.contains(author) || codes_.contains(version.file) ||
        codes_.contains(version.built))
      return false;
    authors_.insert(author);
    codes_.insert({version.file, version.built});
    return true;
  }

 private:
  std::set<AccountId> authors_;
  std::set<std::string> codes_;  // hashes
};

/// The best versions of the earlier phase that may still play, as it stands now.
std::vector<NewEntrant> copies(const Phase& phase, const std::stop_token& stop) {
  const Opponents& wanted = phase.spec.opponents;
  const std::string path = phase.folder.store({phase.contest.spec.id, wanted.phase});
  std::vector<NewEntrant> entrants;
  Taken taken;
  if (!std::filesystem::exists(path)) return entrants;
  const Store earlier(path, Access::read);
  std::map<int, VersionId> versions;
  for (const StoredEntrant& stored : earlier.entrants())
    versions[stored.id] = version_of(phase.bots, stored);
  for (const EntrantStanding& standing :
       standings_of(earlier, phase.contest.game(), {}, stop).entrants) {
    if (static_cast<int>(entrants.size()) == wanted.count) break;
    if (!standing.is_active || standing.is_catching_up || standing.sums.deals == 0) continue;
    const auto version = phase.bots.version(versions[standing.id]);
    if (!version || version->state != VersionState::accepted) continue;
    const auto bot = phase.bots.find(version->bot);
    if (!bot || !taken.take(bot->account, *version)) continue;
    const std::string name = fmt::format("{}-{}", wanted.phase, entrants.size() + 1);
    entrants.push_back(version_entrant(phase, name, version->id, version->built, version->protocol,
                                       version->command));
    json::object& player = entrants.back().player;
    player[copy_key] = true;
    // Everybody may have the store, and its token is random: nothing leads to the copied version.
    entrants.back().files_hash = sha256(json::serialize(player));
  }
  return entrants;
}

std::vector<NewEntrant> house(const Phase& phase) {
  std::vector<NewEntrant> entrants;
  for (const HouseBot& bot : phase.contest.spec.house)
    entrants.push_back(house_entrant(phase, bot));
  return entrants;
}

std::vector<NewEntrant> opponents(const Phase& phase, const std::stop_token& stop) {
  if (phase.spec.opponents.kind == Opponents::Kind::best) return copies(phase, stop);
  return phase.spec.opponents.kind == Opponents::Kind::house ? house(phase)
                                                             : std::vector<NewEntrant>();
}

/// Why a gauntlet has too few opponents.
std::string missing_opponents(const Phase& phase, int count, int needed) {
  const Opponents& wanted = phase.spec.opponents;
  if (wanted.kind == Opponents::Kind::best && count == 0)
    return fmt::format("it waits for opponents: no bot has a result in the phase {}", wanted.phase);
  return fmt::format("it waits for opponents: {} of {} are there", count, needed);
}

std::string missing_bots(std::size_t count, int needed) {
  return fmt::format("it waits for bots: {} of {} are there", count, needed);
}

/// What the phase's store is about, for whoever reads it. `left_over`: bots without a place in it.
std::string description(const Phase& phase, std::size_t left_over) {
  const PhaseSpec& spec = phase.spec;
  const std::string deals = spec.deals.empty()
                                ? std::to_string(spec.format.deals)
                                : in_quotes(std::filesystem::path(spec.deals).filename().string());
  const std::string others =
      left_over == 0
          ? ""
          : fmt::format("# It has room for {} bots: the {} that were made last have no place.\n",
                        most_entrants, left_over);
  return fmt::format("# phase {} of contest {}\n{}game = \"{}\"\nformat = \"{}\"\ndeals = {}\n",
                     spec.name, phase.contest.spec.id, others, phase.contest.game().info.name,
                     boost::describe::enum_to_string(spec.format.kind, ""), deals);
}

class Update {
 public:
  explicit Update(const Phase& phase)
      : phase_(phase),
        store_(phase.store(), Access::write),
        active_(phase.bots.active(phase.contest.spec.id)) {
    for (const StoredEntrant& stored : store_.entrants()) {
      if (!stored.stays.has_left()) here_.emplace(stored.name, stored);
    }
  }

  void withdraw() {
    for (auto one = here_.begin(); one != here_.end();) {
      bool has_left = false;
      one_by_one_.attempt(one->first + " cannot leave", [&] {
        if (!must_leave(one->second)) return;
        store_.withdraw(one->first);
        has_left = true;
      });
      one = has_left ? here_.erase(one) : std::next(one);
    }
  }

  void bring_in() {
    if (!phase_.spec.is_open()) return;
    if (has_house()) bring_in_house();
    for (const ActiveVersion& version : active_) {
      const auto found = here_.find(version.bot);
      if (found == here_.end() || version_of(found->second) != version.first)
        bring_in(
            version.bot, [&] { return author_entrant(phase_, version); },
            [](const StoredEntrant&) { return false; });
    }
  }

  [[nodiscard]] std::string failures() const { return one_by_one_.failures(); }

 private:
  [[nodiscard]] bool has_house() const {
    return phase_.spec.opponents.kind == Opponents::Kind::house;
  }

  /// The contest's file may have other bots of the house than when the phase began.
  void bring_in_house() {
    for (const HouseBot& bot : phase_.contest.spec.house) {
      const auto found = here_.find(bot.name);
      const bool is_authors = found != here_.end() && version_of(found->second) != 0;
      if (is_authors) continue;
      bring_in(
          bot.name, [&] { return house_entrant(phase_, bot); },
          [&](const StoredEntrant& there) { return is_house_bot(phase_, bot, there); });
    }
  }

  /// Unless it is there already, in place of another one of this name.
  template <class MakeEntrant, class IsIt>
  void bring_in(const std::string& name, MakeEntrant make_entrant, IsIt is_it) {
    one_by_one_.join(name, [&] {
      const auto found = here_.find(name);
      const bool is_new = found == here_.end();
      if (is_new) check_room(here_.size());
      if (!is_new && is_it(found->second)) return;
      const StoredEntrant stored =
          to_stored(make_entrant(), phase_.contest.checked.settings, phase_.contest.seats);
      if (is_new)
        store_.add(stored);
      else
        store_.replace(stored);
      here_[name] = stored;
    });
  }

  /// Bots of authors that are not active any more, those that are disqualified, and bots of the
  /// house that the contest's file does not have any more.
  [[nodiscard]] bool must_leave(const StoredEntrant& stored) const {
    const VersionId id = version_of(stored);
    if (id == 0 && stored.player.contains(entry_key)) return true;  // of an older database
    if (id == 0)
      return phase_.spec.is_open() && has_house() &&
             phase_.contest.spec.house_bot(stored.name) == nullptr;
    const bool is_gone =
        phase_.spec.is_open() && !is_copy(stored) &&
        std::ranges::find(active_, stored.name, &ActiveVersion::bot) == active_.end();
    const auto version = phase_.bots.version(id);
    return is_gone || !version || version->state == VersionState::disqualified;
  }

  [[nodiscard]] VersionId version_of(const StoredEntrant& stored) const {
    return contest::version_of(phase_.bots, stored);
  }

  const Phase& phase_;
  Store store_;
  std::vector<ActiveVersion> active_;
  std::map<std::string, StoredEntrant> here_;  // by name
  OneByOne one_by_one_;
};

PlayerSpec unchanged_house_bot(const Phase& phase, const StoredEntrant& stored) {
  const HouseBot* const bot = phase.contest.spec.house_bot(stored.name);
  if (bot == nullptr || !is_house_bot(phase, *bot, stored))
    throw Gone(
        "the contest's file has another bot of the house of that name than when the phase began");
  return bot->player;
}

PlayerSpec player_of(const Phase& phase, const StoredEntrant& stored) {
  if (stored.player.contains(hash_key) || stored.player.contains(earlier_hash_key))
    return unchanged_house_bot(phase, stored);
  if (!stored.player.contains(entry_key)) {
    if (!change_of(stored, phase.contest.game()).empty())
      throw Gone("its built-in bot has another version here than when the phase began");
    return read_player(stored.player);
  }
  const auto version = phase.bots.version(version_of(phase.bots, stored));
  if (!version) throw Gone("its version is not there");
  return bot_player(stored.name, version->protocol,
                    phase.bot_folders.folder(version->id, version->built), version->command);
}

}  // namespace

VersionId version_of(Bots& bots, const StoredEntrant& entrant) {
  const json::value* const token = entrant.player.if_contains(entry_key);
  return token != nullptr && token->is_string() ? bots.entered(std::string(token->get_string()))
                                                : 0;
}

bool is_copy(const StoredEntrant& entrant) { return entrant.player.contains(copy_key); }

/// An open phase begins without those that fail: they are tried again while it is played.
NewPhase create_phase(const Phase& phase, const std::stop_token& stop) {
  std::vector<ActiveVersion> active = phase.bots.active(phase.contest.spec.id);
  const bool is_gauntlet = phase.spec.format.kind == FormatKind::gauntlet;
  if (is_gauntlet && active.empty()) return no_author;
  std::filesystem::create_directories(std::filesystem::path(phase.store()).parent_path());
  std::vector<NewEntrant> others = opponents(phase, stop);
  const GameInfo& info = phase.contest.game().info;
  FormatSettings format = phase.spec.format;
  format.players = info.sides_of(phase.contest.seats).count();
  if (is_gauntlet && static_cast<int>(others.size()) < format.players - 1)
    return missing_opponents(phase, static_cast<int>(others.size()), format.players - 1);
  // A format in which no bot joins later takes those that were made first.
  const std::size_t room = most_entrants - others.size();
  const std::size_t left_over =
      phase.spec.is_open() ? 0 : active.size() - std::min(active.size(), room);
  active.resize(active.size() - left_over);
  OneByOne one_by_one;
  std::vector<NewEntrant> entrants;
  for (const ActiveVersion& version : active) {
    end_if(stop);
    one_by_one.join(version.bot, [&] {
      check_room(entrants.size() + others.size());
      entrants.push_back(author_entrant(phase, version));
    });
  }
  const std::string failures = one_by_one.failures();
  const bool has_authors = !is_gauntlet || !entrants.empty();
  std::ranges::move(others, std::back_inserter(entrants));
  const bool has_enough = has_authors && static_cast<int>(entrants.size()) >= format.players;
  if (!failures.empty() && !(has_enough && phase.spec.is_open())) throw Error(failures);
  if (!has_enough) return missing_bots(entrants.size(), format.players);
  CheckedSettings checked = phase.contest.checked;
  checked.seed = draw_root_seed();
  if (!phase.spec.deals.empty()) give_deals(phase.spec.deals, checked);
  const NewTournament tournament{checked.settings,    phase.contest.seats,           format,
                                 checked.seed,        description(phase, left_over), std::nullopt,
                                 !phase.spec.is_final};
  return create_tournament(phase.store(), tournament, entrants);
}

std::string missing_bots(const Phase& phase, const Store& store) {
  const std::vector<StoredEntrant> all = store.entrants();
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(all, [](const StoredEntrant& one) { return !one.stays.has_left(); }));
  const int needed = phase.contest.game().info.sides_of(phase.contest.seats).count();
  const bool has_author = std::ranges::any_of(
      all, [](const StoredEntrant& one) { return one.challenger && !one.stays.has_left(); });
  if (phase.spec.format.kind == FormatKind::gauntlet && !has_author) return no_author;
  return count < static_cast<std::size_t>(needed) ? missing_bots(count, needed) : "";
}

std::string deal_problems(const Phase& phase) {
  if (phase.spec.deals.empty() || std::filesystem::exists(phase.store())) return "";
  try {
    CheckedSettings checked = phase.contest.checked;
    return give_deals(phase.spec.deals, checked);
  } catch (const Error& error) {
    throw Error(fmt::format("contest {}, phase {}: {}", phase.contest.spec.id, phase.spec.name,
                            error.what()));
  }
}

std::string update_phase(const Phase& phase) {
  Update update(phase);
  update.withdraw();
  update.bring_in();
  return update.failures();
}

std::string withdraw_from(const Phase& phase) {
  Update update(phase);
  update.withdraw();
  return update.failures();
}

Entrant phase_entrant(const Phase& phase, const StoredEntrant& stored) {
  Entrant entrant;
  try {
    entrant = make_entrant(player_of(phase, stored), phase.contest.game(),
                           phase.contest.checked.defaults);
  } catch (const Error& error) {
    const bool is_gone = dynamic_cast<const Gone*>(&error) != nullptr;
    if (!is_gone || !stored.stays.has_left())
      throw Error(fmt::format("{} cannot play: {}", stored.name, error.what()));
    // Otherwise the rest of its last batch could never be played.
    entrant.kind = std::make_shared<MissingEntrant>(fmt::format("cannot start: {}", error.what()));
  }
  entrant.name = stored.name;
  return entrant;
}

}  // namespace arena::contest
