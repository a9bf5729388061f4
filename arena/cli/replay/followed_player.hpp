// Whose questions a replay is about: those of one seat, or of one player wherever it sits. Players
// may change seats from game to game (`arena run --duplicate`), and need not be in every game of a
// file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/record/record.hpp"

namespace arena::cli {

/// "seat 0 mybot, seat 1 dumb".
std::string player_names(const Record& record);

class FollowedPlayer {
 public:
  /// At most one of `seat` and `player` is given; with neither, games need to have one seat only.
  /// `option` gives the seat, for error messages.
  FollowedPlayer(std::string_view option, std::optional<int> seat,
                 std::optional<std::string> player);

  /// The seat to follow in this game; nothing if the player is not in it. Throws Error if there is
  /// no such seat, or if it is not clear which one is meant.
  std::optional<Seat> seat_in(const Record& record, int game);
  /// To be called after the last game: throws Error if the player was in none of them.
  /// `place` is where the games are from.
  void check_found(std::string_view place) const;

  /// "player mybot", or "seat 0 (mybot, dumb)" with the players who sat there.
  [[nodiscard]] std::string text() const;
  /// A warning if several players sat at the seat; else empty.
  [[nodiscard]] std::string warning() const;

 private:
  struct Met {
    std::string name;
    int game = 0;  // the first with this player
  };

  [[nodiscard]] Seat given_seat(const Record& record, int game) const;
  std::optional<Seat> seat_of_player(const Record& record, int game);
  void meet(const std::string& name, int game);
  [[nodiscard]] std::string names() const;

  std::string option_;
  std::optional<int> seat_;
  std::optional<std::string> player_;
  bool found_ = false;
  std::vector<Met> met_;  // at the seat, or in all games; only the first few
  bool met_more_ = false;
};

}  // namespace arena::cli
