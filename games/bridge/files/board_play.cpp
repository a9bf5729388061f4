#include "games/bridge/files/board_play.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "arena/util/text/text.hpp"
#include "games/bridge/files/written.hpp"

namespace arena::bridge {

namespace {

/// Deals the rest of the pack to the hands that are not known. Returns what is wrong.
std::string complete(Hands& hands, std::uint64_t seed) {
  auto unknown = std::ranges::count_if(hands.of, &CardSet::empty);
  if (unknown == seat_count) return "no hand is known";
  CardSet all;
  for (const CardSet hand : hands.of) all |= hand;
  std::vector<Card> rest;
  for (const Card card : whole_pack - all) rest.push_back(card);
  Rng(seed).shuffle(rest);
  for (CardSet& hand : hands.of) {
    if (!hand.empty()) continue;
    const std::size_t size =
        --unknown == 0 ? rest.size() : std::min<std::size_t>(hand_size, rest.size());
    for (std::size_t i = 0; i < size; ++i) {
      hand.insert(rest.back());
      rest.pop_back();
    }
  }
  return fault_of(hands);
}

/// Reads a deal. A hand that is not known stays empty. Returns what is wrong.
std::string read_known_hands(std::string_view text, Hands& hands) {
  std::string whole;
  const std::string plain = plain_symbols(text);
  for (std::string_view left = plain; !left.empty(); left = trim(left)) {
    const std::string_view word = cards::next_word(left);
    const std::size_t begins = word.size() >= 2 && word[1] == ':' ? 2 : 0;
    whole += word.substr(0, begins);
    if (word.size() > begins) whole += dotted_hand(word.substr(begins));
    whole += ' ';
  }
  return read_hands(whole, hands);
}

}  // namespace

void BoardPlay::begin(Seat dealer) {
  Setup<Bridge> setup;
  setup.options.scoring = Scoring::total;
  setup.deal = {1, board_.vulnerable, {board_.hands}};
  setup.deal.hands.front().first = dealer;
  match_ = Position<Bridge>(setup);
}

std::string BoardPlay::apply(const Move& move, std::string_view written) {
  const Seat actor = match_.actors().front();
  if (const Refusal refusal = Bridge::check(match_.view(actor), move))
    return quoted(written) + " of " + std::string(seat_names[index_of(turn())]) + ": " +
           std::string(refusal.text());
  match_.apply(actor, move);
  return "";
}

std::string BoardPlay::call(Call call, std::string_view written) {
  if (!in_auction()) return quoted(written) + ": the auction was over before this call.";
  std::string fault = apply(Move::of(call), written);
  if (fault.empty()) board_.calls.push_back(Move::of(call));
  return fault;
}

void BoardPlay::pass_to_the_end() {
  while (in_auction()) static_cast<void>(call(Call::pass(), "pass"));
}

void BoardPlay::drop_auction() {
  board_.calls.clear();
  begin(board_.dealer());
}

void BoardPlay::play_in(const Contract& contract) {
  begin(contract.declarer);
  std::vector<Call> calls = {Call::bid(contract.level, contract.strain)};
  if (contract.doubled > 0) calls.push_back(Call::doubles());
  if (contract.doubled > 1) calls.push_back(Call::redoubles());
  calls.insert(calls.end(), 3, Call::pass());
  for (const Call call : calls) match_.apply(match_.actors().front(), Move::of(call));
}

std::string BoardPlay::play(Card card, std::string_view written) {
  if (!in_play()) return quoted(written) + ": there is no play to which this card belongs.";
  std::string fault = apply(Move::of(card), written);
  if (fault.empty()) board_.tricks = match_.state.tricks;
  return fault;
}

std::optional<int> BoardPlay::won() const {
  if (match_.state.stage != Stage::played_out) return std::nullopt;
  return match_.state.won[index_of(side_of(contract().declarer))];
}

bool ReadBoards::begin(std::size_t line) {
  last_ = std::exchange(added_, std::nullopt);
  ++begun_;
  if (file_.boards.size() < most_read_boards) return true;
  if (!std::exchange(is_full_, true))
    file_.problems.push_back(
        {line, "Only " + std::to_string(most_read_boards) + " boards of a file are read."});
  return false;
}

void ReadBoards::add(PlayedBoard board) {
  added_ = file_.boards.size();
  if (board.board > 0) by_number_[board.board] = *added_;
  file_.boards.push_back(std::move(board));
}

const PlayedBoard* ReadBoards::before(int number) const {
  const auto known = by_number_.find(number);
  if (known != by_number_.end()) return &file_.boards[known->second];
  return number == 0 && last_ ? &file_.boards[*last_] : nullptr;
}

std::string ReadBoards::read_deal(std::string_view text, int number, Hands& hands) const {
  std::string fault = read_known_hands(text, hands);
  if (!fault.empty()) return fault;
  if (const PlayedBoard* other = number > 0 ? before(number) : nullptr) {
    bool is_same = true;
    for (std::size_t seat = 0; seat < seat_count; ++seat) {
      const CardSet hand = hands.of[seat];
      is_same = is_same && (hand.empty() || hand == other->hands.of[seat]);
    }
    if (is_same) {
      hands.of = other->hands.of;
      return "";
    }
  }
  return complete(hands, mix_seed(seed_, "hands that are not known", begun_ - 1));
}

}  // namespace arena::bridge
