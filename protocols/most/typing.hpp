// What a person may type for a move of Most: short verbs, cards in any order, jokers that need no
// name where there is but one, and the numbers of what is suggested. Canonical text is taken, too.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "games/most/most.hpp"

namespace arena::most {

/// The move that was meant, legal or not; or, in a sentence, why it is none.
std::variant<Move, std::string> read_typed(const View& view, std::string_view line);

}  // namespace arena::most
