#include "arena/review/review.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "arena/rating/means/mean.hpp"
#include "arena/series/statistics/statistics.hpp"
#include "arena/util/error.hpp"
#include "arena/util/parallel.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr std::size_t most_worst = 10;  // moves of a player
constexpr double normal_95 = 1.96;      // standard errors in half an interval

/// What one match says of a player on one side.
struct Entry {
  std::string player;
  std::vector<ReviewedMove> moves{};
  bool has_forfeited = false;
  std::optional<std::pair<double, double>> luck{};  // result, and worth of the deal
};

ReviewedMove reviewed(int game, const RecordedLoss& recorded) {
  const MoveLoss& lost = recorded.lost;
  return {game,
          static_cast<int>(recorded.number),
          recorded.seat,
          recorded.move,
          lost.kind,
          lost.better,
          lost.better_kind,
          lost.loss,
          normal_95 * lost.error,
          lost.is_exact,
          lost.value};
}

double error_of(const Mean& mean) { return mean.has_error() ? mean.margin_of_error() : 0; }

/// Reviews one match.
class MatchReview {
 public:
  MatchReview(const AnyGame& game, const ReviewedRecord& reviewed,
              const GameReviewSettings& settings)
      : game_(game),
        reviewed_(reviewed),
        record_(reviewed.record),
        settings_(settings),
        sides_(game.info.sides_of(static_cast<int>(record_.players.size()))) {}

  [[nodiscard]] std::vector<Entry> entries() const {
    std::vector<Entry> entries;
    std::vector<std::size_t> entry_of;  // by seat
    Seats wanted;
    for (Seat seat = 0; seat < sides_.seats(); ++seat) {
      entry_of.push_back(entries.size());
      if (!is_wanted(seat)) continue;
      wanted.insert(seat);
      for (Seat partner = 0; partner < seat; ++partner) {
        if (sides_.of(partner) == sides_.of(seat) && name(partner) == name(seat))
          entry_of.back() = entry_of[static_cast<std::size_t>(partner)];
      }
      if (entry_of.back() == entries.size()) entries.push_back({.player = name(seat)});
      Entry& entry = entries[entry_of.back()];
      entry.luck = luck_of(seat);
      entry.has_forfeited |= has_forfeited(seat);
    }
    const LossSettings how{settings_.play_outs, 0, settings_.table_cache, settings_.stops};
    for (const RecordedLoss& loss : game_.losses->of(record_, wanted, how))
      entries[entry_of[static_cast<std::size_t>(loss.seat)]].moves.push_back(
          reviewed(reviewed_.number, loss));
    return entries;
  }

 private:
  [[nodiscard]] const std::string& name(Seat seat) const {
    return record_.players[static_cast<std::size_t>(seat)].name;
  }
  [[nodiscard]] bool is_wanted(Seat seat) const {
    return reviewed_.players.empty() || reviewed_.players.contains(name(seat));
  }
  [[nodiscard]] bool has_forfeited(Seat seat) const {
    return std::ranges::find(record_.forfeits, seat, &RecordedForfeit::seat) !=
           record_.forfeits.end();
  }
  [[nodiscard]] std::optional<std::pair<double, double>> luck_of(Seat seat) const {
    if (game_.baseline == nullptr || !reviewed_.is_whole || !record_.scores || !record_.places ||
        !record_.forfeits.empty())
      return std::nullopt;
    const MatchResult result = result_of(record_, game_.info.sides);
    const auto side = static_cast<std::size_t>(sides_.of(seat));
    const double got = game_.info.rank_by == RankBy::score
                           ? result.scores[side]
                           : margin_of(result, side, game_.info.more_is_better);
    const auto worth = game_.baseline->of(record_.options, sides_.seats(),
                                          {record_.seed.value_or(0), 0}, record_.deal);
    return std::pair(got, worth[static_cast<std::size_t>(seat)]);
  }

  const AnyGame& game_;
  const ReviewedRecord& reviewed_;
  const Record& record_;
  const GameReviewSettings& settings_;
  Sides sides_;
};

/// Adds up the matches of one player.
class PlayerSum {
 public:
  void add(Entry entry) {
    Game game;
    for (ReviewedMove& move : entry.moves) {
      game.loss += move.loss;
      ++game.decisions;
      moves_.push_back(std::move(move));
    }
    games_.push_back(game);
    forfeits_ += entry.has_forfeited ? 1 : 0;
    if (!entry.luck) return;
    results_.add(entry.luck->first);
    deals_.add(entry.luck->second);
  }

  [[nodiscard]] PlayerReview review(std::string name) const {
    PlayerReview review;
    review.player = std::move(name);
    review.games = static_cast<int>(games_.size());
    review.forfeits = forfeits_;
    review.decisions = static_cast<int>(moves_.size());
    for (const ReviewedMove& move : moves_) review.best += move.better.empty() ? 1 : 0;
    if (!moves_.empty()) {
      review.loss = lost() / static_cast<double>(moves_.size());
      review.error = error_of_ratio(review.loss);
    }
    review.habits = habits();
    review.worst = worst_moves();
    if (results_.count() > 0)
      review.luck = LuckOfDeals{results_.count(), results_.value(), error_of(results_),
                                deals_.value(), error_of(deals_)};
    return review;
  }
  [[nodiscard]] const std::vector<ReviewedMove>& moves() const { return moves_; }

 private:
  struct Game {
    double loss = 0;  // of all its decisions
    int decisions = 0;
  };

