#include "games/bridge/move.hpp"

#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::bridge {

namespace {

constexpr std::string_view alert_word = "alert";

/// Reads "alert" or "alert: asks for majors". A period or a blank may stand for the colon. What the
/// text says decides nothing.
std::optional<Alert> read_alert(std::string_view text) {
  if (!equal_ignoring_case(text.substr(0, alert_word.size()), alert_word)) return std::nullopt;
  text.remove_prefix(alert_word.size());
  if (text.empty()) return Alert{true};
  if (text.front() != ':' && text.front() != '.' && text.front() != ' ') return std::nullopt;
  return alert_with(text.substr(1));
}

}  // namespace

Alert alert_with(std::string_view text) {
  Alert alert{true};
  const std::string shown = first_characters(on_one_line(text), 80);
  for (const char c : trim(characters_within(shown, alert.text.capacity())))
    alert.text.push_back(c);
  return alert;
}

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
