// Why a move of Most is not taken, and what would have been: in words.
#include <algorithm>
#include <string>

#include "games/most/judge.hpp"
#include "games/most/text.hpp"

namespace arena::most {

namespace {

constexpr std::size_t most_named = 20;

/// Cards with blanks between them, of very many only the first.
template <class Cards>
std::string list_of(const Cards& cards) {
  std::string text;
  std::size_t named = 0;
  for (const Card card : cards) {
    if (named++ == most_named) return text + " ...";
    text += (text.empty() ? "" : " ") + cards::to_text(card);
  }
  return text;
}

std::string swap_text(const View& view, Card card) {
  return Most::write(Swap{view.table.find(card), card});
}

/// Why cards that each may be laid make no meld together.
std::string shape_text(const LaidCards& meld) {
  CardSet all;
  for (const Laid& laid : meld) all.insert(laid.card);
  if (all.size() < static_cast<int>(meld.size())) return "A meld has each card once.";
  LaidCards sorted = meld;
  std::reverse(sorted.begin(), sorted.end());
  if (meld_of(sorted)) return "A run is written from its low end: " + to_text(sorted) + '.';
  return "That is neither a run (cards of one suit in a row, from the low end, such as QH KH AH "
         "2H) nor a set (three or four of one rank).";
}

std::string gap_text(const View& view, const Verdict& verdict) {
  const Meld& meld = view.table.meld(verdict.id);
  const std::string name = "Meld " + std::to_string(verdict.id);
  if (meld.gaps().empty()) return name + " is full.";
  const bool two = meld.gaps().size() == 2;
  return cards::to_text(verdict.card) + " does not fit " + to_text(view.table.laid(verdict.id)) +
         ". " + name + " takes " + cards::to_text(meld.gaps().front()) +
         (two ? " or " + cards::to_text(meld.gaps().nth(1)) : "") + '.';
}

std::string joker_place_text(const View& view) {
  if (view.table.by_jokers().empty()) return " No joker lies in a meld.";
  std::string text = " Jokers stand for";
  for (const Card card : view.table.by_jokers())
    text += ' ' + cards::to_text(card) + " in meld " + std::to_string(view.table.find(card)) + ',';
  text.back() = '.';
  return text;
}

std::string missing_text(const View& view, const Verdict& verdict) {
  if (verdict.card.is_joker()) return "You have no joker left for that.";
  const std::string card = cards::to_text(verdict.card);
  if (view.hand.contains(verdict.card)) return "You have " + card + " only once.";
  if (view.table.cards().contains(verdict.card))
    return card + " lies in meld " + std::to_string(view.table.find(verdict.card)) + ".";
  if (view.bridge.contains(verdict.card))
    return card + " lies in the bridge: a turn may begin by taking it.";
  return "You have no " + card + ".";
}

std::string joker_stands_text(const View& view, const Move& move, Card card) {
  const std::string where = "A joker stands for " + cards::to_text(card) + " in meld " +
                            std::to_string(view.table.find(card));
  if (!view.hand.contains(card)) return where + ": no other joker may.";
  if (std::holds_alternative<Take>(move)) return where + ": nothing else may lie for it.";
  return where + ". Swap it: " + swap_text(view, card) + '.';
}

std::string text_of(const View& view, const Move& move, const Verdict& verdict) {
  const std::string card = cards::to_text(verdict.card);
  switch (verdict.flaw) {
    case Flaw::none:
      break;
    case Flaw::get_first:
      return "First get a card: draw, or take one from the bridge for a meld.";
    case Flaw::got_already:
      return "You have got a card already: meld, lay, swap, or end the turn with discard.";
    case Flaw::not_in_bridge:
      return card + " does not lie in the bridge: " + list_of(view.bridge.row()) + '.';
    case Flaw::not_in_hand:
      return missing_text(view, verdict);
    case Flaw::too_short:
      return "A meld has three cards at least.";
    case Flaw::no_meld:
      return shape_text(std::holds_alternative<Take>(move) ? std::get<Take>(move).meld
                                                           : std::get<NewMeld>(move).meld);
    case Flaw::taken_unused:
      return "The meld must contain the card that you take, " + card + '.';
    case Flaw::joker_stands:
      return joker_stands_text(view, move, verdict.card);
    case Flaw::lies_in_melds:
      return card + " lies in meld " + std::to_string(view.table.find(verdict.card)) +
             ": no joker may stand for it.";
    case Flaw::lies_in_bridge:
      return card + " lies in the bridge: no joker may stand for it.";
    case Flaw::none_to_keep:
      return "Keep a card to discard.";
    case Flaw::no_such_meld:
      if (view.table.count() == 0) return "There are no melds yet.";
      return "There is no meld " + std::to_string(verdict.id) + ": they go from 1 to " +
             std::to_string(view.table.count()) + '.';
    case Flaw::no_own_meld:
      return "Who lays off has laid a meld of his own in this deal: you have not.";
    case Flaw::no_gap:
      return gap_text(view, verdict);
    case Flaw::no_joker_there:
      return "No joker stands for " + card + " in meld " + std::to_string(verdict.id) + '.' +
             joker_place_text(view);
    case Flaw::bare_joker:
      return "Say which card the joker stands for, such as *9C.";
  }
  return {};
}

}  // namespace

Refusal explain(const View& view, const Move& move, const Verdict& verdict) {
  return Refusal(text_of(view, move, verdict));
}

}  // namespace arena::most
