// Double-dummy analysis: what best play gains if all players see all cards. The helper program
// `double_dummy` solves the deals with libdds, in processes of its own, because libdds crashes on
// some inputs and cannot solve two deals at once. Par is computed here.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/core/fixed_vector.hpp"
#include "arena/util/helper_process.hpp"
#include "arena/util/table_cache.hpp"
#include "games/bridge/auction.hpp"
#include "games/bridge/cards.hpp"

namespace arena::bridge {

using FourHands = std::array<CardSet, seat_count>;  // by seat

/// The tricks that each declarer wins in each strain.
struct TrickTable {
  std::array<std::array<std::uint8_t, 5>, seat_count> won{};  // by declarer and strain

  [[nodiscard]] int tricks(Seat declarer, Strain strain) const {
    return won[index_of(declarer)][static_cast<std::size_t>(strain)];
  }
  bool operator==(const TrickTable&) const = default;
};

/// As PBN's tag DoubleDummyTricks: 20 hexadecimal digits for N S E W, each in NT S H D C.
std::string tricks_text(const TrickTable& table);
/// nullopt if the text is no such table.
std::optional<TrickTable> read_tricks(std::string_view text);
/// As the rows of PBN's tag OptimumResultTable: lines such as "N NT  4", in the same order.
std::string trick_rows(const TrickTable& table);
/// For people: a line for each declarer, a column for each strain.
std::string table_text(const TrickTable& table);

/// The result of a perfect auction: no side can gain by another call.
struct Par {
  int score = 0;                    // of North and South
  std::vector<Contract> contracts;  // one for each strain and declarer; empty if all pass
};
Par par(const TrickTable& table, Seat dealer, Vulnerable vulnerable);
/// As PBN's tag OptimumScore: "EW 450", "NS 0".
std::string optimum_text(const Par& par);
/// The declarer's tricks and whether they suffice: "4S by N, made 11", "5CX by E, 2 down".
std::string outcome_text(const Contract& contract, int tricks);

/// A position in the play. The cards on the table are no longer in the hands.
struct PlayPosition {
  FourHands hands{};
  Strain strain = Strain::notrump;
  Seat leader = 0;                             // of this trick
  FixedVector<Card, seat_count - 1> on_table;  // from the leader
};
/// A card that may be played, and the tricks that its side then still wins.
struct CardTricks {
  Card card;
  int tricks = 0;
};
using CardValues = std::vector<CardTricks>;

/// Cards of a deal in the order played.
struct PlayedCards {
  FourHands hands{};  // as dealt
  Strain strain = Strain::notrump;
  Seat leader = 0;  // the opening leader
  std::span<const Card> cards;
};

/// Solves deals. Thread-safe: as many questions at a time as there are cores, each by a process of
/// its own, of about 150 MB, which remains for the next question. An answer is nullopt if libdds
/// fails or crashes.
class DoubleDummy {
 public:
  /// Starts nothing. Throws Error if the helper program is missing.
  DoubleDummy();

  /// REQUIRES: 13 cards in each hand, all different.
  std::optional<TrickTable> table(const FourHands& hands);
  /// REQUIRES: the rules allow each position, and it has a card to play.
  std::vector<std::optional<CardValues>> solve(std::span<const PlayPosition> positions);
  /// The declarer's tricks with best play, before the first card and after each one.
  /// REQUIRES: the rules allow the cards.
  std::optional<std::vector<int>> play(const PlayedCards& played);

 private:
  HelperProcess::Answers ask(std::span<const std::string> requests);

  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<HelperProcess>> idle_;  // including those that were never started
};

/// The solver that all users of this cache share; without a cache, a new one. Throws Error as
/// DoubleDummy does.
std::shared_ptr<DoubleDummy> double_dummy(TableCache* table_cache);

}  // namespace arena::bridge
