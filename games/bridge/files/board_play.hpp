// What the readers of PBN and LIN share: auctions and plays that keep the rules, and the hands that
// a file leaves out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "games/bridge/files/board_file.hpp"

namespace arena::bridge {

/// Repeats on a board what a file says of its auction and play. Calls and cards must be legal, so
/// the game's own rules read them. `written` is a call or card as the file has it, for messages;
/// functions that return a text say what is wrong.
class BoardPlay {
 public:
  /// The board has its deal, and nothing else that happened at the table.
  explicit BoardPlay(PlayedBoard& board) : board_(board) { begin(board.dealer()); }

  [[nodiscard]] bool in_auction() const { return match_.state.stage == Stage::auction; }
  [[nodiscard]] bool in_play() const { return match_.state.stage == Stage::play; }
  /// Who calls, or whose hand plays a card.
  [[nodiscard]] Seat turn() const { return match_.state.turn; }
  /// As far as the auction went.
  [[nodiscard]] const Contract& contract() const { return match_.state.contract; }

  /// Adds a call to the board.
  [[nodiscard]] std::string call(Call call, std::string_view written);
  void pass_to_the_end();
  /// Forgets the auction, in which something is wrong.
  void drop_auction();
  /// Begins the play of a contract by the shortest auction. REQUIRES: the board has no calls.
  void play_in(const Contract& contract);

  /// Adds a card to the board.
  [[nodiscard]] std::string play(Card card, std::string_view written);
  /// After all tricks: those of the declarer's side.
  [[nodiscard]] std::optional<int> won() const;

 private:
  void begin(Seat dealer);
  std::string apply(const Move& move, std::string_view written);

  PlayedBoard& board_;
  Position<Bridge> match_;
};

/// The boards that a reader has read so far, for those that take their deal from an earlier one.
class ReadBoards {
 public:
  ReadBoards(BoardFile& file, std::uint64_t seed) : file_(file), seed_(seed) {}

  /// Before each board. False if the file has too many.
  bool begin(std::size_t line);
  void add(PlayedBoard board);

  /// The latest board with this number; with 0, the board just before if it was read. Otherwise
  /// null.
  [[nodiscard]] const PlayedBoard* before(int number) const;
  /// Reads hands as PBN and people write them. Those that the file leaves out are the same as at
  /// another table of the board, or dealt from the seed. Returns what is wrong.
  std::string read_deal(std::string_view text, int number, Hands& hands) const;

 private:
  BoardFile& file_;
  std::uint64_t seed_;
  std::uint64_t begun_ = 0;
  bool is_full_ = false;
  std::map<int, std::size_t> by_number_;  // the latest
  std::optional<std::size_t> added_;      // the board that was begun last, if it was added
  std::optional<std::size_t> last_;       // the one before it
};

}  // namespace arena::bridge
