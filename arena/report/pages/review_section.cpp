#include "arena/report/pages/review_section.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "arena/record/record.hpp"
#include "arena/report/pages/links.hpp"
#include "arena/results/plot.hpp"
#include "arena/util/parallel.hpp"

namespace arena::report {

namespace {

Html loss_cell(double loss, double error) {
  return html(R"(<td class="number">{}</td>)", text(estimate_text(loss, error)));
}

Html habits_table(const GameReview& review, const PlayerReview& player) {
  Html rows;
  for (const Habit& habit : shown_habits(player)) {
    rows += html(
        "<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td>"
        "<td class=\"number\">{}&nbsp;%</td>{}</tr>\n",
        text(habit.kind), text(habit.better_kind), habit.times, number(100 * habit.share, 0),
        loss_cell(habit.loss, habit.error));
  }
  return table("Habits",
               html(R"(<th scope="col">what it did</th><th scope="col">what was better</th>)"
                    R"(<th scope="col" class="number">times</th>)"
                    R"(<th scope="col" class="number">of all</th>)"
                    R"(<th scope="col" class="number">{} each</th>)",
                    text(review.unit)),
               rows);
}

Html worst_table(const GameReview& review, const PlayerReview& player) {
  Html rows;
  for (const ReviewedMove& move : player.worst) {
    rows += html(
        "<tr><th scope=\"row\"><a href=\"../replay.html#{0}/{1}\">game {0}, move {1}</a></th>"
        "<td>{2}</td><td>{3}</td>{4}</tr>\n",
        move.game, move.move, text(move.played), text(move.better),
        loss_cell(move.loss, move.error));
  }
  return table("The worst moves",
               html(R"(<th scope="col">where</th><th scope="col">move</th>)"
                    R"(<th scope="col">better</th><th scope="col" class="number">{}</th>)",
                    text(review.unit)),
               rows);
}

/// Of one player: by decision, what all up to it lost together, on average over its games. The
/// decisions of a game count from 0.
std::vector<double> mean_losses(const GameReview& review, const ReportData& data,
                                const PlayerReview& player) {
  std::map<std::pair<int, Seat>, std::size_t> decisions;  // so far, by game and seat
  std::vector<double> losses;
  for (const ReviewedMove& move : review.moves) {
    const StoredMatch& match = data.games[static_cast<std::size_t>(move.game - 1)];
    if (data.at(match.seats[static_cast<std::size_t>(move.seat)]).name != player.player) continue;
    const std::size_t decision = decisions[{move.game, move.seat}]++;
    losses.resize(std::max(losses.size(), decision + 1));
    losses[decision] += move.loss / player.games;
  }
  std::partial_sum(losses.begin(), losses.end(), losses.begin());
  return losses;
}

Html loss_plot(const GameReview& review, const ReportData& data, const PlayerReview& player) {
  constexpr int width = 640;
  constexpr int height = 220;
  const std::vector<double> losses = mean_losses(review, data, player);
  if (losses.size() < 2) return {};
  const double most = std::max(1e-9, std::ranges::max(losses));
  const double step = nice_step(0, most, 4);
  const Scale x{0, static_cast<double>(losses.size() - 1), 48, width - 10.0};
  const Scale y{std::min(0.0, std::ranges::min(losses)), most, height - 34.0, 18};
  Html body = y_axis(x, y, step, false);
  body += x_axis(x, y.from, nice_step(0, x.high, 8));
  std::string points;
  for (std::size_t i = 0; i < losses.size(); ++i)
    points += fmt::format("{:.1f},{:.1f} ", x(static_cast<double>(i)), y(losses[i]));
  body += html("<polyline class=\"line s1\" points=\"{}\"/>\n", Html(points));
  body += html(
      "<text class=\"unit\" x=\"0\" y=\"10\">{}</text>\n"
      "<text class=\"unit middle\" x=\"{:.1f}\" y=\"{}\">decisions of a game</text>\n",
      text(review.unit), (x.from + x.to) / 2, height - 6);
  return figure(
      svg(width, height, "What the decisions lost together", body),
      html("What the decisions up to each one lost together, in {} a game.", text(review.unit)));
}

const PlayerReview* review_of(const ReportData& data, const std::string& name) {
  if (!data.review) return nullptr;
  const auto found = std::ranges::find(data.review->players, name, &PlayerReview::player);
  return found == data.review->players.end() ? nullptr : &*found;
}

}  // namespace

void add_review(ReportData& data, const Store& store, const ReviewWish& wish) {
  std::vector<ReviewedRecord> records;
  std::map<std::string, int> taken;  // games of each entrant
  for (std::size_t game = 0; game < data.games.size(); ++game) {
    const StoredMatch& match = data.games[game];
    ReviewedRecord wanted{static_cast<int>(game) + 1, {}, {}};
    for (const StoredSeat& seat : match.seats) {
      if (taken[data.at(seat).name] < wish.games) wanted.players.insert(data.at(seat).name);
    }
    if (wanted.players.empty()) continue;
    try {
      wanted.record = read_record(store.record(match.number));
      for (std::size_t seat = 0; seat < match.seats.size(); ++seat)
        wanted.record.players.at(seat).name = data.at(match.seats[seat]).name;
      wanted.is_whole = !data.game.matches.replay(wanted.record, {}).broken;
    } catch (const std::exception&) {
      continue;  // its replay says why
    }
    for (const std::string& name : wanted.players) ++taken[name];
    records.push_back(std::move(wanted));
  }
  GameReviewSettings settings;
  settings.jobs = cores();
  settings.progress = wish.progress;
  TableCache table_cache;
  settings.table_cache = &table_cache;
  data.review = review_games(data.game, records, settings);
}

Html review_section(const ReportData& data, std::size_t entrant) {
  const PlayerReview* const player = review_of(data, data.entrant(entrant).name);
  if (player == nullptr) return {};
  const GameReview& review = *data.review;
  Html body = html(
      "<p>In its first {}, it lost {} {} a decision: {}, of which {} were for the best move. "
      "A move loses what it brings less than {}. {}</p>\n",
      counted(player->games, "game"), text(estimate_text(player->loss, player->error)),
      text(review.unit), counted(player->decisions, "decision"), count(player->best),
      text(review.method), text(luck_text(review, *player)));
  body += loss_plot(review, data, *player);
  body += habits_table(review, *player);
  body += worst_table(review, *player);
  return section("Where it lost", body);
}

std::string loss_caption(const ReportData& data, int game, std::size_t move) {
  if (!data.review) return "";
  const auto place = [](const ReviewedMove& reviewed) {
    return std::pair(reviewed.game, reviewed.move);
  };
  const std::pair wanted(game + 1, static_cast<int>(move));
  const auto found = std::ranges::lower_bound(data.review->moves, wanted, {}, place);
  if (found == data.review->moves.end() || place(*found) != wanted || found->better.empty())
    return "";
  return fmt::format(" [lost {}; better: {}]", estimate_text(found->loss, found->error),
                     found->better);
}

}  // namespace arena::report
