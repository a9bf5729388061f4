#include "protocols/bridge/table_manager_spelling.hpp"

#include <algorithm>

#include "arena/util/text/text.hpp"
#include "games/common/playing_card.hpp"
#include "protocols/bridge/table_manager_lines.hpp"

namespace arena::bridge::tm {

namespace {

constexpr std::array<std::string_view, 3> bare_calls = {"passes", "doubles", "redoubles"};
constexpr std::array<Call, 3> calls_without_bid = {Call::pass(), Call::doubles(),
                                                   Call::redoubles()};

bool is_seat(std::string_view word) {
  return std::ranges::any_of(
      seat_names, [word](std::string_view name) { return equal_ignoring_case(word, name); });
}

/// The next word, without a remark that follows at once, as in "3c.Infos".
std::string_view next_before_period(std::string_view& line) {
  const std::string_view word = cards::next_word(line);
  return word.substr(0, word.find('.'));
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
  const auto action = read_action(line);
  line = trim(line);
  const std::string_view last = line.substr(line.find_last_of(" \t") + 1);
  const std::string_view seat = cards::next_word(line);
  if (!is_seat(seat)) return;
  if (equal_ignoring_case(last.substr(0, last.find('.')), "seated"))
    return learn_seated(seat, last);
  if (!action || !action->move) return;
  seats_ = case_of(seat);
  const std::string_view verb = next_before_period(line);
  const std::string_view object = next_before_period(line);
  if (action->is_card) {
    verbs_ = case_of(verb);
    learn_card(object);
  } else {
    learn_call(action->move->call(), verb, object);
  }
}

void Spelling::learn_seated(std::string_view seat, std::string_view seated) {
  seats_ = case_of(seat);
  const bool shouts = seats_ == Case::upper && case_of(seated) == Case::upper;
  words_ = verbs_ = shouts ? Case::upper : Case::lower;
  // WBridge5 and its like write NORTH PASSES, but NORTH bids 1NT, and NORTH plays kd.
  calls_ = seats_ == Case::upper ? Case::upper : Case::lower;
  bids_ = seats_ == Case::lower ? Case::lower : Case::upper;
  card_suits_ = seats_ == Case::title || shouts ? Case::upper : Case::lower;
}

void Spelling::learn_call(Call call, std::string_view verb, std::string_view object) {
  const bool bids = equal_ignoring_case(verb, "bids");
  if (bids) verbs_ = case_of(verb);
  if (call.is_bid()) return learn_bid(object);
  if (!bids) calls_ = case_of(verb);
  const auto which = std::ranges::find(calls_without_bid, call) - calls_without_bid.begin();
  heard_calls_[static_cast<std::size_t>(which)] =
      bids ? std::string(verb) + ' ' + std::string(object) : std::string(verb);
}

void Spelling::learn_bid(std::string_view bid) {
  if (!read_call(bid)) return;  // "1 NT"
  const std::string_view strain = bid.substr(1);
  if (lower(strain[0]) == 'n') {
    notrump_ = strain;
  } else {
    bid_suits_ = case_of(strain);
  }
}

void Spelling::learn_card(std::string_view card) {
  const bool suit_first = read_card(card).has_value();
  const std::string_view suit = suit_first ? card.substr(0, 1) : card.substr(card.size() - 1);
  const std::string_view rank = suit_first ? card.substr(1) : card.substr(0, card.size() - 1);
  if (rank.empty() || !cards::read_suit(suit)) return;  // "K D"
  suit_first_ = suit_first;
  card_suits_ = case_of(suit);
  if (rank == "10" || equal_ignoring_case(rank, "T")) long_ten_ = rank == "10";
  if (in_case(rank, Case::lower) != in_case(rank, Case::upper)) ranks_ = case_of(rank);
}

std::string Spelling::spelled(std::string_view line) const {
  const std::string seat = in_case(cards::next_word(line), seats_) + ' ';
  const std::string_view verb = cards::next_word(line);
  if (verb == "ready") return seat + in_case(verb, words_) + request(line);
  std::string text = seat;
  const auto bare = std::ranges::find(bare_calls, verb);
  if (bare != bare_calls.end()) {
    const std::string& heard = heard_calls_[static_cast<std::size_t>(bare - bare_calls.begin())];
    text += heard.empty() ? in_case(verb, calls_) : heard;
  } else {
    const std::string_view object = cards::next_word(line);
    text += in_case(verb, verbs_) + ' ' + (verb == "bids" ? bid(object) : card(object));
  }
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

/// "1NT" in the server's spelling.
std::string Spelling::bid(std::string_view text) const {
  const std::string level(text.substr(0, 1));
  const std::string_view strain = text.substr(1);
  if (strain == "NT")
    return level + (notrump_.empty() ? in_case(strain, bid_suits_.value_or(bids_)) : notrump_);
  const Case guess = notrump_.empty() ? bids_ : case_of(notrump_.substr(0, 1));
  return level + in_case(strain, bid_suits_.value_or(guess));
}

/// "KD" in the server's spelling.
std::string Spelling::card(std::string_view text) const {
  const std::string suit = in_case(text.substr(1), card_suits_);
  const std::string rank =
      text[0] == 'T' && long_ten_ ? "10" : in_case(text.substr(0, 1), ranks_.value_or(card_suits_));
  return suit_first_ ? suit + rank : rank + suit;
}

}  // namespace arena::bridge::tm
