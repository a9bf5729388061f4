#include "games/bridge/move.hpp"

#include <algorithm>

#include "arena/util/text.hpp"

namespace arena::bridge {

namespace {

constexpr std::string_view alert_word = "alert";

bool can_be_shown(char c) { return c >= ' ' && c <= '~'; }

/// Reads "alert" or "alert: asks for majors". A period may stand for the colon.
std::optional<Alert> read_alert(std::string_view text) {
  Alert alert{true};
  if (!equal_ignoring_case(text.substr(0, alert_word.size()), alert_word)) return std::nullopt;
  text.remove_prefix(alert_word.size());
  if (text.empty()) return alert;
  if (text.front() != ':' && text.front() != '.') return std::nullopt;
  text = trim(text.substr(1));
  if (!std::ranges::all_of(text, can_be_shown)) return std::nullopt;
  // House rule: an alert has at most 80 characters; the rest is not shown.
  for (const char c : trim(text.substr(0, 80))) alert.text.push_back(c);
  return alert;
}

}  // namespace

std::string text_of(const Move& move) {
  if (!move.is_call()) return text_of(move.card());
  std::string text = text_of(move.call());
  if (!move.alert.given) return text;
  text += ' ';
  text += alert_word;
  if (!move.alert.text.empty()) text += ": ";
  return text.append(move.alert.text.begin(), move.alert.text.end());
}

std::optional<Move> read_move(std::string_view text) {
  text = trim(text);
  const std::string_view word = cards::next_word(text);
  if (const auto call = read_call(word)) {
    if (text.empty()) return Move::of(*call);
    const auto alert = read_alert(text);
    return alert ? std::optional(Move{call->code, *alert}) : std::nullopt;
  }
  const auto card = read_card(word);
  return card && text.empty() ? std::optional(Move::of(*card)) : std::nullopt;
}

}  // namespace arena::bridge
