#include "games/bridge/files/played_board.hpp"

#include <string_view>
#include <variant>

#include "arena/util/text/text.hpp"

namespace arena::bridge {

namespace {

std::string scoring_text(Scoring scoring) {
  switch (scoring) {
    case Scoring::imp:
      return "IMP";
    case Scoring::mp:
      return "MP";
    case Scoring::rubber:
      return "Rubber";
    case Scoring::chicago:
      return "Chicago";
    default:
      return "Total";
  }
}

/// Adds what an event says to the last board.
struct AddToBoards {
  std::vector<PlayedBoard>& boards;

  void operator()(const Dealt& dealt) const {
    PlayedBoard& board = boards.emplace_back();
    board.board = dealt.board;
    board.vulnerable = dealt.vulnerable;
    board.hands = {dealt.hands, dealt.dealer};
  }
  void operator()(const Called& called) const { boards.back().calls.push_back(called.move); }
  void operator()(const Played& played) const {
    Tricks& tricks = boards.back().tricks;
    if (tricks.on_table() == 0) tricks.leaders.push_back(static_cast<std::uint8_t>(played.hand));
    tricks.cards.push_back(played.move.card());
  }
  void operator()(const Scored& scored) const {
    boards.back().contract = scored.contract;
    if (scored.contract.level > 0) boards.back().won = scored.tricks;
  }
  void operator()(const Exposed& /*exposed*/) const {}
  void operator()(const Won& /*won*/) const {}
};

/// The contract of a board whose play did not end; none if its auction did not.
std::optional<Contract> contract_of(const PlayedBoard& board) {
  Auction auction(board.dealer());
  Seat caller = board.dealer();
  for (const Move& call : board.calls) {
    auction.add(call.call(), caller);
    caller = after(caller);
  }
  return auction.over() ? std::optional(auction.contract()) : std::nullopt;
}

}  // namespace

std::vector<PlayedBoard> boards_of(std::span<const Event> events, const Options& options,
                                   std::span<const std::string> names) {
  std::vector<PlayedBoard> boards;
  for (const Event& event : events) std::visit(AddToBoards{boards}, event);
  for (PlayedBoard& board : boards) {
    if (!board.contract) board.contract = contract_of(board);
    board.scoring = scoring_text(options.scoring);
    for (std::size_t seat = 0; seat < names.size(); ++seat) board.players[seat] = names[seat];
  }
  return boards;
}

bool is_duplicate(const PlayedBoard& board) {
  // PBN has further words after the first: "IMP;Cross1".
  const std::string_view first = std::string_view(board.scoring).substr(0, board.scoring.find(';'));
  return !equal_ignoring_case(first, "Rubber") && !equal_ignoring_case(first, "Chicago");
}

std::optional<int> score_of(const PlayedBoard& board) {
  if (!is_duplicate(board)) return std::nullopt;
  if (board.passed_out()) return 0;
  if (!board.contract || !board.won) return std::nullopt;
  const int side = side_of(board.contract->declarer);
  const int score =
      duplicate_score(*board.contract, *board.won, is_vulnerable(board.vulnerable, side));
  return side == 0 ? score : -score;
}

}  // namespace arena::bridge
