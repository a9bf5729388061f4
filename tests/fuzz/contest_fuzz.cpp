// Files of contests.
#include <algorithm>
#include <set>
#include <string>

#include "arena/contest/contest_file.hpp"
#include "arena/util/error.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

void check_phase(const contest::ContestSpec& contest, const contest::PhaseSpec& phase) {
  require(contest.phase(phase.name) == &phase, "each phase has a name of its own");
  require(!phase.from || !phase.until || *phase.from < *phase.until, "a phase ends after it began");
  if (phase.opponents.kind == contest::Opponents::Kind::best)
    require(contest.phase(phase.opponents.phase) < &phase, "copies are of an earlier phase");
  if (phase.opponents.kind == contest::Opponents::Kind::house)
    require(!contest.house.empty(), "a phase against the house has bots of the house");
}

void check_file(const contest::ContestFile& file) {
  require(!file.contests.empty(), "a server has a contest");
  require(file.server.port >= 0 && file.server.port <= 65'535, "a port is one");
  require(file.server.url.starts_with("http"), "the address is one of the web");
  for (const contest::ContestSpec& contest : file.contests) {
    require(file.contest(contest.id) == &contest, "each contest has a name of its own");
    require(!contest.phases.empty(), "a contest has a phase");
    require(contest.quotas.bots > 0 && contest.quotas.kept_versions > 0, "quotas are positive");
    for (const contest::PhaseSpec& phase : contest.phases) check_phase(contest, phase);
    for (const contest::HouseBot& bot : contest.house)
      require(contest.house_bot(bot.name) == &bot, "each bot of the house has a name of its own");
  }
}

}  // namespace
}  // namespace arena::fuzz

ARENA_FUZZ_TARGET(contest)(const std::uint8_t* data, std::size_t size) {
  using namespace arena;
  const std::string_view text(reinterpret_cast<const char*>(data), size);  // NOLINT: bytes are text
  for (const std::string_view key : {"class_list", "runner"}) {
    if (text.find(key) != std::string_view::npos) return 0;  // it names a file of this system
  }
  try {
    fuzz::check_file(contest::read_contests(text, "fuzz/c.toml"));
  } catch (const Error& error) {
    fuzz::require(std::string_view(error.what()).starts_with("fuzz/c.toml"),
                  "an error begins with the file's name");
  }
  return 0;
}
