// The canonical text of moves, the same on the wire, in records and in Python: `draw`,
// `take 7H = 7H 8H *9H`, `meld 5S 6S *7S`, `lay 3 8S`, `swap 3 9C`, `discard QD`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "games/most/most.hpp"

namespace arena::most {

/// `7S`, or `*7S` for a joker that stands for it.
std::string to_text(const Laid& laid);
/// One blank between cards.
std::string to_text(const LaidCards& cards);

/// Letters in either case and any white space are taken. A set may come in any order, and is then
/// read by suits. Else why it is no move, and what one looks like.
std::variant<Move, Refusal> read_move(std::string_view text);

}  // namespace arena::most
