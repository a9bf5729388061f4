#include "games/bridge/bidding/rule.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace arena::bridge {

namespace {

constexpr std::size_t at(Strain suit) { return static_cast<std::size_t>(suit); }
constexpr unsigned bit(Strain suit) { return 1U << at(suit); }
constexpr unsigned bit(Strain suit, Strain other) { return 1U << (4 * at(suit) + at(other)); }

Range range(int least, int most) {
  const auto kept = [](int value) { return static_cast<std::int8_t>(std::clamp(value, -40, 40)); };
  return {kept(least), kept(most)};
}

Range hull(Range one, Range other) {
  return {std::min(one.least, other.least), std::max(one.most, other.most)};
}

/// In points as the rule counts them. Where it counts high cards, a point for length may come on
/// top.
Range strength_of(const Needs& needs) {
  const int least = std::max({needs.high.least, needs.points.least, needs.support.least});
  if (needs.support.most != any_points.most) return range(least, needs.support.most);
  const bool exact = needs.balanced || needs.high.most == any_points.most;
  return range(least, std::min(needs.high.most + (exact ? 0 : 1), +needs.points.most));
}

void widen(Needs& needs, const Needs& other) {
  needs.high = hull(needs.high, other.high);
  needs.points = hull(needs.points, other.points);
  needs.support = hull(needs.support, other.support);
  needs.aces = hull(needs.aces, other.aces);
  for (std::size_t suit = 0; suit < needs.length.size(); ++suit)
    needs.length[suit] = hull(needs.length[suit], other.length[suit]);
  needs.balanced = needs.balanced && other.balanced;
  needs.stopped &= other.stopped;
  needs.good &= other.good;
}

std::string range_text(Range range, Range any) {
  if (range.most >= any.most) return fmt::format("{}+", range.least);
  if (range.least <= any.least) return fmt::format("at most {}", range.most);
  return range.least == range.most ? fmt::format("{}", range.least)
                                   : fmt::format("{} to {}", range.least, range.most);
}

}  // namespace

bool Needs::fit(const Strength& hand) const {
  if (!high.contains(hand.high) || !points.contains(hand.points) || !aces.contains(hand.aces) ||
      (balanced && !hand.balanced))
    return false;
  for (std::size_t suit = 0; suit < length.size(); ++suit) {
    const int cards = hand.length[suit];
    if (!length[suit].contains(cards)) return false;
    if ((stopped >> suit & 1U) != 0 && !hand.stopped[suit]) return false;
    if ((good >> suit & 1U) != 0 && hand.top[suit] < 2) return false;
    for (std::size_t other = 0; other < length.size(); ++other) {
      const std::size_t both = 4 * suit + other;
      if ((not_shorter >> both & 1U) != 0 && cards < hand.length[other]) return false;
      if ((longer >> both & 1U) != 0 && cards <= hand.length[other]) return false;
    }
  }
  return trump == Strain::notrump || support.contains(hand.in_support(trump));
}

Rule& Rule::high(int least, int most) { return needs.high = range(least, most), *this; }
Rule& Rule::points(int least, int most) { return needs.points = range(least, most), *this; }
Rule& Rule::support(Strain trump, int least, int most) {
  needs.trump = trump;
  return needs.support = range(least, most), *this;
}
Rule& Rule::length(Strain suit, int least, int most) {
  return needs.length[at(suit)] = range(least, most), *this;
}
Rule& Rule::aces(int least, int most) { return needs.aces = range(least, most), *this; }
Rule& Rule::stops(Strain suit) { return needs.stopped |= bit(suit), *this; }
Rule& Rule::good(Strain suit) { return needs.good |= bit(suit), *this; }
Rule& Rule::not_shorter(Strain suit, Strain other) {
  return needs.not_shorter |= bit(suit, other), *this;
}
Rule& Rule::longer(Strain suit, Strain other) { return needs.longer |= bit(suit, other), *this; }
Rule& Rule::longest(Strain suit) {
  for (const Strain other : suits_down) {
    if (other > suit) longer(suit, other);
    if (other < suit) not_shorter(suit, other);
  }
  return *this;
}

std::string text_of(const Message& message) {
  constexpr std::array suits = {"club", "diamond", "heart", "spade"};  // by strain
  const Needs& needs = message.needs;
  std::vector<std::string> parts;
  const bool only_high = needs.points == any_points && needs.support == any_points;
  const Range points = only_high && needs.high != any_points ? needs.high : message.strength;
  if (points != any_points) parts.push_back(range_text(points, any_points) + " points");
  if (needs.balanced) parts.emplace_back("balanced");
  for (const Strain suit : suits_down) {
    const Range length = needs.length[at(suit)];
    if (length == any_length) continue;
    const char* const plural = length.most == 1 ? "" : "s";
    parts.push_back(range_text(length, any_length) + ' ' + suits[at(suit)] + plural);
  }
  for (const Strain suit : suits_down)
    if ((needs.stopped & bit(suit)) != 0)
      parts.push_back(suits[at(suit)] + std::string("s stopped"));
  if (message.meaning == Meaning::forcing) parts.emplace_back("forcing");
  if (message.meaning == Meaning::game_forcing || message.meaning == Meaning::fourth_suit)
    parts.emplace_back("forcing to game");
  const std::string shown = fmt::format("{}", fmt::join(parts, ", "));
  if (message.name.empty() || shown.empty()) return std::string(message.name) + shown;
  return fmt::format("{}: {}", message.name, shown);
}

Rule& Rules::add(Call call, std::string_view name) {
  left_out_ = {};
  const bool means_something_else = others_ && call != Call::pass() && is_agreed(call);
  if (!allows(call) || means_something_else) return left_out_;
  list_.push_back({});
  Rule& rule = list_[list_.size() - 1];
  rule.call = call;
  rule.name = name;
  return rule;
}

bool Rules::is_agreed(Call call) const {
  const auto* const end = list_.begin() + others_.value_or(list_.size());
  return std::any_of(list_.begin(), end, [call](const Rule& rule) { return rule.call == call; });
}

const Rule* Rules::rule(const Strength& hand) const {
  const auto* const found =
      std::ranges::find_if(list_, [&](const Rule& rule) { return rule.needs.fit(hand); });
  return found == list_.end() ? nullptr : found;
}

Call Rules::call(const Strength& hand) const {
  const Rule* const first = rule(hand);
  return first == nullptr ? Call::pass() : first->call;
}

std::optional<Message> Rules::message(Call call) const {
  std::optional<Message> all;
  bool is_expected = false;
  for (const Rule& rule : list_) {
    if (rule.call != call || (is_expected && rule.is_last_resort)) continue;
    const Range strength = strength_of(rule.needs);
    if (!all || (!is_expected && !rule.is_last_resort)) {
      all = Message{rule.needs, strength, rule.meaning, rule.name};
    } else {
      widen(all->needs, rule.needs);
      all->strength = hull(all->strength, strength);
      if (rule.meaning != all->meaning) all->meaning = Meaning::natural;
      if (rule.name != all->name) all->name = {};
    }
    is_expected = is_expected || !rule.is_last_resort;
  }
  return all;
}

}  // namespace arena::bridge
