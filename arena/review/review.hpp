// Reviews of played games: what the moves of each player lost, by kind of move, its worst moves,
// and what the luck of the deals was worth. The command line, Python and pages show this one model.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "arena/game/any_game.hpp"
#include "arena/record/record.hpp"
#include "arena/record/record_tail.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {

/// A decision of a player. Losses and values are in the unit of the review. An error is half a 95 %
/// interval, here and below; it is 0 if the loss is exact, or if it is not known.
struct ReviewedMove {
  int game = 0;  // its number in the file, from 1
  int move = 0;  // its number in the record, from 1
  Seat seat = 0;
  std::string played;
  std::string kind;
  std::string better;  // empty if the move was the best one; likewise `better_kind`
  std::string better_kind;
  double loss = 0;
  double error = 0;  // of `loss`
  bool exact = false;
  double value = 0;  // the result that the player could expect with the best move
};
BOOST_DESCRIBE_STRUCT(ReviewedMove, (),
                      (game, move, seat, played, kind, better, better_kind, loss, error, exact,
                       value))

/// What a player did where another kind of move, or another move of this kind, was better.
struct Habit {
  std::string kind;
  std::string better_kind;
  int times = 0;
  double loss = 0;   // on average, each time
  double error = 0;  // of `loss`, by the measurement
  double share = 0;  // of all that the player lost
};
BOOST_DESCRIBE_STRUCT(Habit, (), (kind, better_kind, times, loss, error, share))

/// Of games without a forfeit. The result is the score in games that rank by score, else the
/// margin.
struct LuckOfDeals {
  int games = 0;
  double result = 0;  // a game, here and below
  double result_error = 0;
  double deals = 0;  // what the deals were worth to the player by the game's baseline
  double deals_error = 0;
};
BOOST_DESCRIBE_STRUCT(LuckOfDeals, (), (games, result, result_error, deals, deals_error))

/// Partners of one name count as one player, and a player against itself as two games.
struct PlayerReview {
  std::string player;
  int games = 0;
  int forfeits = 0;  // games that it forfeited, and so did not play to the end
  int decisions = 0;
  int best = 0;                     // decisions for a best move
  double loss = 0;                  // on average, a decision
  double error = 0;                 // of `loss`, by the spread of the games; 0 of one game
  std::vector<Habit> habits;        // the one that loses most first
  std::vector<ReviewedMove> worst;  // ten that surely lose most: by `loss` minus `error`
  std::optional<LuckOfDeals> luck;
};
BOOST_DESCRIBE_STRUCT(PlayerReview, (),
                      (player, games, forfeits, decisions, best, loss, error, habits, worst, luck))

struct GameReview {
  std::string game;
  std::string unit;      // of all losses
  std::string method;    // what moves are compared with
  int play_outs = 0;     // to find the best move
  std::string baseline;  // what `luck` is measured by; empty if the game has none
  std::vector<PlayerReview> players;
  std::vector<ReviewedMove> moves;  // all decisions
};
BOOST_DESCRIBE_STRUCT(GameReview, (), (game, unit, method, play_outs, baseline, players, moves))

/// A record to review.
struct ReviewedRecord {
  int number = 0;  // in its file, from 1
  Record record;
  std::set<std::string> players;  // whose moves are reviewed; empty: all
  bool is_whole = true;           // false: it breaks the rules
};

/// Collects the games that are reviewed. A match that is there twice counts once, a record that
/// breaks the rules as far as it keeps them, and an impossible one not at all.
class GamesToReview {
 public:
  /// Takes the first `most` games of the player; without a name, of all players.
  GamesToReview(const AnyGame& game, std::string player, int most)
      : game_(game), player_(std::move(player)), most_(most) {}

  [[nodiscard]] const AnyGame& game() const { return game_; }
  /// Whether there are enough, and this would be one more.
  [[nodiscard]] bool is_full_for(const Record& record) const;
  /// Returns what is wrong with the record; empty if nothing is. REQUIRES: !is_full_for(record).
  std::string add(int number, Record record);
  /// Throws Error if there is no game, or none of the player.
  [[nodiscard]] std::span<const ReviewedRecord> records() const;

 private:
  [[nodiscard]] bool has_player(const Record& record) const;

  const AnyGame& game_;
  std::string player_;
  int most_;
  std::set<std::string> others_;
  SeenMatches seen_;
  std::vector<ReviewedRecord> records_;
};

struct GameReviewSettings {
  int play_outs = 1000;               // as in LossSettings
  int jobs = 1;                       // threads
  TableCache* table_cache = nullptr;  // may be null
  /// Asked by any thread; true leaves out the moves that are left.
  std::function<bool()> stops = [] { return false; };
  /// Called by any thread, one at a time.
  std::function<void(int done, int all)> progress = [](int, int) {};
};

/// Throws Error if the game measures no losses.
GameReview review_games(const AnyGame& game, std::span<const ReviewedRecord> records,
                        const GameReviewSettings& settings);

/// Adds to the steps of a game (arena/game/steps.hpp) what its moves lost, as docs/web_pages.md
/// says. `number`: of the game in the review.
void add_losses(boost::json::object& steps, const GameReview& review, int number);

/// "31.2 ± 6.1", with as many digits as the error justifies; "31.20" without an error.
std::string estimate_text(double value, double error, bool sign = false);

/// The habits worth showing: those that lose most, at most eight.
std::span<const Habit> shown_habits(const PlayerReview& player);
/// The player's results, and what the deals were worth; empty without luck.
std::string luck_text(const GameReview& review, const PlayerReview& player);

/// For people: whole lines.
std::string review_text(const GameReview& review);

}  // namespace arena