  [[nodiscard]] double lost() const {
    double sum = 0;
    for (const Game& game : games_) sum += game.loss;
    return sum;
  }
  /// Of the mean loss a decision: decisions of one game are not independent, so the games are the
  /// sample (Cochran, "Sampling Techniques", 1977, 2.11).
  [[nodiscard]] double error_of_ratio(double ratio) const {
    const double decisions =
        static_cast<double>(moves_.size()) / static_cast<double>(games_.size());
    Mean deviations;
    for (const Game& game : games_)
      deviations.add((game.loss - ratio * game.decisions) / decisions);
    return error_of(deviations);
  }

  [[nodiscard]] std::vector<Habit> habits() const {
    std::map<std::pair<std::string, std::string>, Habit> found;
    for (const ReviewedMove& move : moves_) {
      if (move.better.empty()) continue;
      Habit& habit = found[{move.kind, move.better_kind}];
      ++habit.times;
      habit.loss += move.loss;
      habit.error += move.error * move.error;
    }
    const double all_lost = lost();
    std::vector<Habit> all;
    for (auto& [kinds, habit] : found) {
      std::tie(habit.kind, habit.better_kind) = kinds;
      if (all_lost > 0) habit.share = habit.loss / all_lost;
      habit.loss /= habit.times;
      habit.error = std::sqrt(habit.error) / habit.times;
      all.push_back(std::move(habit));
    }
    std::ranges::stable_sort(all, std::ranges::greater(),
                             [](const Habit& habit) { return habit.loss * habit.times; });
    return all;
  }

  [[nodiscard]] std::vector<ReviewedMove> worst_moves() const {
    std::vector<ReviewedMove> worst;
    for (const ReviewedMove& move : moves_) {
      if (move.loss > 0) worst.push_back(move);
    }
    std::ranges::stable_sort(worst, std::ranges::greater(), sure_loss);
    worst.resize(std::min(worst.size(), most_worst));
    return worst;
  }

  static double sure_loss(const ReviewedMove& move) { return move.loss - move.error; }

  std::vector<ReviewedMove> moves_;
  int forfeits_ = 0;
  std::vector<Game> games_;
  Mean results_;
  Mean deals_;
};

}  // namespace

bool GamesToReview::has_player(const Record& record) const {
  return player_.empty() ||
         std::ranges::find(record.players, player_, &RecordedPlayer::name) != record.players.end();
}

bool GamesToReview::is_full_for(const Record& record) const {
  return static_cast<int>(records_.size()) == most_ && has_player(record);
}

std::string GamesToReview::add(int number, Record record) {
  if (!has_player(record)) {
    for (const RecordedPlayer& player : record.players) others_.insert(player.name);
    return "";
  }
  if (seen_.add(record)) return "this match is there already, and counts once";
  ReviewedRecord wanted{number, std::move(record), {}};
  if (!player_.empty()) wanted.players.insert(player_);
  std::string trouble;
  try {
    if (const auto broken = game_.matches.replay(wanted.record, {}).broken)
      trouble = fmt::format("move {}: {}", broken->move, broken->reason);
  } catch (const Error& error) {
    return error.what();
  }
  wanted.is_whole = trouble.empty();
  records_.push_back(std::move(wanted));
  return trouble;
}

std::span<const ReviewedRecord> GamesToReview::records() const {
  if (!records_.empty()) return records_;
  if (others_.empty()) throw Error("there is no game to review");
  throw Error(fmt::format("no game has the player \"{}\"; there are: {}", player_,
                          fmt::join(others_, ", ")));
}

GameReview review_games(const AnyGame& game, std::span<const ReviewedRecord> records,
                        const GameReviewSettings& settings) {
  if (game.losses == nullptr) throw Error(fmt::format("{} has no review", game.info.title));
  std::vector<std::vector<Entry>> entries(records.size());
  std::mutex mutex;
  int done = 0;
  const int all = static_cast<int>(records.size());
  in_parallel(all, settings.jobs, [&](int index) {
    const auto at = static_cast<std::size_t>(index);
    entries[at] = MatchReview(game, records[at], settings).entries();
    const std::lock_guard lock(mutex);
    settings.progress(++done, all);
  });

  std::map<std::string, PlayerSum> players;
  for (auto& match : entries) {
    for (Entry& entry : match) {
      PlayerSum& player = players[entry.player];
      player.add(std::move(entry));
    }
  }
  GameReview review;
  review.game = game.info.name;
  review.unit = game.losses->unit();
  review.method = game.losses->method();
  review.play_outs = settings.play_outs;
  if (game.baseline != nullptr) review.baseline = game.baseline->summary();
  for (const auto& [name, player] : players) {
    review.players.push_back(player.review(name));
    review.moves.insert(review.moves.end(), player.moves().begin(), player.moves().end());
  }
  std::ranges::stable_sort(review.players, {}, [](const PlayerReview& player) {
    return std::pair(player.decisions == 0, player.loss);  // nothing is known of one without any
  });
  std::ranges::stable_sort(
      review.moves, {}, [](const ReviewedMove& move) { return std::tuple(move.game, move.move); });
  return review;
}

void add_losses(boost::json::object& steps, const GameReview& review, int number) {
  steps["number"] = number;
  steps["unit"] = review.unit;
  std::map<int, const ReviewedMove*> moves;
  for (const ReviewedMove& move : review.moves) {
    if (move.game == number) moves[move.move] = &move;
  }
  for (boost::json::value& step : steps.at("steps").as_array()) {
    boost::json::object& fields = step.as_object();
    const auto found = moves.find(fields.at("move").to_number<int>());
    if (found == moves.end() || !fields.contains("seat") || fields.contains("forfeit")) continue;
    const ReviewedMove& move = *found->second;
    fields["loss"] = {{"loss", move.loss},
                      {"error", move.error},
                      {"kind", move.kind},
                      {"better", move.better},
                      {"better_kind", move.better_kind}};
  }
}

}  // namespace arena
