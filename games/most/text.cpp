// The texts of moves in Most.
#include "arena/util/text/text.hpp"

#include <algorithm>
#include <array>

#include "games/most/most.hpp"

namespace arena::most {

namespace {

constexpr std::size_t longest_shown = 12;

/// Quotes a word if it is short, because refusals have a bounded length.
std::string in_quotes(std::string_view word) {
  if (word.size() <= longest_shown) return '"' + std::string(word) + '"';
  return "what you sent";
}

Refusal no_card(std::string_view word) {
  return Refusal(in_quotes(word) +
                 " is no card: cards are 2S to 10S, JS, QS, KS, AS, the same with " +
                 "C, H, D, and * for a joker.");
}

/// A card, or a joker that stands for one. `*` alone is a joker that stands for no card.
std::optional<Laid> read_laid(std::string_view word) {
  const bool by_joker = word.size() > 1 && word.front() == '*';
  const auto card = cards::read_card(by_joker ? word.substr(1) : word);
  if (!card || (by_joker && card->is_joker())) return std::nullopt;
  return Laid{*card, by_joker};
}

/// Sorts a set by suits; a run stays in the given order.
void put_in_order(LaidCards& meld) {
  const bool one_rank = std::all_of(meld.begin(), meld.end(), [&](const Laid& laid) {
    return !laid.card.is_joker() && laid.card.rank() == meld[0].card.rank();
  });
  if (!one_rank) return;
  std::sort(meld.begin(), meld.end(), [](const Laid& a, const Laid& b) {
    return a.card != b.card ? a.card < b.card : a.by_joker < b.by_joker;
  });
}

std::variant<LaidCards, Refusal> read_meld(std::string_view words) {
  LaidCards meld;
  while (!words.empty()) {
    const std::string_view word = cards::next_word(words);
    const auto laid = read_laid(word);
    if (!laid) return no_card(word);
    if (meld.full()) return Refusal("A meld has 13 cards at most.");
    meld.push_back(*laid);
  }
  put_in_order(meld);
  return meld;
}

using Read = std::variant<Move, Refusal>;

Read read_draw(std::string_view words) {
  if (!words.empty()) return Refusal("draw stands alone.");
  return Move(Draw{});
}

Read read_take(std::string_view words) {
  static constexpr char form[] =
      "take names a card of the bridge and the meld: take 7H = 7H 8H *9H.";
  if (words.empty()) return Refusal(form);
  const std::string_view word = cards::next_word(words);
  const auto card = cards::read_card(word);
  if (!card) return no_card(word);
  if (words.empty() || cards::next_word(words) != "=") return Refusal(form);
  auto meld = read_meld(words);
  if (auto* refusal = std::get_if<Refusal>(&meld)) return std::move(*refusal);
  return Move(Take{*card, std::get<LaidCards>(meld)});
}

Read read_new_meld(std::string_view words) {
  auto meld = read_meld(words);
  if (auto* refusal = std::get_if<Refusal>(&meld)) return std::move(*refusal);
  return Move(NewMeld{std::get<LaidCards>(meld)});
}

Read read_lay(std::string_view words) {
  static constexpr char form[] =
      "lay names a meld by its number and a card: lay 3 8S, or lay 3 *8S.";
  if (words.empty()) return Refusal(form);
  const auto id = to_number<int>(cards::next_word(words));
  if (!id || words.empty()) return Refusal(form);
  const std::string_view word = cards::next_word(words);
  const auto laid = read_laid(word);
  if (!laid) return no_card(word);
  if (!words.empty()) return Refusal("lay adds one card at a time.");
  return Move(LayOff{*id, *laid});
}

Read read_swap(std::string_view words) {
  static constexpr char form[] = "swap names a meld by its number and a card of yours: swap 3 9C.";
  if (words.empty()) return Refusal(form);
  const auto id = to_number<int>(cards::next_word(words));
  if (!id || words.empty()) return Refusal(form);
  const std::string_view word = cards::next_word(words);
  const auto card = cards::read_card(word);
  if (!card) return no_card(word);
  if (!words.empty() || card->is_joker()) return Refusal(form);
  return Move(Swap{*id, *card});
}

Read read_discard(std::string_view words) {
  static constexpr char form[] = "discard names one card of your hand: discard QD, or discard *.";
  if (words.empty()) return Refusal(form);
  const std::string_view word = cards::next_word(words);
  const auto card = cards::read_card(word);
  if (!card) return no_card(word);
  if (!words.empty()) return Refusal(form);
  return Move(Discard{*card});
}

struct Verb {
  std::string_view name;
  Read (*read)(std::string_view words);
};
constexpr std::array verbs = {Verb{"draw", read_draw},     Verb{"take", read_take},
                              Verb{"meld", read_new_meld}, Verb{"lay", read_lay},
                              Verb{"swap", read_swap},     Verb{"discard", read_discard}};

struct Write {
  std::string operator()(const Draw& /*move*/) const { return "draw"; }
  std::string operator()(const Take& move) const {
    return "take " + cards::to_text(move.card) + " = " + to_text(move.meld);
  }
  std::string operator()(const NewMeld& move) const { return "meld " + to_text(move.meld); }
  std::string operator()(const LayOff& move) const {
    return "lay " + std::to_string(move.id) + ' ' + to_text(move.laid);
  }
  std::string operator()(const Swap& move) const {
    return "swap " + std::to_string(move.id) + ' ' + cards::to_text(move.card);
  }
  std::string operator()(const Discard& move) const {
    return "discard " + cards::to_text(move.card);
  }
};

}  // namespace

std::string to_text(const Laid& laid) {
  return (laid.by_joker ? "*" : "") + cards::to_text(laid.card);
}

std::string to_text(const LaidCards& cards) {
  std::string text;
  for (const Laid& laid : cards) text += (text.empty() ? "" : " ") + to_text(laid);
  return text;
}

std::variant<Move, Refusal> read_move(std::string_view text) {
  std::string_view words = trim(text);
  const std::string_view name = cards::next_word(words);
  for (const Verb& verb : verbs) {
    if (equal_ignoring_case(verb.name, name)) return verb.read(words);
  }
  return Refusal("A move begins with draw, take, meld, lay, swap or discard.");
}

std::string Most::write(const Move& move) { return std::visit(Write{}, move); }

std::optional<Move> Most::read(std::string_view text) {
  auto read = read_move(text);
  auto* move = std::get_if<Move>(&read);
  return move != nullptr ? std::optional(*move) : std::nullopt;
}

}  // namespace arena::most
