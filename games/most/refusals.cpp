// The texts of refusals in Most: why a move is illegal, and what would be legal.
#include <algorithm>
#include <string>

#include "games/most/finder.hpp"
#include "games/most/judge.hpp"

namespace arena::most {

namespace {

constexpr std::size_t most_named = 20;
constexpr std::size_t most_offered = 3;

/// Why a move is refused.
struct Reason {
  std::string text;
  bool offers = false;  // the text already names a legal move
};

/// Cards separated by blanks; a very long list is cut.
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

Reason reason_of(const View& view, const Move& move, const Verdict& verdict);

/// For a run that was written from its high end. If it has another flaw too, the text says so.
Reason order_reason(const View& view, Move move, const LaidCards& right_way) {
  auto* take = std::get_if<Take>(&move);
  (take != nullptr ? take->meld : std::get<NewMeld>(move).meld) = right_way;
  const std::string text = "A run is written from its low end: " + to_text(right_way) + '.';
  const Verdict verdict = judge(view, move);
  if (!verdict) return {text, true};
  const Reason reason = reason_of(view, move, verdict);
  return {text + ' ' + reason.text, reason.offers};
}

/// For cards that can each be laid but make no meld together.
Reason shape_reason(const View& view, const Move& move) {
  const auto* take = std::get_if<Take>(&move);
  const LaidCards& meld = take != nullptr ? take->meld : std::get<NewMeld>(move).meld;
  CardSet all;
  for (const Laid& laid : meld) all.insert(laid.card);
  if (all.size() < static_cast<int>(meld.size())) return {"A meld has each card once."};
  LaidCards sorted = meld;
  std::reverse(sorted.begin(), sorted.end());
  if (meld_of(sorted)) return order_reason(view, move, sorted);
  return {
      "That is neither a run (cards of one suit in a row, from the low end, such as QH KH AH "
      "2H) nor a set (three or four of one rank)."};
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

std::string missing_text(const View& view, const Move& move, Card missing) {
  Hand hand = view.hand;
  if (const auto* take = std::get_if<Take>(&move))
    hand.insert(view.bridge.from(view.bridge.find(take->card)));
  if (missing.is_joker())
    return hand.jokers() == 0 ? "You have no joker." : "You have no joker left for that.";
  const std::string card = cards::to_text(missing);
  if (hand.contains(missing)) return "You have " + card + " only once.";
  if (view.table.cards().contains(missing))
    return card + " lies in meld " + std::to_string(view.table.find(missing)) + ".";
  if (view.bridge.contains(missing))
    return card + " lies in the bridge: a turn may begin by taking it.";
  return "You have no " + card + ".";
}

Reason joker_stands_reason(const View& view, const Move& move, Card card) {
  const std::string where = "A joker stands for " + cards::to_text(card) + " in meld " +
                            std::to_string(view.table.find(card));
  if (!view.hand.contains(card)) return {where + ": no other joker may."};
  if (std::holds_alternative<Take>(move)) return {where + ": nothing else may lie for it."};
  return {where + ". Swap it: " + swap_text(view, card) + '.', true};
}

std::string no_such_meld_text(const View& view, Table::Id id) {
  if (view.table.count() == 0) return "There are no melds yet.";
  return "There is no meld " + std::to_string(id) + ": they go from 1 to " +
         std::to_string(view.table.count()) + '.';
}

/// For flaws of the cards in a move.
Reason card_reason(const View& view, const Move& move, const Verdict& verdict) {
  const std::string card = cards::to_text(verdict.card);
  switch (verdict.flaw) {
    case Flaw::not_in_bridge:
      return {card + " does not lie in the bridge: " + list_of(view.bridge.row()) + '.'};
    case Flaw::not_in_hand:
      return {missing_text(view, move, verdict.card)};
    case Flaw::too_short:
      return {"A meld has three cards at least."};
    case Flaw::no_meld:
      return shape_reason(view, move);
    case Flaw::taken_unused:
      return {"The meld must contain the card that you take, " + card + '.'};
    case Flaw::joker_stands:
      return joker_stands_reason(view, move, verdict.card);
    case Flaw::lies_in_melds:
      return {card + " lies in meld " + std::to_string(view.table.find(verdict.card)) +
              ": no joker may stand for it."};
    case Flaw::lies_in_bridge:
      return {card + " lies in the bridge: no joker may stand for it."};
    case Flaw::bare_joker:
      return {"Say which card the joker stands for, such as *9C."};
    default:
      return {};
  }
}

/// For all other flaws: a move at the wrong time or in the wrong place.
Reason place_reason(const View& view, const Verdict& verdict) {
  switch (verdict.flaw) {
    case Flaw::get_first:
      return {"First get a card: draw, or take one from the bridge for a meld."};
    case Flaw::got_already:
      return {"You have got a card already: meld, lay, swap, or end the turn with discard."};
    case Flaw::none_to_keep:
      return {"Keep a card to discard."};
    case Flaw::no_such_meld:
      return {no_such_meld_text(view, verdict.id)};
    case Flaw::no_own_meld:
      return {"Who lays off has laid a meld of his own in this deal: you have not."};
    case Flaw::no_gap:
      return {gap_text(view, verdict)};
    case Flaw::no_joker_there:
      return {"No joker stands for " + cards::to_text(verdict.card) + " in meld " +
              std::to_string(verdict.id) + '.' + joker_place_text(view)};
    default:
      return {};
  }
}

Reason reason_of(const View& view, const Move& move, const Verdict& verdict) {
  Reason reason = card_reason(view, move, verdict);
  return reason.text.empty() ? place_reason(view, verdict) : reason;
}

/// The first few legal moves.
std::string offer(const View& view) {
  const auto moves = possible_moves(view, most_offered);
  std::string text = " Legal:";
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i == most_offered) return text + " ...";
    text += ' ' + Most::write(moves[i]) + (i + 1 < moves.size() ? ',' : '.');
  }
  return text;
}

}  // namespace

// No play-out has a refusal; inlined there, its texts take 20 s to compile.
[[gnu::noinline]] Refusal explain(const View& view, const Move& move, const Verdict& verdict) {
  const Reason reason = reason_of(view, move, verdict);
  return Refusal(reason.offers ? reason.text : reason.text + offer(view));
}

Refusal explain(const View& view, const Refusal& unread) {
  return Refusal(std::string(unread.text()) + offer(view));
}

}  // namespace arena::most
