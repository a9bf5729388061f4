// What a person can type for a move of Most.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "arena/util/text/text.hpp"
#include "games/most/finder.hpp"
#include "protocols/most/board.hpp"
#include "protocols/most/most.hpp"
#include "protocols/terminal/playing_cards.hpp"

namespace arena::most {

namespace {

using Typed = std::variant<Move, std::string>;
using Words = std::vector<std::string>;

constexpr std::size_t most_named = 4;
constexpr std::size_t longest_shown = 12;

/// Words in lower case, suits as letters; `=` and commas separate words as blanks do.
Words words_of(std::string_view line) {
  Words words;
  bool inside = false;
  for (const char c : cards::lettered(line)) {
    const bool separates = is_space(c) || c == ',' || c == '=';
    if (!separates && !inside) words.emplace_back();
    if (!separates) words.back() += c;
    inside = !separates;
  }
  return words;
}

std::string no_card(const std::string& word) {
  const bool is_short = word.size() <= longest_shown;
  return (is_short ? '"' + word + '"' : std::string("That")) +
         " is no card: 7h, 10c, qd, * for a joker, *9c for one as 9C.";
}

/// The cards that a person typed for a meld.
struct Wanted {
  LaidCards named;  // in the order typed
  int bare = 0;     // jokers without the card that they stand for
};

std::variant<Wanted, std::string> read_wanted(Words::const_iterator word,
                                              Words::const_iterator end) {
  Wanted wanted;
  for (; word != end; ++word) {
    if (wanted.named.full()) return "A meld has 13 cards at most.";
    const bool by_joker = word->size() > 1 && word->front() == '*';
    const auto card = cards::read_card(by_joker ? word->substr(1) : *word);
    if (!card || (by_joker && card->is_joker())) return no_card(*word);
    if (card->is_joker()) {
      ++wanted.bare;
    } else {
      wanted.named.push_back({*card, by_joker});
    }
  }
  return wanted;
}

bool has_all(const LaidCards& meld, const LaidCards& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const Laid& one) {
    return std::find(meld.begin(), meld.end(), one) != meld.end();
  });
}

/// The melds that the person may have meant, from the cards available.
std::vector<LaidCards> meant(const Wanted& wanted, Material material) {
  if (wanted.bare == 0 && meld_of(wanted.named)) return {wanted.named};
  const std::size_t size = wanted.named.size() + static_cast<std::size_t>(wanted.bare);
  int jokers = wanted.bare;
  material.held = {};
  for (const Laid& laid : wanted.named) {
    jokers += laid.by_joker ? 1 : 0;
    if (!laid.by_joker) material.held.insert(laid.card);
  }
  material.most = static_cast<int>(size);
  material.jokers = std::min(jokers, joker_count);
  std::vector<LaidCards> found;
  for_each_meld(material, jokers, [&](const LaidCards& meld) {
    if (meld.size() == size && has_all(meld, wanted.named)) found.push_back(meld);
    return true;
  });
  // Cards that make no meld go to the rules, which explain why.
  if (found.empty() && wanted.bare == 0) found.push_back(wanted.named);
  return found;
}

std::string which_one(const std::vector<LaidCards>& melds) {
  std::string text = "Which of these: ";
  for (std::size_t i = 0; i < melds.size(); ++i) {
    if (i > 0) text += ", or ";
    if (i == most_named) return text + "others?";
    text += to_text(melds[i]);
  }
  return text + '?';
}

std::variant<LaidCards, std::string> read_meld(const Material& material, Words::const_iterator word,
                                               Words::const_iterator end) {
  const auto read = read_wanted(word, end);
  if (const auto* wrong = std::get_if<std::string>(&read)) return *wrong;
  const auto melds = meant(std::get<Wanted>(read), material);
  if (melds.size() == 1) return melds.front();
  if (melds.empty()) return "These cards make no meld.";
  return which_one(melds);
}

Typed type_meld(const View& view, const Words& words) {
  if (words.size() < 2) return "Name the cards of the meld: m 5s 6s 7s.";
  const auto read = read_meld(Material::of(view), words.begin() + 1, words.end());
  if (const auto* wrong = std::get_if<std::string>(&read)) return *wrong;
  return Move(NewMeld{std::get<LaidCards>(read)});
}

/// All melds with the card at a place of the bridge that need the fewest jokers.
std::vector<LaidCards> melds_from(const Material& material) {
  std::vector<LaidCards> melds;
  for (int jokers = 0; jokers <= joker_count && melds.empty(); ++jokers) {
    for_each_meld(material, jokers, [&](const LaidCards& meld) {
      melds.push_back(meld);
      return melds.size() <= most_named;
    });
  }
  return melds;
}

