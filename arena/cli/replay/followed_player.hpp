// Selects whose questions a replay shows: those of one seat, or of one player in any seat. Players
// may change seats between games (`arena run --duplicate`), and may be missing from some games of a
// file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/record/record.hpp"

namespace arena::cli {

/// Formats "seat 0 mybot, seat 1 dumb".
std::string player_names(const Record& record);

class FollowedPlayer {
 public:
  /// REQUIRES: `seat` or `player` is given, or neither. With neither, every game must have only one
  /// seat. `option`: the option that sets the seat, for error messages.
  FollowedPlayer(std::string_view option, std::optional<int> seat,
                 std::optional<std::string> player);

  /// The seat to follow in this game. No value if the player is not in it. Throws Error if there is
  /// no such seat, or if several are possible.
  std::optional<Seat> seat_in(const Record& record, int game);
  /// Call it after the last game. Throws Error if the player was in none. `place`: the games'
  /// source.
  void check_found(std::string_view place) const;

  /// "player mybot", or "seat 0 (mybot, dumb)" with the players at this seat.
  [[nodiscard]] std::string text() const;
  /// A warning if different players sat at the seat, else empty.
  [[nodiscard]] std::string warning() const;

 private:
  struct Met {
    std::string name;
    int game = 0;  // the first game with this player
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
