// The helper program `double_dummy`: solves deals of bridge with libdds. A request is a line on
// stdin, its answer a line on stdout; games/bridge/double_dummy.cpp asks. libdds crashes on wrong
// deals, so each request is checked by the rules first.
//
//   table N:HANDS                        the tricks as in PBN's tag DoubleDummyTricks
//   solve STRAIN LEADER ON_TABLE N:HANDS  SA=9 HT=8 ...: each legal card, and the tricks to come
//   play STRAIN LEADER CARDS N:HANDS      the declarer's tricks before the play and after each card
//
// Cards are like HTH9, and - without cards. The answer to a wrong request is "error: " and why.
#include "games/bridge/double_dummy.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <dds/dll.h>
#include <fmt/format.h>

#include "arena/util/text/text.hpp"
#include "games/bridge/bridge.hpp"

using namespace arena;
using namespace arena::bridge;

namespace {

/// A wrong request, or a failure of libdds.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// libdds counts suits and strains S H D C NT, ranks from 2 to 14, and seats N E S W.

constexpr std::array<Strain, 5> dds_strains = {Strain::spades, Strain::hearts, Strain::diamonds,
                                               Strain::clubs, Strain::notrump};

int dds_strain(Strain strain) {
  return static_cast<int>(std::ranges::find(dds_strains, strain) - dds_strains.begin());
}
int dds_suit(Card card) { return dds_strain(strain_of(card.suit())); }
int dds_rank(Card card) { return card.rank() + 2; }
Card card_of(int suit, int rank) {
  return Card(suit_of(dds_strains[index_of(suit)]), static_cast<Rank>(rank - 2));
}

void check(int code) {
  if (code > 0) return;
  std::array<char, 80> why{};
  ErrorMessage(code, why.data());
  throw Failure(why.data());
}

Hands read_hands(std::string_view text) {
  Hands hands;
  if (!from_text(text, hands)) throw Failure("the hands are not like N:AKQ.J2.T987.5432 ...");
  return hands;
}

Hands read_deal(std::string_view text) {
  const Hands hands = read_hands(text);
  if (const Refusal refusal = check_hands(hands)) throw Failure(std::string(refusal.text()));
  return hands;
}

/// The words between the first word of a request and its hands.
struct Play {
  explicit Play(std::string_view& text) {
    const auto bid = read_call("1" + std::string(cards::next_word(text)));
    const std::string_view seat = cards::next_word(text);
    leader = static_cast<Seat>(seat_letters.find(seat));
    if (!bid || seat.size() != 1 || leader < 0) throw Failure("no strain or no leader");
    strain = bid->strain();
    std::string_view words = cards::next_word(text);
    for (words = words == "-" ? "" : words; !words.empty();
         words.remove_prefix(std::min<std::size_t>(2, words.size()))) {
      const auto card = read_card(words.substr(0, 2));
      if (!card) throw Failure("a card is not like HT");
      played.push_back(*card);
    }
  }

