// The melds on the table, and the player who gets the points of each card.
// A card of the pack lies there at most once, as itself or as a joker that stands for it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "arena/core/seat.hpp"
#include "games/most/cards.hpp"

namespace arena::most {

inline constexpr int most_players = 6;
/// A meld has at least three cards, and no card leaves a meld.
inline constexpr std::size_t most_melds = pack_size / 3;

/// A run of one suit or a set of one rank, in four bytes.
class Meld {
 public:
  constexpr Meld() = default;
  /// REQUIRES: 3 <= length <= 13.
  static constexpr Meld run(Card low, int length) {
    return Meld(true, low, static_cast<std::uint8_t>(length));
  }
  /// REQUIRES: three or four cards of one rank.
  static constexpr Meld set(CardSet cards) {
    Meld meld(false, Card(Suit::spades, cards.front().rank()), 0);
    for (const Card card : cards)
      meld.extent_ = static_cast<std::uint8_t>(meld.extent_ | 1U << card.suit());
    return meld;
  }

  [[nodiscard]] constexpr bool is_run() const { return is_run_; }
  [[nodiscard]] constexpr int size() const {
    return is_run_ ? extent_ : std::popcount(static_cast<unsigned>(extent_));
  }
  [[nodiscard]] constexpr CardSet cards() const {
    return is_run_ ? ring(rank_, extent_) : set_of(extent_);
  }
  /// The cards that fit on it. For a run of twelve this is only one card.
  [[nodiscard]] constexpr CardSet gaps() const {
    if (!is_run_) return set_of(0xfU & ~static_cast<unsigned>(extent_));
    if (extent_ == longest_meld) return {};
    return ring(rank_ + cards::rank_count - 1U, 1) | ring(rank_ + extent_, 1);
  }
  /// REQUIRES: gaps().contains(card). The thirteenth card of a run goes to its high end.
  constexpr void add(Card card) {
    if (!is_run_) {
      extent_ = static_cast<std::uint8_t>(extent_ | 1U << card.suit());
      return;
    }
    const bool high = card.rank() == (rank_ + extent_) % cards::rank_count;
    if (!high) rank_ = static_cast<std::uint8_t>(card.rank());
    ++extent_;
  }
  /// Its cards in order: a run from its low end, a set by suits.
  [[nodiscard]] constexpr FixedVector<Card, longest_meld> in_order() const {
    FixedVector<Card, longest_meld> row;
    if (!is_run_) {
      for (const Card card : cards()) row.push_back(card);
      return row;
    }
    for (unsigned i = 0; i < extent_; ++i)
      row.push_back(Card(static_cast<Suit>(suit_),
                         static_cast<Rank>((rank_ + i) % unsigned{cards::rank_count})));
    return row;
  }
  constexpr bool operator==(const Meld&) const = default;

 private:
  constexpr Meld(bool is_run, Card low, std::uint8_t extent)
      : is_run_(is_run), suit_(low.suit()), rank_(low.rank()), extent_(extent) {}

  /// `length` cards of the suit from a rank on; after the ace comes the two.
  [[nodiscard]] constexpr CardSet ring(unsigned from, unsigned length) const {
    constexpr std::uint32_t lane = (1U << unsigned{cards::rank_count}) - 1;
    const std::uint32_t bits = ((1U << length) - 1) << (from % unsigned{cards::rank_count});
    const std::uint64_t folded = (bits | bits >> unsigned{cards::rank_count}) & lane;
    return CardSet::of_bits(folded << (suit_ * unsigned{cards::rank_count}));
  }
  /// The cards of the rank in those suits.
  [[nodiscard]] constexpr CardSet set_of(unsigned suits) const {
    const std::uint64_t spread = (suits & 1U) | std::uint64_t{suits & 2U} << 12U |
                                 std::uint64_t{suits & 4U} << 24U |
                                 std::uint64_t{suits & 8U} << 36U;
    return CardSet::of_bits(spread << rank_);
  }

  bool is_run_ = false;
  std::uint8_t suit_ = 0;    // of a run
  std::uint8_t rank_ = 0;    // of a set; of a run, the lowest
  std::uint8_t extent_ = 0;  // of a set, its suits as bits; of a run, its length
};

/// The meld that cards make in this order, if they make one. A run begins at its low end; a set may
/// have any order.
std::optional<Meld> meld_of(const LaidCards& cards);
/// The points for the player who lays them; jokers count nothing.
int points(const LaidCards& cards);
int jokers_in(const LaidCards& cards);

/// All melds of a deal.
class Table {
 public:
  using Id = int;  // counted from 1

  [[nodiscard]] Id count() const { return count_; }
  [[nodiscard]] bool has(Id id) const { return id >= 1 && id <= count_; }
  /// REQUIRES: has(id), also for `owner`.
  [[nodiscard]] const Meld& meld(Id id) const { return melds_[index(id)]; }
  /// The seat that laid it first; single cards may count for other seats.
  [[nodiscard]] Seat owner(Id id) const { return owners_[index(id)]; }

  /// The cards that lie there as themselves.
  [[nodiscard]] CardSet cards() const { return cards_; }
  /// The cards that jokers stand for.
  [[nodiscard]] CardSet by_jokers() const { return by_jokers_; }
  /// The cards that count for a seat, including the cards of its jokers.
  [[nodiscard]] CardSet laid_by(Seat seat) const { return laid_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] int points_of(Seat seat) const { return points(laid_by(seat) & cards_); }
  /// Returns whether the seat has laid a meld of its own.
  [[nodiscard]] bool has_melded(Seat seat) const { return melded_.contains(seat); }
  /// The cards that fit on some meld.
  [[nodiscard]] CardSet gaps() const;
  /// The meld that contains this card or the joker for it, or 0.
  [[nodiscard]] Id find(Card card) const;
  /// The cards of a meld in order, jokers marked. REQUIRES: has(id).
  [[nodiscard]] LaidCards laid(Id id) const;

  /// Returns the meld's number. REQUIRES: none of its cards lies on the table.
  Id lay(Seat seat, const Meld& meld, CardSet by_jokers);
  /// REQUIRES: meld(id).gaps().contains(laid.card).
  void add(Seat seat, Id id, Laid laid);
  /// The card takes the joker's place. REQUIRES: by_jokers().contains(card).
  void swap(Card card);

  bool operator==(const Table&) const = default;

 private:
  static std::size_t index(Id id) { return static_cast<std::size_t>(id) - 1; }

  CardSet cards_;
  CardSet by_jokers_;
  std::array<CardSet, most_players> laid_{};  // by seat
  std::array<Meld, most_melds> melds_{};
  Seats melded_;
  std::array<std::uint8_t, most_melds> owners_{};
  std::uint16_t count_ = 0;
};

}  // namespace arena::most
