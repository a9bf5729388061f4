#include "protocols/bridge/table_guest.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"
#include "games/bridge/files/written.hpp"

namespace arena::bridge {

namespace {

constexpr std::size_t longest_team = 64;

[[noreturn]] void fail(std::string_view what, std::string_view line) {
  throw Error(fmt::format("the table manager {}: {}", what, in_quotes(line)));
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// The hand in a line such as "EAST's cards: C A J T. D 10 9. ...", with the suits in any order.
std::optional<CardSet> read_hand(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  CardSet hand;
  std::optional<Suit> suit;
  for (const char c : line.substr(colon + 1)) {
    if (const auto found = cards::read_suit({&c, 1})) suit = found;
    const char rank = c == '1' ? 'T' : lower(c);  // the 0 of 10 is no rank
    for (std::size_t i = 0; suit && i < rank_letters.size(); ++i) {
      if (lower(rank_letters[i]) == lower(rank)) hand.insert(Card(*suit, static_cast<Rank>(i)));
    }
  }
  return hand.size() == hand_size ? std::optional(hand) : std::nullopt;
}

/// Gives each hand 13 cards, from the rest of the pack.
void deal_rest(std::array<CardSet, seat_count>& hands) {
  CardSet rest = whole_pack;
  for (const CardSet hand : hands) rest -= hand;
  for (CardSet& hand : hands) {
    while (hand.size() < hand_size) {
      hand.insert(rest.front());
      rest.erase(rest.front());
    }
  }
}

/// The text between the quotation marks number `pair`, counted from 0.
std::string within_quotes(std::string_view line, int pair) {
  for (;; --pair) {
    const std::size_t open = line.find('"');
    if (open == std::string_view::npos) return {};
    line.remove_prefix(open + 1);
    const std::size_t close = line.find('"');
    if (close == std::string_view::npos) return {};
    if (pair == 0) return std::string(line.substr(0, close));
    line.remove_prefix(close + 1);
  }
}

/// "Board number 12. Dealer West. N/S vulnerable." Returns the dealer.
std::optional<Seat> read_board(const std::vector<std::string>& words, Deal& deal) {
  std::optional<Seat> dealer;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string_view next = words[i + 1];
    const std::string_view plain = next.substr(0, next.find('.'));
    if (words[i] == "number") deal.board = to_number<int>(plain).value_or(0);
    if (words[i] == "dealer") dealer = read_written_seat(plain);
    if (next.starts_with("vulnerable"))
      deal.vulnerable = read_written_vulnerable(words[i]).value_or(deal.vulnerable);
  }
  return deal.board > 0 ? dealer : std::nullopt;
}

}  // namespace

WantedSeat TableGuest::wanted_seat(std::string_view name) {
  if (equal_ignoring_case(name, "any") || equal_ignoring_case(name, "ANYPL")) return std::nullopt;
  if (const auto seat = read_written_seat(name)) return seat;
  throw Error(
      fmt::format("there is no seat \"{}\"; known: {}, any", name, fmt::join(seat_names, ", ")));
}

void TableGuest::begin(std::string& out) { tm::put(tm::connecting(team_, wanted_), out); }

void TableGuest::ask(Phase next, std::string_view what, std::string& out) {
  phase_ = next;
  say(tm::ready(seat_, what), out);
}

void TableGuest::hear(std::string_view line, std::string& out) {
  spelling_.learn(line);
  const auto words = tm::words_of(line);
  if (words.empty() || hear_anywhere(line, words, out)) return;
  if (phase_ == Phase::seat) return hear_seated(line, words, out);
  if (phase_ == Phase::teams) {
    if (!words[0].starts_with("teams")) fail("did not name the teams", line);
    for (int side = 0; side < 2; ++side)
      teams_[index_of(side)] =
          characters_within(tm::quotable(within_quotes(line, side)), longest_team);
    return ask(Phase::start, "to start", out);
  }
  hear_board(line, words, out);
}

void TableGuest::hear_seated(std::string_view line, const std::vector<std::string>& words,
                             std::string& out) {
  if (words.back() != "seated") fail("refused", line);
  const auto seat = read_written_seat(words[0]);
  if (!seat && !wanted_) fail("did not say which seat", line);
  seat_ = seat.value_or(wanted_.value_or(seat_));
  if (wanted_ && *wanted_ != seat_) fail("gave another seat", line);
  ask(Phase::teams, "for teams", out);
}

/// Reads lines that may come at any time. Returns false for others.
bool TableGuest::hear_anywhere(std::string_view line, const std::vector<std::string>& words,
                               std::string& out) {
  if (words[0] == "end" && contains(words, "session")) {
    phase_ = Phase::over;
  } else if (words[0] == "start" && contains(words, "board")) {
    if (phase_ == Phase::seat) fail("began a board before it gave a seat", line);
    dealt_ = false;
    ask(Phase::deal, "for deal", out);
  } else if (words[0] == "illegal" || words[0].starts_with("error")) {
    fail("refused", line);
  } else if (!words[0].starts_with("timing") && !words[0].starts_with("ns:")) {
    return false;
  }
  return true;
}

void TableGuest::hear_board(std::string_view line, const std::vector<std::string>& words,
                            std::string& out) {
  if (phase_ == Phase::deal) {
    setup_.deal = {};
    const auto dealer = read_board(words, setup_.deal);
    if (!dealer) fail("did not describe the board", line);
    dealer_ = *dealer;
    return ask(Phase::cards, "for cards", out);
  }
  if (phase_ == Phase::cards) {
    const auto own = read_hand(line);
    if (!own) fail("did not show 13 cards", line);
    start_deal(*own);
    phase_ = Phase::board;
    return ask_for_next(out);
  }
  if (phase_ != Phase::board) return;
  if (words.size() >= 3 && words.back() == "lead") {
    prompted_ = true;
  } else if (words[0].starts_with("dummy's")) {
    const auto dummy = read_hand(line);
    if (!dummy || !lead_) fail("showed dummy without 13 cards, or too early", line);
    show_dummy(*dummy);
    ask_for_next(out);
  } else if (const auto action = tm::read_action(line)) {
    hear_action(*action, line, out);
  }
}

void TableGuest::hear_action(const tm::Action& action, std::string_view line, std::string& out) {
  if (!action.move)
    fail(action.is_card ? "relayed an impossible card" : "relayed an impossible bid", line);
  const Move& move = *action.move;
  const bool goes_on = state_.stage == Stage::auction || state_.stage == Stage::play;
  if (!goes_on || lead_ || state_.actor() == seat_) fail("sent an action out of turn", line);
  if (move.is_call() != (state_.stage == Stage::auction))
    fail(move.is_call() ? "sent a call in the play" : "sent a card in the auction", line);
  const bool is_dummys =
      !action.hand && state_.stage == Stage::play && state_.turn == state_.dummy();
  if (!is_dummys && action.hand != Seat{state_.turn}) fail("sent an action out of turn", line);
  if (move.is_call()) {
    const auto legal = Moves::of_calls(state_.auction.legal(state_.turn));
    if (!legal.contains(move.call())) fail("relayed an illegal call", line);
    apply(move);
  } else {
    const bool is_seen = state_.shows_dummy() && state_.turn == state_.dummy();
    put_card(state_.turn, move.card());
    if (is_seen && !Bridge::view(state_, state_.actor()).legal.contains(move))
      fail("relayed a card of dummy's that does not follow suit", line);
    const bool opens = state_.tricks.cards.empty();
    if (opens && state_.dummy() != seat_) {
      lead_ = move;
    } else {
      apply(move);
    }
  }
  ask_for_next(out);
}

void TableGuest::start_deal(CardSet own) {
  Hands hands;
  hands.first = dealer_;
  hands.of[index_of(seat_)] = own;
  deal_rest(hands.of);
  setup_.deal.hands = {hands};
  state_ = Bridge::start(setup_, {});
  events_.clear();
  std::vector<Event> all;
  Bridge::apply(state_, NewDeal{hands}, Events<Event>(all));
  for (const Event& event : all) events_.push_back(*Bridge::view(event, seat_));
  dealt_ = true;
  prompted_ = false;
  lead_.reset();
  ++matches_;
}

void TableGuest::apply(const Move& move) {
  std::vector<Event> all;
  Bridge::apply(state_, state_.actor(), move, Events<Event>(all));
  for (const Event& event : all) events_.push_back(*Bridge::view(event, seat_));
  prompted_ = false;
}

/// Gives a hand the card that it shows. Who was thought to hold it gets another one for it.
void TableGuest::put_card(Seat hand, Card card) {
  CardSet& shown = state_.hands[index_of(hand)];
  if (shown.contains(card)) return;
  const bool is_known = hand == seat_ || (state_.shows_dummy() && hand == state_.dummy());
  for (Seat other = 0; other < seat_count && !is_known; ++other) {
    CardSet& holder = state_.hands[index_of(other)];
    const bool hidden = other != seat_ && !(state_.shows_dummy() && other == state_.dummy());
    if (!hidden || !holder.contains(card)) continue;
    const Card back = shown.front();
    holder.erase(card);
    holder.insert(back);
    shown.erase(back);
    shown.insert(card);
    return;
  }
  fail("relayed a card that this hand cannot have", text_of(card));
}

/// Puts dummy's cards in order; then the opening lead counts.
void TableGuest::show_dummy(CardSet cards) {
  const auto dummy = index_of(state_.dummy());
  const auto leader = index_of(state_.turn);
  const Card led = lead_->card();
  if (cards.contains(led) || !(cards & state_.hands[index_of(seat_)]).empty())
    fail("showed cards of dummy that another hand has", hand_text(cards));
  for (Seat seat = 0; seat < seat_count; ++seat) {
    if (seat != seat_) state_.hands[index_of(seat)] = {};
  }
  state_.hands[dummy] = cards;
  state_.hands[leader].insert(led);
  deal_rest(state_.hands);
  const Move lead = *std::exchange(lead_, std::nullopt);
  apply(lead);
}

bool TableGuest::is_due() const {
  const bool goes_on = state_.stage == Stage::auction || state_.stage == Stage::play;
  return phase_ == Phase::board && dealt_ && goes_on && !lead_ && state_.actor() == seat_;
}

bool TableGuest::leads() const {
  return state_.stage == Stage::play && state_.tricks.on_table() == 0;
}

/// Sends the request for the next call or card, unless this seat is next.
void TableGuest::ask_for_next(std::string& out) {
  if (lead_) return say(tm::ready(seat_, "for dummy"), out);
  if (is_due() || (state_.stage != Stage::auction && state_.stage != Stage::play)) return;
  if (state_.stage == Stage::auction) return say(tm::ready_for_call(seat_, state_.turn), out);
  const bool is_dummys = state_.turn == state_.dummy();
  const auto trick = static_cast<int>(state_.tricks.cards.size()) / seat_count + 1;
  say(tm::ready_for_card(seat_, is_dummys ? "dummy" : seat_names[state_.turn], trick), out);
}

std::optional<View> TableGuest::question() const {
  if (!is_due() || (leads() && !prompted_)) return std::nullopt;
  return Bridge::view(state_, seat_);
}

void TableGuest::move(const Move& move, std::string& out) {
  const bool opens = !move.is_call() && state_.tricks.cards.empty();
  say(move.is_call() ? tm::called(seat_, move) : tm::played(state_.turn, move.card()), out);
  if (opens) {
    lead_ = move;
  } else {
    apply(move);
  }
  ask_for_next(out);
}

std::vector<std::string> TableGuest::names() const {
  std::vector<std::string> names;
  for (Seat seat = 0; seat < seat_count; ++seat) {
    const std::string& named = teams_[index_of(side_of(seat))];
    names.push_back(named.empty() ? std::string(seat_names[index_of(seat)]) : named);
  }
  return names;
}

std::optional<Outcome> TableGuest::outcome() const {
  if (!dealt_ || state_.stage != Stage::played_out) return std::nullopt;
  return Bridge::outcome(state_);
}

}  // namespace arena::bridge
