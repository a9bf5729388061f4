#include "protocols/bridge/table_manager_spelling.hpp"

#include <algorithm>

#include "arena/util/text.hpp"
#include "games/bridge/bridge.hpp"
#include "games/common/playing_card.hpp"

namespace arena::bridge::tm {

namespace {

bool is_seat(std::string_view word) {
  return std::ranges::any_of(
      seat_names, [word](std::string_view name) { return equal_ignoring_case(word, name); });
}

bool is_bare_call(std::string_view verb) {
  return equal_ignoring_case(verb, "passes") || equal_ignoring_case(verb, "doubles") ||
         equal_ignoring_case(verb, "redoubles");
}

}  // namespace

Spelling::Case Spelling::case_of(std::string_view word) {
  if (in_case(word, Case::lower) == word) return Case::lower;
  return in_case(word, Case::upper) == word ? Case::upper : Case::title;
}

std::string Spelling::in_case(std::string_view word, Case spelling) {
  std::string text(word);
  std::ranges::transform(text, text.begin(), spelling == Case::upper ? upper : lower);
  if (spelling == Case::title && !text.empty()) text[0] = upper(text[0]);
  return text;
}

void Spelling::learn(std::string_view line) {
  line = trim(line);
  if (!line.empty() && line.back() == '.') line.remove_suffix(1);
  const std::string_view last = line.substr(line.find_last_of(" \t") + 1);
  const std::string_view first = cards::next_word(line);
  if (!is_seat(first)) return;
  if (equal_ignoring_case(last, "seated")) return learn_seated(first, last);
  const std::string_view verb = cards::next_word(line);
  if (learn_action(verb, cards::next_word(line))) seats_ = case_of(first);
}

void Spelling::learn_seated(std::string_view seat, std::string_view seated) {
  seats_ = case_of(seat);
  words_ = case_of(seated);
  verbs_ = words_;
  // WBridge5 and its like write NORTH PASSES, but NORTH bids 1NT, and NORTH plays kd.
  passes_ = seats_ == Case::upper ? Case::upper : words_;
  bids_ = seats_ == Case::lower ? Case::lower : Case::upper;
  cards_ = seats_ == Case::title || words_ == Case::upper ? Case::upper : Case::lower;
}

bool Spelling::learn_action(std::string_view verb, std::string_view object) {
  if (is_bare_call(verb)) {
    passes_ = case_of(verb);
  } else if (equal_ignoring_case(verb, "bids") && read_call(object)) {
    verbs_ = case_of(verb);
    if (in_case(object, bids_) != object) bids_ = case_of(object);
    if (lower(object[1]) == 'n') short_notrump_ = object.size() == 2;
  } else if (equal_ignoring_case(verb, "plays") && object.size() == 2) {
    verbs_ = case_of(verb);
    suit_first_ = read_card(object).has_value();
    // "7d" may be of a server that writes "Kd".
    if (in_case(object, cards_) != object) cards_ = case_of(object);
  } else {
    return false;
  }
  return true;
}

std::string Spelling::spelled(std::string_view line) const {
  const std::string seat = in_case(cards::next_word(line), seats_);
  const std::string_view verb = cards::next_word(line);
  if (verb == "ready") return seat + ' ' + in_case(verb, words_) + request(line);
  std::string text = seat + ' ' + in_case(verb, is_bare_call(verb) ? passes_ : verbs_);
  if (!is_bare_call(verb)) text += ' ' + object(verb, cards::next_word(line));
  const std::string_view alert = trim(line);
  return alert.empty() ? text : text + ' ' + std::string(alert);
}

/// What follows "North ready".
std::string Spelling::request(std::string_view rest) const {
  std::string text;
  while (!rest.empty()) {
    const std::string_view word = cards::next_word(rest);
    const std::string_view owner = word.substr(0, word.find('\''));
    text += ' ' + in_case(owner, is_seat(owner) ? seats_ : words_) +
            in_case(word.substr(owner.size()), words_);
  }
  return text;
}

/// "1NT" after "bids", "KD" after "plays".
std::string Spelling::object(std::string_view verb, std::string_view text) const {
  if (verb == "bids") {
    const bool is_shortened = short_notrump_ && text.size() == 3;
    return in_case(is_shortened ? text.substr(0, 2) : text, bids_);
  }
  std::string card = in_case(text, cards_);
  if (suit_first_) std::ranges::reverse(card);
  return card;
}

}  // namespace arena::bridge::tm
