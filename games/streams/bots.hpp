// The built-in bots of Streams.
#pragma once

#include <cstdint>
#include <span>

#include "arena/core/bot.hpp"
#include "games/streams/streams.hpp"

namespace arena::streams {

/// A slot where `card` leaves the most room for cards that may still come: in a gap between a lower
/// and a higher card, at its rank among those that fit there; else where a run ends anyway.
/// `left`: the cards that may come later. REQUIRES: a slot is free.
int spread_slot(const Stream& stream, const Cards& left, Card card);

/// The slot after which the fewest breaks of runs are expected, by the lengths of the gaps and the
/// cards in `left` that fit there. REQUIRES: a slot is free.
int balance_slot(const Stream& stream, const Cards& left, Card card);

/// Uses the first free slot.
class FirstSlotBot final : public BotWith<Streams> {
 public:
  Move move(const View& view) override;
};

/// Uses the first free slot for cards up to 15, and the last one for others.
class EndsBot final : public BotWith<Streams> {
 public:
  Move move(const View& view) override;
};

/// Has one slot for each number, where it would be if all of the deck came in order, and uses the
/// free slot nearest to it.
class TableBot final : public BotWith<Streams> {
 public:
  Move move(const View& view) override;
};

/// Uses the middle of the gap where the card fits.
class HalvesBot final : public BotWith<Streams> {
 public:
  Move move(const View& view) override;
};

/// Places each card by its rank.
class SpreadBot final : public BotWith<Streams> {
 public:
  Move move(const View& view) override;
};

/// Looks at all gaps at once: no gap should be longer than the number of its cards that are
/// expected to come. Uses the slot after which the fewest breaks of runs are expected.
class BalanceBot final : public BotWith<Streams> {
 public:
  Move move(const View& view) override;
};

/// For every free slot, plays the rest of the match many times with random cards, placed as
/// `spread` does, and chooses the slot with the highest mean.
class RolloutBot final : public BotWith<Streams, Rng> {
 public:
  explicit RolloutBot(std::uint64_t seed) : BotWith(Rng(seed)) {}
  Move move(const View& view) override;
};

/// The same, but after some samples only the better half of the slots goes on with twice as many,
/// and so on until one is left (sequential halving; Karnin, Koren, Somekh 2013).
class FocusBot final : public BotWith<Streams, Rng> {
 public:
  explicit FocusBot(std::uint64_t seed) : BotWith(Rng(seed)) {}
  Move move(const View& view) override;
};

std::span<const Builtin<Streams>> builtins();

}  // namespace arena::streams