Typed type_take(const View& view, const Words& words) {
  if (words.size() < 2) return "Name the first card to take: t 3 for the third, or t 7h.";
  const auto number = to_number<std::size_t>(words[1]);
  const auto named = cards::read_card(words[1]);
  if (!number && !named) return no_card(words[1]);
  if (number && (*number < 1 || *number > view.bridge.row().size()))
    return "The bridge has " + counted(view.bridge.row().size(), "place") + '.';
  const Card card = named ? *named : view.bridge.row()[*number - 1];
  if (!view.bridge.contains(card)) return Move(Take{card, {}});
  const std::size_t place = view.bridge.find(card);
  if (number && place != *number - 1)
    return "With two jokers you take the first: t " + std::to_string(place + 1) + '.';
  const Material material = Material::of(view, place);
  if (words.size() > 2) {
    const auto read = read_meld(material, words.begin() + 2, words.end());
    if (const auto* wrong = std::get_if<std::string>(&read)) return *wrong;
    return Move(Take{card, std::get<LaidCards>(read)});
  }
  const auto melds = melds_from(material);
  if (melds.size() == 1) return Move(Take{card, melds.front()});
  if (melds.empty()) return "You have no meld with " + cards::to_text(card) + '.';
  return which_one(melds);
}

Typed type_lay(const View& view, const Words& words) {
  constexpr char form[] = "Name a card, and which meld if several take it: l 8s, or l 3 8s.";
  if (words.size() < 2 || words.size() > 3) return form;
  const auto read = read_wanted(words.end() - 1, words.end());
  if (const auto* wrong = std::get_if<std::string>(&read)) return *wrong;
  if (std::get<Wanted>(read).bare > 0) return "Say which card the joker stands for: l *8s.";
  const Laid laid = std::get<Wanted>(read).named[0];
  if (words.size() == 3) {
    const auto id = to_number<int>(words[1]);
    return id ? Typed(LayOff{*id, laid}) : form;
  }
  std::optional<Table::Id> found;
  for (Table::Id id = 1; id <= view.table.count(); ++id) {
    if (!view.table.meld(id).gaps().contains(laid.card)) continue;
    if (found)
      return "Melds " + std::to_string(*found) + " and " + std::to_string(id) +
             " take it: name one of them.";
    found = id;
  }
  if (!found) return "No meld takes " + to_text(laid) + '.';
  return Move(LayOff{*found, laid});
}

Typed type_swap(const View& view, const Words& words) {
  if (words.size() < 2 || words.size() > 3) return "Name your card: s 9c.";
  const auto card = cards::read_card(words.back());
  if (!card || card->is_joker()) return no_card(words.back());
  if (words.size() == 3) {
    const auto id = to_number<int>(words[1]);
    return id ? Typed(Swap{*id, *card}) : "Name your card: s 9c.";
  }
  if (!view.table.by_jokers().contains(*card))
    return "No joker stands for " + cards::to_text(*card) + '.';
  return Move(Swap{view.table.find(*card), *card});
}

constexpr std::string_view get_first = "First get a card: d draws, t takes from the bridge.";

Typed type_draw(const View& /*view*/, const Words& words) {
  if (words.size() > 1) return std::string(get_first);
  return Move(Draw{});
}

Typed type_discard(const View& /*view*/, const Words& words) {
  if (words.size() == 1) return "Name the card to discard: d qd.";
  const auto card = cards::read_card(words[1]);
  if (!card) return no_card(words[1]);
  if (words.size() > 2) return "You discard only one card.";
  return Move(Discard{*card});
}

Typed suggested(const View& view, std::size_t number) {
  const auto moves = suggestions(view);
  if (moves.empty())
    return view.phase == Phase::get ? "You can only draw: d." : "You can only discard.";
  if (number < 1 || number > moves.size())
    return "No suggestion has the number " + std::to_string(number) + '.';
  return moves[number - 1];
}

struct Verb {
  std::string_view brief;
  std::string_view name;
  Phase phase;
  Typed (*type)(const View& view, const Words& words);
};
/// The phase decides what `d` means.
constexpr std::array verbs = {
    Verb{"d", "draw", Phase::get, type_draw},       Verb{"t", "take", Phase::get, type_take},
    Verb{"m", "meld", Phase::play, type_meld},      Verb{"l", "lay", Phase::play, type_lay},
    Verb{"s", "swap", Phase::play, type_swap},      Verb{"x", "discard", Phase::play, type_discard},
    Verb{"d", "discard", Phase::play, type_discard}};

std::string wrong_phase(const View& view) {
  return view.phase == Phase::get ? std::string(get_first) : "You have got a card already.";
}

}  // namespace

std::variant<Move, std::string> read_typed(const View& view, std::string_view line) {
  const Words words = words_of(line);
  const std::string first = words.empty() ? std::string() : words[0];
  if (words.size() == 1) {
    if (const auto number = to_number<std::size_t>(first)) return suggested(view, *number);
  }
  bool known = false;
  for (const Verb& verb : verbs) {
    if (first != verb.brief && first != verb.name) continue;
    if (verb.phase == view.phase) return verb.type(view, words);
    known = true;
  }
  if (known) return wrong_phase(view);
  return view.phase == Phase::get
             ? std::string(get_first)
             : "Begin with m (meld), l (lay off), s (swap) or d (discard), or type a number.";
}

}  // namespace arena::most
