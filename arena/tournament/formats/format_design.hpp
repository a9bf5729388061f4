// Which entrants sit at one table, so that all meet equally often, as far as the numbers allow. Two
// at a table: the circle method, whose rounds seat everybody. More: all subsets where they are few,
// else a cyclic design: a few base blocks that are shifted round the circle of entrants (with or
// without one who stays), found by a search that always takes the same steps.
#pragma once

#include <string>
#include <vector>

namespace arena {

/// The entrants of one table; of two, by seat.
using Block = std::vector<int>;

/// How evenly blocks treat the entrants: the smallest and the largest count of each kind.
struct Balance {
  struct Range {
    int least = 0;
    int most = 0;
    [[nodiscard]] bool is_even() const { return least == most; }
    friend bool operator==(const Range&, const Range&) = default;
  };
  int blocks = 0;
  Range tables;    // of an entrant
  Range meetings;  // of two entrants
};

/// The balance of blocks of entrants from 0 to entrants - 1.
Balance balance_of(const std::vector<Block>& blocks, int entrants);
/// "33 tables, each entrant at 11, each two meet at 3", or with "2 or 3" where it is not even.
std::string balance_text(const Balance& balance);

/// Blocks of `seats` of the entrants from 0 to entrants - 1, so that all meet. At most as many
/// blocks as there are ordered pairs, or all subsets. Empty: there are too few entrants.
std::vector<Block> balanced_blocks(int entrants, int seats);

/// One base block of `seats`, shifted: each entrant is in `seats` blocks. REQUIRES: entrants >
/// seats.
std::vector<Block> shifted_blocks(int entrants, int seats);

}  // namespace arena
