#include "arena/match/spectator.hpp"

#include <set>

#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

namespace {

constexpr std::size_t longest_name = 16;

}  // namespace

std::vector<std::string> spectator_names(const std::vector<RecordedPlayer>& players) {
  std::vector<std::string> names;
  std::set<std::string> different;
  for (const RecordedPlayer& player : players) {
    names.push_back(first_characters(escaped(player.name), longest_name));
    if (!names.back().empty()) different.insert(names.back());
  }
  if (different.size() == names.size()) return names;
  for (std::size_t seat = 0; seat < names.size(); ++seat)
    names[seat] = "seat " + std::to_string(seat);
  return names;
}

}  // namespace arena
