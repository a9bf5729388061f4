#include "games/bridge/files/written.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::bridge {

namespace {

template <class... Names>
bool is_one_of(std::string_view text, Names... names) {
  return (equal_ignoring_case(text, names) || ...);
}

/// Without spaces, and with letters for suit symbols.
std::string compact(std::string_view text) {
  std::string kept = plain_symbols(text);
  std::erase(kept, ' ');
  return kept;
}

/// "1S", "1 spade", "3notrumps".
std::optional<Call> read_written_bid(std::string_view text) {
  for (const std::string_view suit : {"spade", "heart", "diamond", "club", "notrump"}) {
    if (is_one_of(text.substr(std::min<std::size_t>(text.size(), 1)), suit,
                  std::string(suit) + 's'))
      return read_call(text.substr(0, 2));
  }
  const auto call = read_call(text);
  return call && call->is_bid() ? call : std::nullopt;
}

}  // namespace

std::string quoted(std::string_view text) {
  return '"' + std::string(characters_within(text, 80)) + '"';
}

std::string plain_symbols(std::string_view text) {
  using Symbol = std::pair<std::string_view, std::string_view>;
  static constexpr std::array<Symbol, 10> symbols = {{{"\u2660", "S"},
                                                      {"\u2664", "S"},
                                                      {"\u2665", "H"},
                                                      {"\u2661", "H"},
                                                      {"\u2666", "D"},
                                                      {"\u2662", "D"},
                                                      {"\u2663", "C"},
                                                      {"\u2667", "C"},
                                                      {"\u00a0", " "},
                                                      {"\ufe0f", ""}}};  // makes it an emoji
  std::string letters;
  while (!text.empty()) {
    const auto symbol = std::ranges::find_if(
        symbols, [text](const auto& known) { return text.starts_with(known.first); });
    letters += symbol == symbols.end() ? text.substr(0, 1) : symbol->second;
    text.remove_prefix(symbol == symbols.end() ? 1 : symbol->first.size());
  }
  return letters;
}

int read_written_board_number(std::string_view text) {
  constexpr int greatest = 1'000'000;
  constexpr std::string_view digits = "0123456789";
  constexpr std::string_view word = "board";
  std::size_t begin = 0;
  for (std::size_t at = 0; at + word.size() <= text.size(); ++at) {
    if (equal_ignoring_case(text.substr(at, word.size()), word)) begin = at + word.size();
  }
  text.remove_prefix(std::min(text.find_first_of(digits, begin), text.size()));
  const auto number = to_number<int>(text.substr(0, text.find_first_not_of(digits)));
  return number && *number <= greatest ? *number : 0;
}

std::optional<Seat> read_written_seat(std::string_view text) {
  for (Seat seat = 0; seat < seat_count; ++seat) {
    const std::string_view name = seat_names[index_of(seat)];
    if (is_one_of(text, name, name.substr(0, 1))) return seat;
  }
  return std::nullopt;
}

std::optional<Vulnerable> read_written_vulnerable(std::string_view text) {
  if (is_one_of(text, "None", "Love", "Love all", "Neither", "Nobody", "Nil", "-", "--", "O", "0"))
    return Vulnerable::none;
  if (is_one_of(text, "All", "Both", "Game all", "B")) return Vulnerable::all;
  if (is_one_of(text, "NS", "N-S", "N/S", "North-South", "N")) return Vulnerable::NS;
  if (is_one_of(text, "EW", "E-W", "E/W", "East-West", "E")) return Vulnerable::EW;
  return std::nullopt;
}

std::optional<Call> read_written_call(std::string_view text) {
  std::string call = compact(text);
  if (call.starts_with('(')) call.erase(0, 1);
  call.erase(std::min(call.find_first_of("(),;"), call.size()));
  if (is_one_of(call, "Pas")) return Call::pass();
  if (is_one_of(call, "D")) return Call::doubles();
  if (is_one_of(call, "R", "Redbl")) return Call::redoubles();
  const auto bid = read_written_bid(call);
  return bid ? bid : read_call(call);
}

bool is_written_all_pass(std::string_view text) {
  return is_one_of(text, "AP", "All", "AllPass", "All-Pass");
}

std::optional<Card> read_written_card(std::string_view text) {
  std::string card = compact(text);
  if (const auto read = read_card(card); read || card.empty()) return read;
  std::ranges::rotate(card, card.end() - 1);
  return read_card(card);
}

std::optional<Contract> read_written_contract(std::string_view text) {
  std::string contract = compact(text);
  if (is_one_of(contract, "P", "AP", "Pass", "Passed", "Passedout", "Passout", "Allpass"))
    return Contract{};
  std::uint8_t doubled = 0;
  for (; doubled < 2 && !contract.empty(); ++doubled) {
    if (lower(contract.back()) != 'x' && contract.back() != '*') break;
    contract.pop_back();
  }
  const auto bid = read_written_bid(contract);
  if (!bid) return std::nullopt;
  return Contract{static_cast<std::uint8_t>(bid->level()), bid->strain(), doubled};
}

std::string dotted_hand(std::string_view text) {
  constexpr std::string_view letters = "shdc";
  if (text.find_first_not_of("-?*.") == std::string_view::npos) return "...";
  std::array<std::string, letters.size()> suits;
  std::string* suit = nullptr;
  std::string dotted;
  for (const char c : text) {
    if (c == '-') continue;  // a void
    dotted += c;
    if (const std::size_t named = letters.find(lower(c)); named != std::string_view::npos)
      suit = &suits[named];
    else if (c != '.' && suit != nullptr)
      *suit += c;
  }
  return suit == nullptr ? dotted : suits[0] + '.' + suits[1] + '.' + suits[2] + '.' + suits[3];
}

}  // namespace arena::bridge
