// The games of a PBN file as they are written: tags, and the words of the sections Auction and
// Play. What they mean is pbn_read.cpp's part.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "games/bridge/files/pbn.hpp"

namespace arena::bridge {

/// The tags that are read. The others do not matter here.
enum class PbnTag : std::size_t {
  event,
  site,
  date,
  board,
  west,
  north,
  east,
  south,
  dealer,
  vulnerable,
  deal,
  scoring,
  declarer,
  contract,
  result,
  double_dummy_tricks,
  optimum_score,
  room,
  auction,
  play,
  count
};
inline constexpr auto pbn_tag_count = static_cast<std::size_t>(PbnTag::count);

struct PbnValue {
  std::string text;      // UTF-8
  std::size_t line = 0;  // 0: the game does not have this tag
};

struct PbnWord {
  std::string_view text;  // of the file
  std::size_t line = 0;
};

/// One game of a file.
struct PbnGame {
  std::size_t line = 0;
  std::array<PbnValue, pbn_tag_count> tags;
  std::vector<PbnWord> auction;
  std::vector<PbnWord> play;
  std::map<int, std::string> notes;  // of the auction, by number

  [[nodiscard]] const PbnValue& of(PbnTag tag) const { return tags[static_cast<std::size_t>(tag)]; }
  /// The value; empty if it is unknown, "?".
  [[nodiscard]] std::string_view text(PbnTag tag) const {
    const std::string& text = of(tag).text;
    return text == "?" ? std::string_view() : std::string_view(text);
  }
};

/// Calls `take` for each game of the file with the tags that it has and inherits. Adds what cannot
/// be read to `problems`, and stops when these are too many. Games with a wrong tag are left out.
void for_each_pbn_game(std::string_view file, std::vector<FileProblem>& problems,
                       const std::function<void(const PbnGame&)>& take);

}  // namespace arena::bridge
