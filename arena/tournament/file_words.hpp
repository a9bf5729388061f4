// Parts of a file as words of the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// Words of the command line, and where they stand in the file: "cup.toml:12:3". Who refuses them
/// later names that place too.
struct FileWords {
  std::string place;
  std::vector<std::string> words;
};

/// Files that the keys of a format name; empty: none.
struct FormatFiles {
  std::string ratings_from;  // knockouts: a store whose ratings are the seed ratings
  std::string deals;         // of another program (setup/given_deals.hpp)
};

/// "order known at 95%" as 0.95. Throws Error for other texts; the number is from 50 to 99.
double read_stop_when(std::string_view text);

}  // namespace arena
