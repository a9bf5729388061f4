#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "arena/review/review.hpp"
#include "arena/series/statistics/figures.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/text_table.hpp"

namespace arena {

namespace {

std::string head_text(const GameReview& review, const PlayerReview& player) {
  std::string text = fmt::format(
      "{} lost {} {} a decision, in {}: {}, {} of them for the best move", escaped(player.player),
      estimate_text(player.loss, player.error), review.unit, counted(player.games, "game"),
      counted(player.decisions, "decision"), player.best);
  if (player.forfeits > 0)
    text += fmt::format("; it forfeited {}", counted(player.forfeits, "game"));
  return text + ".\n";
}

/// The second column of a table begins at the left, so it has the words.
std::string habits_text(const GameReview& review, const PlayerReview& player) {
  std::vector<TextRow> rows{{"of all", "what it did", "times", review.unit + " each"}};
  for (const Habit& habit : shown_habits(player)) {
    const std::string what = habit.kind == habit.better_kind
                                 ? habit.kind
                                 : fmt::format("{}; better: {}", habit.kind, habit.better_kind);
    rows.push_back({fmt::format("{:.0f} %", 100 * habit.share), what, std::to_string(habit.times),
                    estimate_text(habit.loss, habit.error)});
  }
  return rows.size() == 1 ? "" : "\n" + text_table(rows);
}

/// "dH7 (discard)"; only the move if it says the same.
std::string with_kind(const std::string& move, const std::string& kind) {
  return kind.empty() || move.starts_with(kind) ? move : fmt::format("{} ({})", move, kind);
}

std::string worst_text(const GameReview& review, const PlayerReview& player) {
  std::vector<TextRow> rows{{"game", "its worst moves", "move", review.unit}};
  for (const ReviewedMove& move : player.worst) {
    rows.push_back({std::to_string(move.game),
                    fmt::format("{}; better: {}", with_kind(move.played, move.kind),
                                with_kind(move.better, move.better_kind)),
                    std::to_string(move.move), estimate_text(move.loss, move.error)});
  }
  return rows.size() == 1 ? "" : "\n" + text_table(rows);
}

std::string whole_text(const GameReview& review, const PlayerReview& player) {
  std::string text = head_text(review, player);
  if (player.luck) text += luck_text(review, player) + '\n';
  return text + habits_text(review, player) + worst_text(review, player);
}

}  // namespace

std::string estimate_text(double value, double error, bool sign) {
  const int digits = error > 0 ? digits_of(error) : 2;
  const std::string text = number_text(value, digits, sign);
  return error > 0 ? fmt::format("{} ± {:.{}f}", text, error, digits) : text;
}

std::span<const Habit> shown_habits(const PlayerReview& player) {
  constexpr std::size_t most = 8;
  const std::span<const Habit> all = player.habits;
  const auto first_gain =
      std::ranges::find_if(all, [](const Habit& habit) { return habit.loss <= 0; });
  return all.first(std::min(most, static_cast<std::size_t>(first_gain - all.begin())));
}

std::string luck_text(const GameReview& review, const PlayerReview& player) {
  if (!player.luck) return "";
  const LuckOfDeals& luck = *player.luck;
  return fmt::format(
      "Its results: {} a game, in {} without a forfeit. The deals were worth {} a game ({}).",
      estimate_text(luck.result, luck.result_error, true), counted(luck.games, "game"),
      estimate_text(luck.deals, luck.deals_error, true), review.baseline);
}

std::string review_text(const GameReview& review) {
  std::string text;
  for (const PlayerReview& player : review.players) {
    text += review.players.size() == 1 ? whole_text(review, player) : head_text(review, player);
  }
  text += fmt::format("\nA move loses what it brings less than {}. ± is the 95 % interval.\n",
                      review.method);
  if (review.players.size() > 1)
    text += "--player NAME shows the habits and the worst moves of one player.\n";
  return text;
}

}  // namespace arena
