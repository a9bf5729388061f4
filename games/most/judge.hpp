// What makes a move illegal, as a value: for the rules, which word it, and the finder.
#pragma once

#include <cstdint>

#include "games/most/most.hpp"

namespace arena::most {

enum class Flaw : std::uint8_t {
  none,
  get_first,       // a turn begins with getting a card
  got_already,     // one is enough
  not_in_bridge,   // card
  not_in_hand,     // card
  too_short,       // the meld has fewer than three cards
  no_meld,         // neither run nor set
  taken_unused,    // the meld lacks the card taken
  joker_stands,    // a joker stands for card: it cannot be laid or discarded
  lies_in_melds,   // card: no joker may stand for it
  lies_in_bridge,  // card: the same
  none_to_keep,    // no card would be left for the discard
  no_such_meld,    // id
  no_own_meld,     // lays off before a meld of his own
  no_gap,          // card does not fit meld id
  no_joker_there,  // none stands for card in meld id
  bare_joker,      // a joker that stands for nothing
};

/// A flaw, and what it is about.
struct Verdict {
  Flaw flaw = Flaw::none;
  Card card;
  Table::Id id = 0;

  explicit operator bool() const { return flaw != Flaw::none; }
};

/// Whether a move is legal for who sees `view`, and the first thing that is wrong with it.
Verdict judge(const View& view, const Move& move);

/// In the game's words, with what would have been possible. REQUIRES: verdict.
Refusal explain(const View& view, const Move& move, const Verdict& verdict);
/// Of a text that is no move: why, with what would have been possible.
Refusal explain(const View& view, const Refusal& unread);

}  // namespace arena::most
