// What a person can type for a move of Most: short verbs, cards in any order, jokers without a name
// if there is only one possibility, numbers of suggestions, and canonical text.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "games/most/most.hpp"

namespace arena::most {

/// The move that was meant, legal or not, or a sentence that says why it is no move.
std::variant<Move, std::string> read_typed(const View& view, std::string_view line);

}  // namespace arena::most
