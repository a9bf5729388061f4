// A player inside arena: it receives views and events, and returns moves.
// It may return a wrong move (a bot that probes). Then arena calls `refused` and asks again.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <boost/core/noncopyable.hpp>

#include "arena/core/game.hpp"
#include "arena/core/value_bytes.hpp"
#include "arena/util/error.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {

template <class G>
class Bot : boost::noncopyable {
 public:
  virtual ~Bot() = default;

  /// REQUIRES: the seat of this view owes a move, in a match of the setup that the bot was made
  /// for.
  virtual typename G::Move move(const typename G::View& view) = 0;
  virtual void see(const typename G::Event& /*event*/) {}
  virtual void refused(const Refusal& /*refusal*/) {}

  /// What the bot remembers of a match, including its random numbers. A bot that was made for the
  /// same setup can `recall` it. BotWith implements both for most bots.
  [[nodiscard]] virtual std::string memory() const = 0;
  /// Continues as the bot that gave this memory. Throws Error if such a bot cannot have given it.
  virtual void recall(std::string_view memory) = 0;
};

/// The first legal move that the bot gives. Throws Error if it gives no legal move in many tries.
/// REQUIRES: as Bot::move.
template <class G>
typename G::Move legal_move_of(Bot<G>& bot, const typename G::View& view) {
  constexpr int most_tries = 10'000;
  for (int tries = 0; tries < most_tries; ++tries) {
    const typename G::Move move = bot.move(view);
    const Refusal refusal = G::check(view, move);
    if (!refusal) return move;
    bot.refused(refusal);
  }
  throw Error("the bot finds no legal move of " + std::string(G::info.title));
}

struct Nothing {};

/// A bot whose memory is one value (value_bytes.hpp). The rest of the bot follows from its setup.
template <class G, class Memory = Nothing>
class BotWith : public Bot<G> {
 public:
  BotWith() = default;
  explicit BotWith(const Memory& memory) : memory_(memory) {}
  [[nodiscard]] std::string memory() const final { return bytes_of(memory_); }
  void recall(std::string_view memory) final { from_bytes(memory, memory_); }

 protected:
  Memory memory_;
};

/// What a built-in bot may know before a match begins. `seed` belongs to this bot. `table_cache`
/// contains the slow computations that the bots of all matches share; if it is null, each bot does
/// its own. `settings` are the words after the bot's name, "iterations=2000"; they end with `make`.
template <class G>
struct BotSetup {
  typename G::Options options{};
  int seats = G::info.least_seats;
  Seat seat = 0;
  std::uint64_t seed = 0;
  TableCache* table_cache = nullptr;
  std::string_view settings{};
};

/// For `Builtin::suits`: why `read` throws Error; empty if it does not.
template <class Read>
Refusal refusal_of(Read read) {
  try {
    static_cast<void>(read());
  } catch (const Error& error) {
    return Refusal(error.what());
  }
  return {};
}

// arena/search/search_moves.hpp defines them.
template <class G>
struct SearchTask;
template <class Move>
struct Searched;

/// One entry of a game's list of built-in bots.
template <class G>
struct Builtin {
  std::string_view name;
  std::string_view summary;
  /// REQUIRES: !refusal(setup).
  std::unique_ptr<Bot<G>> (*make)(const BotSetup<G>& setup);
  /// Why the bot cannot play this setup, and what it can play: "cards must be from 2 to 8, not 13".
  /// It reads only options, seats and settings. If null, the bot plays every setup that the game
  /// allows.
  Refusal (*suits)(const BotSetup<G>& setup) = nullptr;
  /// It may think for more than a few milliseconds. Then it does so in a thread of its own, and the
  /// other matches of its loop go on. A thread for each move would slow down a quick bot.
  bool is_slow = false;
  /// What it reads as BotSetup::settings if the user gives none; empty if it reads none.
  std::string_view default_settings{};
  /// Whether its moves depend on the time that it has on this machine; null: they never do.
  /// REQUIRES: the settings suit it.
  bool (*plays_by_clock)(std::string_view settings) = nullptr;
  /// For a bot that searches: what it finds of the moves.
  std::vector<Searched<typename G::Move>> (*search)(const SearchTask<G>& task) = nullptr;
  /// For records. Higher if it can move otherwise than before with the same seed;
  /// tests/python/versions_test.py notices.
  int version = 1;

  /// Empty if the bot can play this setup.
  [[nodiscard]] Refusal refusal(const BotSetup<G>& setup) const {
    if (default_settings.empty() && !setup.settings.empty())
      return Refusal("it has no settings, and got " + std::string(setup.settings));
    return suits != nullptr ? suits(setup) : Refusal();
  }
};

/// The texts of a game's built-in bots, from a beginner to the best; "level=1" stands for the
/// first. The middle one fills free seats.
using Levels = std::array<std::string_view, 9>;

/// A bot that is a function: of what it sees and, if it has a memory, of that.
template <class G, auto choose, class Memory = Nothing>
class FunctionBot final : public BotWith<G, Memory> {
 public:
  using BotWith<G, Memory>::BotWith;
  typename G::Move move(const typename G::View& view) override {
    if constexpr (std::is_same_v<Memory, Nothing>) {
      return choose(view);
    } else {
      return choose(view, this->memory_);
    }
  }
};

/// For `Builtin::make`: makes a bot whose memory is its random numbers, or empty at first.
template <class B, class G>
std::unique_ptr<Bot<G>> make_bot(const BotSetup<G>& setup) {
  if constexpr (std::is_constructible_v<B, Rng>) {
    return std::make_unique<B>(Rng(setup.seed));
  } else {
    return std::make_unique<B>();
  }
}
/// The same for a bot that is a function.
template <auto choose, class Memory = Nothing, class G>
std::unique_ptr<Bot<G>> make_bot(const BotSetup<G>& setup) {
  return make_bot<FunctionBot<G, choose, Memory>>(setup);
}

/// Every game's built-in `random`: each legal move is as likely as any other.
template <class G>
using RandomBot = FunctionBot<G, random_move<G>, Rng>;

}  // namespace arena
