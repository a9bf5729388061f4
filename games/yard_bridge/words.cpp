// The texts of yard bridge: moves, and why a move is illegal.
#include <array>
#include <string>
#include <string_view>

#include "arena/util/text/text.hpp"
#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

namespace {

constexpr std::array<std::string_view, cards::rank_count> plurals = {
    "twos",  "threes", "fours", "fives",  "sixes", "sevens", "eights",
    "nines", "tens",   "jacks", "queens", "kings", "aces"};

/// Removes "put" and white space from an answer. Returns false if it does not begin with "put".
bool begins_put(std::string_view& text) {
  text = trim(text);
  return equal_ignoring_case(cards::next_word(text), "put") && !text.empty();
}

/// "7S", or "JC, which orders hearts".
std::string top_of(const View& view) {
  std::string text = to_text(view.top);
  if (view.top.rank() == cards::jack) (text += ", which orders ") += cards::suit_names[view.suit];
  return text;
}

std::string why_not_put(const View& view, Card card) {
  const std::string name = to_text(card);
  if (!view.hand.contains(card)) return name + " is not in your hand";
  if (view.must_cover()) return name + " does not cover " + to_text(view.top);
  if (view.put == 0) return name + " does not match " + top_of(view);
  return "only more " + std::string(plurals[view.top.rank()]) + " may follow " + to_text(view.top) +
         " in this turn";
}

std::string why_not_take(const View& view) {
  if (!view.can_draw) return "there is no card to take";
  if (view.must_cover()) return "you hold a card that covers " + to_text(view.top);
  if (view.put > 0) return "no card is taken after one was put";
  return "you have taken a card in this turn";
}

std::string why_not_done(const View& view) {
  if (view.must_cover()) return to_text(view.top) + " must be covered";
  return "first put or take a card";
}

}  // namespace

std::string list_of_legal(const View& view, std::string_view separator) {
  std::string list;
  const auto add = [&](std::string_view move) {
    if (!list.empty()) list += separator;
    list += move;
  };
  for (const Card card : view.puts) add("put " + to_text(card));
  if (view.legal.contains(Move::take())) add("take");
  if (view.legal.contains(Move::done())) add("done");
  return list;
}

Refusal YardBridge::why_illegal(const View& view, const Move& move) {
  if (view.seat != view.actor) return "it is not your turn";
  const std::string why = move.is_put()          ? why_not_put(view, move.card())
                          : move == Move::take() ? why_not_take(view)
                                                 : why_not_done(view);
  return Refusal(why + "; legal: " + list_of_legal(view, ", ") + ".");
}

Refusal why_unread(const View& view, std::string_view line) {
  std::string why = "no such answer";
  if (begins_put(line)) {
    const auto card = cards::read_card(cards::next_word(line));
    if (!card || !in_pack(*card)) {
      why = "that is no card of the pack";
    } else if (!jacks.contains(*card)) {
      why = "only a jack orders a suit";
    } else {
      why = to_text(*card) + " orders one of the suits S, C, H and D, as in put " + to_text(*card) +
            " H";
    }
  }
  return Refusal(why + "; legal: " + list_of_legal(view, ", ") + ".");
}

std::string YardBridge::write(const Move& move) {
  if (!move.is_put()) return move == Move::take() ? "take" : "done";
  std::string text = "put " + to_text(move.card());
  if (jacks.contains(move.card())) (text += ' ') += to_text(move.suit());
  return text;
}

std::optional<Move> YardBridge::read(std::string_view text) {
  text = trim(text);
  if (equal_ignoring_case(text, "take")) return Move::take();
  if (equal_ignoring_case(text, "done")) return Move::done();
  if (!begins_put(text)) return std::nullopt;
  const auto card = cards::read_card(cards::next_word(text));
  if (!card || !in_pack(*card)) return std::nullopt;
  const bool ordered = !text.empty();
  if (ordered != jacks.contains(*card)) return std::nullopt;
  if (!ordered) return Move::put(*card);
  const auto suit = cards::read_suit(text);
  return suit ? std::optional(Move::put(*card, *suit)) : std::nullopt;
}

}  // namespace arena::yard_bridge
