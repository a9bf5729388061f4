#include "arena/contest/contest.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "arena/contest/bots/runner.hpp"
#include "arena/contest/checks/upload_folder.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/series/entrants/start_trial.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/text.hpp"

namespace arena::contest {

namespace fs = std::filesystem;

namespace {

/// Others may enter, because bots are other users, but not list what is there.
constexpr auto others_may_enter =
    fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec;

void make_folder(const fs::path& path, fs::perms permissions) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) fs::permissions(path, permissions, error);
  if (error)
    throw Error(fmt::format("cannot make the folder \"{}\": {}", path.string(), error.message()));
}

}  // namespace

fs::path closed_to_bots(const fs::path& path) {
  if (::geteuid() != 0) return {};
  fs::path way;
  for (const fs::path& part : path) {
    way /= part;
    struct stat found {};
    if (::stat(way.c_str(), &found) == 0 && (found.st_mode & S_IXOTH) == 0) return way;
  }
  return {};
}

Contest check_contest(const ContestSpec& spec, const Games& games, TableCache& tables) {
  try {
    Contest contest{spec, check(spec.match, games, tables), spec.match.seats};
    const GameInfo& info = contest.game().info;
    check_seat_option(spec.match, info);
    if (contest.seats == 0) contest.seats = std::max(2, info.least_seats);
    contest.game().options.check_seats(contest.seats, contest.checked.settings.options);
    for (const HouseBot& bot : spec.house) {
      const Entrant entrant = make_entrant(bot.player, contest.game(), contest.checked.defaults);
      entrant.kind->check(contest.checked.settings, contest.seats);
    }
    return contest;
  } catch (const Error& error) {
    throw Error(fmt::format("contest {}: {}", spec.id, error.what()));
  }
}

void lay_house(ContestSpec& spec, const StateFolder& folder) {
  for (HouseBot& bot : spec.house) {
    if (bot.upload.empty()) continue;
    const fs::path target = folder.house(spec.id, bot.name);
    fs::remove_all(target);
    make_folder(target.parent_path(), others_may_enter);
    make_runner_folder({"", whole_file(bot.upload)}, *spec.runner, target, spec.quotas.build_disk);
    bot.player = bot_player(bot.name, spec.runner->protocol, target, spec.runner->command);
  }
}

void try_house(const Contest& contest) {
  std::vector<Entrant> bots;
  for (const HouseBot& bot : contest.spec.house) {
    bots.push_back(make_entrant(bot.player, contest.game(), contest.checked.defaults));
    if (bots.back().process() == nullptr) bots.pop_back();
  }
  if (bots.empty()) return;
  Spawner spawner;
  StartTrial trial(contest.checked.settings, spawner);
  const std::vector<std::string> ends = trial.early_ends(bots, std::chrono::seconds(1));
  if (!ends.empty())
    throw Error(fmt::format("contest {}, bots of the house: {}", contest.spec.id, ends.front()));
}

std::vector<int> StateFolder::put_aside(const PhaseKey& phase) const {
  const fs::path file = store(phase);
  const std::string begin = file.filename().string() + ".";
  std::vector<int> numbers;
  std::error_code none;  // the folder may not be there yet
  for (const fs::directory_entry& entry : fs::directory_iterator(file.parent_path(), none)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(begin)) continue;
    if (const auto number = to_number<int>(name.substr(begin.size()))) numbers.push_back(*number);
  }
  std::ranges::sort(numbers);
  return numbers;
}

StateFolder make_state_folder(const std::string& path, bool for_sandbox) {
  make_folder(path, others_may_enter);
  const StateFolder state{fs::canonical(path)};
  for (const char* const part : {"versions", "checks", "house"})
    make_folder(fs::path(path) / part, others_may_enter);
  for (const char* const part : {"phases", "downloads", "logs"})
    make_folder(fs::path(path) / part, fs::perms::owner_all);
  const fs::path closed = for_sandbox ? closed_to_bots(state.path) : fs::path();
  if (!closed.empty())
    throw Error(fmt::format(
        "bots in the sandbox are another user, who cannot enter \"{}\": choose another folder for "
        "the server, such as /var/lib/arena",
        closed.string()));
  return state;
}

}  // namespace arena::contest
