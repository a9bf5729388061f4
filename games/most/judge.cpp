#include "games/most/judge.hpp"

namespace arena::most {

namespace {

/// The cards that a player can lay, and the cards in the bridge that no joker may stand for.
struct Holdings {
  Hand hand;
  CardSet in_bridge;
};

/// Judges whether a card may leave the hand for a place in a meld.
Verdict judge_laid(const View& view, const Holdings& has, const Laid& laid) {
  if (!has.hand.contains(laid.from_hand())) return {Flaw::not_in_hand, laid.from_hand()};
  if (view.table.by_jokers().contains(laid.card)) return {Flaw::joker_stands, laid.card};
  if (!laid.by_joker) return {};
  if (view.table.cards().contains(laid.card)) return {Flaw::lies_in_melds, laid.card};
  if (has.in_bridge.contains(laid.card)) return {Flaw::lies_in_bridge, laid.card};
  return {};
}

Verdict judge_meld(const View& view, const Holdings& has, const LaidCards& meld) {
  Holdings left = has;
  for (const Laid& laid : meld) {
    if (laid.card.is_joker()) return {Flaw::bare_joker, laid.card};
    if (const Verdict verdict = judge_laid(view, left, laid)) return verdict;
    left.hand.erase(laid.from_hand());
  }
  if (meld.size() < 3) return {Flaw::too_short, {}};
  if (!meld_of(meld)) return {Flaw::no_meld, {}};
  // House rule: the player keeps one card for the discard.
  if (left.hand.empty()) return {Flaw::none_to_keep, {}};
  return {};
}

struct Judge {
  const View& view;

  Verdict operator()(const Draw& /*move*/) const { return {}; }
  Verdict operator()(const Take& move) const {
    if (!view.bridge.contains(move.card)) return {Flaw::not_in_bridge, move.card};
    const Hand taken = view.bridge.from(view.bridge.find(move.card));
    // Judged as after the move: the taken cards no longer lie in the bridge.
    Holdings has{view.hand, view.bridge.cards() - taken.cards()};
    has.hand.insert(taken);
    if (const Verdict verdict = judge_meld(view, has, move.meld)) return verdict;
    for (const Laid& laid : move.meld) {
      if (laid.from_hand() == move.card) return {};
    }
    return {Flaw::taken_unused, move.card};
  }
  Verdict operator()(const NewMeld& move) const {
    return judge_meld(view, {view.hand, view.bridge.cards()}, move.meld);
  }
  Verdict operator()(const LayOff& move) const {
    if (!view.table.has(move.id)) return {Flaw::no_such_meld, {}, move.id};
    if (!view.table.has_melded(view.seat)) return {Flaw::no_own_meld, {}};
    if (move.laid.card.is_joker()) return {Flaw::bare_joker, move.laid.card};
    const Holdings has{view.hand, view.bridge.cards()};
    if (const Verdict verdict = judge_laid(view, has, move.laid)) return verdict;
    if (!view.table.meld(move.id).gaps().contains(move.laid.card))
      return {Flaw::no_gap, move.laid.card, move.id};
    // House rule: the player keeps one card for the discard.
    if (view.hand.size() == 1) return {Flaw::none_to_keep, {}};
    return {};
  }
  // House rule: a player who has laid no meld yet may swap too.
  Verdict operator()(const Swap& move) const {
    if (!view.table.has(move.id)) return {Flaw::no_such_meld, {}, move.id};
    if (!view.table.by_jokers().contains(move.card) ||
        !view.table.meld(move.id).cards().contains(move.card))
      return {Flaw::no_joker_there, move.card, move.id};
    if (!view.hand.contains(move.card)) return {Flaw::not_in_hand, move.card};
    return {};
  }
  Verdict operator()(const Discard& move) const {
    if (!view.hand.contains(move.card)) return {Flaw::not_in_hand, move.card};
    // House rule: a joker in the bridge stands for no card, so a player may always discard one.
    if (view.table.by_jokers().contains(move.card)) return {Flaw::joker_stands, move.card};
    return {};
  }
};

}  // namespace

Verdict judge(const View& view, const Move& move) {
  const bool gets = std::holds_alternative<Draw>(move) || std::holds_alternative<Take>(move);
  if (gets && view.phase == Phase::play) return {Flaw::got_already, {}};
  if (!gets && view.phase == Phase::get) return {Flaw::get_first, {}};
  return std::visit(Judge{view}, move);
}

}  // namespace arena::most
