// Files of tournaments.
#include <algorithm>
#include <string>

#include "arena/tournament/tournament_file.hpp"
#include "arena/util/error.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

void check_words(const FileWords& words) {
  require(!words.words.empty(), "what a file says is a word or more");
  require(words.place.starts_with("fuzz/t.toml:"), "everything has its place in the file");
}

void check_file(const TournamentFile& file) {
  require(file.game.words.size() == 1, "a game is one word");
  check_words(file.game);
  for (const FileWords& option : file.options) {
    check_words(option);
    require(option.words.front().starts_with("--"), "an option begins as one");
  }
  require(file.entrants.size() >= 2, "a tournament has two entrants");
  for (const FileEntrant& entrant : file.entrants) {
    check_words(entrant.player);
    const auto same = [&](const FileEntrant& other) { return other.name == entrant.name; };
    require(std::ranges::count_if(file.entrants, same) == 1, "each name is there once");
  }
  require(file.jobs >= 0 && file.seats >= 0, "numbers are in their range");
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
