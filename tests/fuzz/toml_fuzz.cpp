// Files of tournaments.
#include <algorithm>
#include <string>

#include "arena/tournament/described/tournament_file.hpp"
#include "arena/util/error.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

void check_file(const TournamentFile& file) {
  const TournamentSpec& spec = file.spec;
  require(!spec.match.game.empty(), "there is a game");
  require(spec.entrants.size() >= 2, "a tournament has two entrants");
  for (const EntrantSpec& entrant : spec.entrants) {
    const auto same = [&](const EntrantSpec& other) {
      return other.player.name == entrant.player.name;
    };
    require(std::ranges::count_if(spec.entrants, same) == 1, "each name is there once");
  }
  require(file.jobs >= 0 && spec.match.seats >= 0, "numbers are in their range");
  const boost::json::object written = to_json(spec);
  require(to_json(read_tournament_spec(boost::json::serialize(written))) == written,
          "a plan is read as it was written");
}

}  // namespace
}  // namespace arena::fuzz

ARENA_FUZZ_TARGET(toml)(const std::uint8_t* data, std::size_t size) {
  using namespace arena;
  const std::string_view text(reinterpret_cast<const char*>(data), size);  // NOLINT: bytes are text
  try {
    fuzz::check_file(read_tournament(text, "fuzz/t.toml"));
  } catch (const Error& error) {
    fuzz::require(std::string_view(error.what()).starts_with("fuzz/t.toml"),
                  "an error begins with the file's name");
  }
  return 0;
}
