// What makes a move illegal, as a value. The rules put it into words; the finder uses it too.
#pragma once

#include <cstdint>

#include "games/most/most.hpp"

namespace arena::most {

enum class Flaw : std::uint8_t {
  none,
  get_first,       // a turn begins with getting a card
  got_already,     // the player has already got a card in this turn
  not_in_bridge,   // card
  not_in_hand,     // card
  too_short,       // the meld has fewer than three cards
  no_meld,         // neither a run nor a set
  taken_unused,    // the meld lacks the card taken
  joker_stands,    // a joker stands for card: it cannot be laid or discarded
  lies_in_melds,   // card: so no joker may stand for it
  lies_in_bridge,  // card: so no joker may stand for it
  none_to_keep,    // no card would be left for the discard
  no_such_meld,    // id
  no_own_meld,     // lays off before its own first meld
  no_gap,          // card does not fit meld id
  no_joker_there,  // no joker stands for card in meld id
  bare_joker,      // a joker that stands for no card
};

/// A flaw, and the card and meld that it is about.
struct Verdict {
  Flaw flaw = Flaw::none;
  Card card;
  Table::Id id = 0;

  explicit operator bool() const { return flaw != Flaw::none; }
};

/// The first thing that is wrong with a move for the player who sees `view`, if any.
Verdict judge(const View& view, const Move& move);

/// The refusal as text, with what would have been possible. REQUIRES: verdict.
Refusal explain(const View& view, const Move& move, const Verdict& verdict);
/// The same for a text that is no move.
Refusal explain(const View& view, const Refusal& unread);

}  // namespace arena::most
