// A board as files describe it: who sat where, the deal, the auction and the cards played. Files
// may leave out everything after the deal. board_file.hpp reads boards; pbn.hpp and lin.hpp also
// write them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/bridge/bridge.hpp"

namespace arena::bridge {

/// Texts are UTF-8; an empty one is not known.
struct PlayedBoard {
  std::string event;
  std::string site;
  std::string date;                             // "2026.11.21"
  std::array<std::string, seat_count> players;  // by seat
  std::array<std::string, 2> systems;           // of bidding, of North and South, East and West
  std::string scoring;                          // as PBN names it: "IMP", "MP", "Rubber", ...
  std::string room;                             // of a team match: "Open" or "Closed"
  std::string double_dummy_tricks;              // 20 hexadecimal digits, by N S E W and NT S H D C
  std::string trick_rows;                       // the same as lines such as "N NT  4"
  std::string optimum_score;                    // par: "EW 450"
  int board = 0;                                // 0: not known
  Vulnerable vulnerable = Vulnerable::none;
  Hands hands;                       // as dealt; `first` is the dealer
  std::vector<Move> calls;           // from the dealer, with alerts
  std::optional<Contract> contract;  // level 0: passed out; no value: the auction is not over
  Tricks tricks;                     // as far as they are known
  std::optional<int> won;            // tricks of the declarer's side, at the end of the play
  std::size_t line = 0;              // where it begins in its file; 0: not from a file

  [[nodiscard]] Seat dealer() const { return hands.first; }
  [[nodiscard]] bool passed_out() const { return contract && contract->level == 0; }
};

/// The boards of one match, in order, from all its events, including hidden ones. A match that
/// ended by a forfeit has a last board without a result.
std::vector<PlayedBoard> boards_of(std::span<const Event> events, const Options& options,
                                   std::span<const std::string> names);

/// False in rubber and Chicago, where the points of a board depend on the boards before it.
bool is_duplicate(const PlayedBoard& board);
/// The duplicate points of North and South. None without a result, and in rubber and Chicago.
std::optional<int> score_of(const PlayedBoard& board);

}  // namespace arena::bridge
