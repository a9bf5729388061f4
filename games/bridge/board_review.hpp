// What the players of a board gave away, measured by double-dummy analysis: in the auction against
// par, in the play by each card.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/bridge/double_dummy.hpp"
#include "games/bridge/files/played_board.hpp"

namespace arena::bridge {

struct BoardReview {
  TrickTable table;
  std::optional<Par> par;  // none in rubber and Chicago
  /// The declarer's double-dummy tricks. None without a contract, or if all passed.
  std::optional<int> best;
  /// The points of North and South if the contract takes these tricks; none without par.
  std::optional<int> contract_score;
  /// The same tricks before the play and after each card; empty without a play.
  std::vector<int> tricks;
  /// By card: the tricks that it gave away.
  std::vector<int> costs;

  /// The points of a side if best play follows the first `cards` cards. REQUIRES: they were played.
  [[nodiscard]] int lead_after(const PlayedBoard& board, std::size_t cards, int side) const;
  /// The IMPs that a side lost in the auction: 0 if it reached par or better.
  [[nodiscard]] int auction_loss(int side) const;
};

/// The table of this deal, from the cache if it is there. nullopt if it cannot be solved.
std::optional<TrickTable> cached_table(const FourHands& hands, DoubleDummy& solver,
                                       TableCache* table_cache);

/// Sets what files say of the best results of the deal. Does nothing if it cannot be solved.
void add_best_results(PlayedBoard& board, DoubleDummy& solver, TableCache* table_cache);

/// nullopt if the deal cannot be solved. REQUIRES: 13 cards in each hand; calls and cards are
/// legal.
std::optional<BoardReview> review(const PlayedBoard& board, DoubleDummy& solver,
                                  TableCache* table_cache);

/// What the players of a name lost on all boards. Partners of one name count as one player.
struct PlayerLosses {
  struct Loss {
    int times = 0;
    int lost = 0;
    void add(int loss) {
      ++times;
      lost += loss;
    }
  };
  Loss auction;   // in IMPs: the loss of its side, for each board with par and each side
  Loss lead;      // in tricks, here and below: its opening leads
  Loss declarer;  // its plays as declarer, with dummy's cards
  Loss defence;   // its cards as defender, without opening leads
};
/// Adds the losses of a board, by the players' names; a player without a name has its seat's.
void add_losses(std::map<std::string, PlayerLosses>& players, const PlayedBoard& board,
                const BoardReview& review);
std::string player_name(const PlayedBoard& board, Seat seat);

}  // namespace arena::bridge
