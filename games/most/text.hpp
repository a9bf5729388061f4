// The canonical text of moves, the same in the protocol, in records and in Python: `draw`,
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

/// Reads a move; letters in either case and any white space are allowed. A set may have any order
/// and is sorted by suits. If the text is no move, the refusal says why and shows the right form.
std::variant<Move, Refusal> read_move(std::string_view text);

}  // namespace arena::most
