// Seats, calls, cards, contracts and hands in the spellings of people and of other programs. For
// files and tables of others: arena's own protocols are exact.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/bridge/auction.hpp"
#include "games/bridge/bridge.hpp"

namespace arena::bridge {

/// A part of a file in a message, cut to a length that can be read.
std::string quoted(std::string_view text);

/// Suit symbols as letters, and a no-break space as a space. The text is UTF-8.
std::string plain_symbols(std::string_view text);

/// The number in "7", "Open 7", "5 of 32" or "Round 2 Board 5". Otherwise 0: the board has no
/// number.
int read_written_board_number(std::string_view text);
/// "N" or "North".
std::optional<Seat> read_written_seat(std::string_view text);
/// "NS", "N-S", "Love all", "b".
std::optional<Vulnerable> read_written_vulnerable(std::string_view text);
/// "1N", "1 NT", "1♠", "(2C)", "Pas", "d", "REDBL".
std::optional<Call> read_written_call(std::string_view text);
/// "AP", "All-Pass", and "All", which may have "Pass" behind it.
bool is_written_all_pass(std::string_view text);
/// "SQ", "QS", "10s", "♠Q".
std::optional<Card> read_written_card(std::string_view text);
/// "4SX", "4 Spades x", "Passed out". Does not set the declarer.
std::optional<Contract> read_written_contract(std::string_view text);
/// A hand as "Q953.85.J532.T42", from that, from "SQ953H85DJ532CT42" with suits in any order, or
/// from "-", a hand that is not known: "...". Nothing is checked.
std::string dotted_hand(std::string_view text);

}  // namespace arena::bridge
