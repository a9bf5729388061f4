// Boards of bridge in PBN and LIN, as any program may write them.
#include <algorithm>
#include <string>

#include "arena/util/text/text.hpp"
#include "games/bridge/files/board_file.hpp"
#include "games/bridge/files/lin.hpp"
#include "games/bridge/files/pbn.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

using namespace bridge;

void check_pbn(const PlayedBoard& board) {
  const std::string text = std::string(pbn_head) + write_pbn(board);
  for (const std::string_view line : lines_of(text))
    require(line.size() <= 255, "a line has at most 255 characters");
  const BoardFile again = read_boards(text);
  require(again.problems.empty() && again.boards.size() == 1, "what is written can be read");
  require(std::string(pbn_head) + write_pbn(again.boards[0]) == text,
          "what is read again is the same");
  require(again.boards[0].tricks.cards == board.tricks.cards, "the play is the same");
}

/// LIN has no contract without an auction.
void check_lin(const PlayedBoard& board) {
  const std::string text = write_lin(board);
  require(text.find('\n') == std::string::npos, "LIN is one line");
  const bool is_whole = !board.calls.empty() || !board.contract;
  const BoardFile again = read_boards(text);
  require(again.boards.size() == 1, "what is written can be read");
  const PlayedBoard& read = again.boards[0];
  require(read.hands.of == board.hands.of && read.vulnerable == board.vulnerable,
          "the deal is the same");
  if (!is_whole) return;
  require(again.problems.empty(), "what is written has no fault");
  require(std::ranges::equal(read.calls, board.calls, {}, &Move::code, &Move::code),
          "the auction is the same");
  require(read.tricks.cards == board.tricks.cards, "the play is the same");
  require(read.won == board.won, "the result is the same");
  require(write_lin(read) == text, "what is read again is the same");
}

}  // namespace
}  // namespace arena::fuzz

ARENA_FUZZ_TARGET(boards)(const std::uint8_t* data, std::size_t size) {
  using namespace arena;
  const std::string_view text(reinterpret_cast<const char*>(data), size);  // NOLINT: bytes are text
  const bridge::BoardFile file = bridge::read_boards(text);
  fuzz::require(file.problems.size() <= bridge::most_board_problems + 5, "problems are few");
  for (const FileProblem& problem : file.problems)
    fuzz::require(problem.line >= 1 && problem.line <= size + 1, "a problem has a line");
  for (const bridge::PlayedBoard& board : file.boards) {
    fuzz::check_pbn(board);
    fuzz::check_lin(board);
  }
  return 0;
}