  Strain strain = Strain::notrump;
  Seat leader = 0;
  std::vector<Card> played;
};

std::string table_of(std::string_view text) {
  ddTableDealPBN deal{};
  const std::string hands = to_text(read_deal(text));
  hands.copy(deal.cards, sizeof deal.cards - 1);
  ddTableResults results{};
  check(CalcDDtablePBN(deal, &results));
  TrickTable table;
  for (Seat declarer = 0; declarer < seat_count; ++declarer) {
    for (const Strain strain : dds_strains) {
      table.won[index_of(declarer)][static_cast<std::size_t>(strain)] =
          static_cast<std::uint8_t>(results.resTable[dds_strain(strain)][declarer]);
    }
  }
  return tricks_text(table);
}

/// Refuses positions that play by the rules cannot reach.
void check_position(const Play& play, const Hands& hands) {
  if (play.played.size() >= seat_count) throw Failure("a trick of four cards is over");
  CardSet all;
  int count = 0;
  for (const Card card : play.played) all.insert(card);
  const int cards = hands.of[index_of(after(play.leader, 3))].size();
  for (int i = 0; i < seat_count; ++i) {
    const CardSet hand = hands.of[index_of(after(play.leader, i))];
    const bool has_played = index_of(i) < play.played.size();
    if (hand.size() != cards - (has_played ? 1 : 0)) throw Failure("the hands are not even");
    all |= hand;
    count += hand.size();
    if (!has_played || i == 0) continue;
    const Suit led = play.played.front().suit();
    if (play.played[index_of(i)].suit() != led && length_of(hand, led) > 0)
      throw Failure("a hand has not followed suit");
  }
  if (cards == 0 || cards > hand_size) throw Failure("the hands have too few or too many cards");
  if (all.size() != count + static_cast<int>(play.played.size()) || !(all - whole_pack).empty())
    throw Failure("a card is there twice");
}

std::string values_of(std::string_view text) {
  const Play play(text);
  const Hands hands = read_hands(text);
  check_position(play, hands);
  deal position{};
  position.trump = dds_strain(play.strain);
  position.first = play.leader;
  for (std::size_t i = 0; i < play.played.size(); ++i) {
    position.currentTrickSuit[i] = dds_suit(play.played[i]);
    position.currentTrickRank[i] = dds_rank(play.played[i]);
  }
  for (Seat seat = 0; seat < seat_count; ++seat) {
    for (const Card card : hands.of[index_of(seat)])
      position.remainCards[seat][dds_suit(card)] |= 1U << static_cast<unsigned>(dds_rank(card));
  }
  futureTricks found{};
  constexpr int most_tricks = -1;
  constexpr int all_cards = 3;
  constexpr int always_search = 1;
  check(SolveBoard(position, most_tricks, all_cards, always_search, &found, 0));
  std::string values;
  for (int i = 0; i < found.cards; ++i) {
    // The card itself, and lower ones that are as good.
    const unsigned ranks =
        (1U << static_cast<unsigned>(found.rank[i])) | static_cast<unsigned>(found.equals[i]);
    for (int rank = 14; rank >= 2; --rank) {
      if ((ranks >> static_cast<unsigned>(rank) & 1U) == 0) continue;
      values += fmt::format("{}{}={}", values.empty() ? "" : " ",
                            text_of(card_of(found.suit[i], rank)), found.score[i]);
    }
  }
  return values;
}

/// Refuses cards that the rules do not allow in this order.
void check_cards(const Play& play, const Hands& hands) {
  State state;
  state.hands = hands.of;
  state.stage = Stage::play;
  state.contract = {1, play.strain, 0, static_cast<std::uint8_t>(after(play.leader, 3))};
  state.turn = static_cast<std::uint8_t>(play.leader);
  for (const Card card : play.played) {
    const Seats due = Bridge::actors(state);
    const Move move = Move::of(card);
    if (due.empty() || Bridge::check(Bridge::view(state, due.front()), move))
      throw Failure("the rules do not allow the card " + text_of(card));
    Bridge::apply(state, due.front(), move, {});
  }
}

std::string course_of(std::string_view text) {
  const Play play(text);
  const Hands hands = read_deal(text);
  check_cards(play, hands);
  dealPBN deal{};
  deal.trump = dds_strain(play.strain);
  deal.first = play.leader;
  to_text(hands).copy(deal.remainCards, sizeof deal.remainCards - 1);
  playTracePBN trace{};
  trace.number = static_cast<int>(play.played.size());
  std::string cards;
  for (const Card card : play.played) cards += text_of(card);
  cards.copy(trace.cards, sizeof trace.cards - 1);
  solvedPlay solved{};
  check(AnalysePlayPBN(deal, trace, &solved, 0));
  std::vector<int> tricks(solved.tricks, solved.tricks + solved.number);
  tricks.resize(play.played.size() + 1, tricks.back());  // libdds leaves out the last trick
  return fmt::format("{}", fmt::join(tricks, " "));
}

std::string answer(std::string_view request) {
  const std::string_view word = cards::next_word(request);
  if (word == "table") return table_of(request);
  if (word == "solve") return values_of(request);
  if (word == "play") return course_of(request);
  throw Failure("the requests are table, solve and play");
}

/// Arena's threads may be bound to one core.
void use_all_cores() {
  cpu_set_t all;
  std::memset(&all, 0xff, sizeof all);
  ::sched_setaffinity(0, sizeof all, &all);
}

}  // namespace

int main() {
  use_all_cores();
  SetMaxThreads(1);  // each one takes 140 MB
  for (std::string line; std::getline(std::cin, line);) {
    std::string text;
    try {
      text = answer(trim(line));
    } catch (const Failure& failure) {
      text = fmt::format("error: {}", failure.what());
    }
    std::cout << text << std::endl;  // NOLINT(performance-avoid-endl): arena waits for it
  }
}
