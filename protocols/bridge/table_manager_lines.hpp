// The lines of the Blue Chip Bridge Table Manager protocol, version 18. Writing is exact, because
// old clients compare texts. Reading is lenient: letter case, runs of spaces and a period at the
// end do not matter. table_manager.hpp knows when a line is due. Reference: docs/table_manager.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arena/util/time.hpp"
#include "games/bridge/bridge.hpp"

namespace arena::bridge::tm {

inline constexpr std::string_view line_end = "\r\n";
inline constexpr std::string_view start_of_board = "Start of board";
inline constexpr std::string_view end_of_session = "End of session";
inline constexpr std::string_view illegal_call = "Illegal bid";
inline constexpr std::string_view illegal_card = "Illegal card";

/// Appends a line with its end.
inline void put(std::string_view line, std::string& out) { out.append(line).append(line_end); }

/// The name as it goes between quotation marks. It may have any letters; the lines below show them
/// in ASCII.
std::string quotable(std::string_view name);

/// Lines of the table manager, without their ends.
/// `plain`: without parentheses, for programs that do not know them.
std::string seated(Seat seat, std::string_view team, bool plain);
std::string teams(std::string_view north_south, std::string_view east_west);
std::string board(const Dealt& deal);
/// `owner`: "South" or "Dummy".
std::string cards(std::string_view owner, CardSet hand);
std::string to_lead(std::string_view who);
/// `by_side`: this board, then the whole session.
std::string timing(const std::array<Duration, 2>& board, const std::array<Duration, 2>& total);

/// "South bids 1NT", "South passes". An alert without a text is left out: a client may wait for
/// the text.
std::string called(Seat seat, const Move& move);
/// "North plays 3C".
std::string played(Seat hand, Card card);

/// Lines of a client, without their ends. Without a seat, the table manager chooses one.
std::string connecting(std::string_view team, std::optional<Seat> seat);
/// "North ready for deal".
std::string ready(Seat seat, std::string_view what);
std::string ready_for_call(Seat seat, Seat caller);
/// `trick` counts from 1.
std::string ready_for_card(Seat seat, std::string_view owner, int trick);

/// The words of a line in lower case, without a period at the end.
std::vector<std::string> words_of(std::string_view line);

/// What a client may say.
struct Connecting {
  std::string team;
  std::optional<Seat> seat;  // no value: any seat
  bool knows_version = false;
  bool knows_seat = false;
};
enum class Wish { teams, start, deal, cards, call, card, dummy };
struct Request {
  Wish wish;
  // Of a call or card, as far as the client says it:
  std::optional<Seat> hand{};
  bool of_dummy = false;
  std::optional<int> trick{};
};
/// A call or a card. Without a move, its text is not readable.
struct Action {
  std::optional<Seat> hand;  // no value: "Dummy"
  bool is_card = false;
  std::optional<Move> move;
};
/// monostate: a line that means nothing to the table manager.
using ClientLine = std::variant<std::monostate, Connecting, Request, Action>;
ClientLine read_client_line(std::string_view line);

/// A call or a card, from either side. No value if the line is neither.
std::optional<Action> read_action(std::string_view line);

}  // namespace arena::bridge::tm
