// Boards of bridge in PBN, as any program may write them.
#include <algorithm>
#include <string>

#include "arena/util/text.hpp"
#include "games/bridge/lin.hpp"
#include "games/bridge/pbn.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

using namespace bridge;

void check_board(const PlayedBoard& board) {
  const std::string text = std::string(pbn_head) + write_pbn(board);
  for (const std::string_view line : lines_of(text))
    require(line.size() <= 255, "a line has at most 255 characters");
  const PbnFile again = read_pbn(text);
  require(again.problems.empty() && again.boards.size() == 1, "what is written can be read");
  require(std::string(pbn_head) + write_pbn(again.boards[0]) == text,
          "what is read again is the same");
  require(again.boards[0].tricks.cards == board.tricks.cards, "the play is the same");
  require(write_lin(board).find('\n') == std::string::npos, "LIN is one line");
}

}  // namespace
}  // namespace arena::fuzz

ARENA_FUZZ_TARGET(pbn)(const std::uint8_t* data, std::size_t size) {
  using namespace arena;
  const std::string_view text(reinterpret_cast<const char*>(data), size);  // NOLINT: bytes are text
  const bridge::PbnFile file = bridge::read_pbn(text);
  fuzz::require(file.problems.size() <= bridge::most_pbn_problems + 3, "problems are few");
  for (const bridge::PbnProblem& problem : file.problems)
    fuzz::require(problem.line >= 1 && problem.line <= size + 1, "a problem has a line");
  for (const bridge::PlayedBoard& board : file.boards) fuzz::check_board(board);
  return 0;
}
