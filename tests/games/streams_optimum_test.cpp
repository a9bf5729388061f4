// Streams with few cards, so that the best mean score can be computed exactly: how near the bots
// come to it.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/bot.hpp"
#include "games/streams/streams.hpp"
#include "tests/proof.hpp"

using namespace arena;
using namespace arena::streams;

namespace {

/// The cards that come: even numbers from 2.
Cards small_deck(int size) {
  Cards deck;
  for (int i = 1; i <= size; ++i) deck.add(static_cast<Card>(2 * i));
  return deck;
}

/// A stream with free slots at its beginning alone. The others hold 30, 29, 28 and so on, so that
/// only the first of them can belong to a run.
Stream end_of_match(int free) {
  Stream stream;
  for (int slot = free; slot < slot_count; ++slot)
    stream.put(slot, static_cast<Card>(highest_card - (slot - free)));
  return stream;
}

/// The mean score of a way to place cards, over all orders of the deck.
class MeanScore {
 public:
  /// What a card brings: the mean over what may come, for the slot or slots of this way to play.
  using Place = std::function<double(const View&, const std::function<double(int slot)>&)>;

  explicit MeanScore(Place place) : place_(std::move(place)) {}

  double of(const Stream& stream, const Cards& left) {
    if (stream.free() == 0) return score(stream);
    if (const auto known = known_.find(key(stream)); known != known_.end()) return known->second;
    double sum = 0;
    left.for_each([&](Card card) {
      Cards rest = left;
      rest.remove(card);
      View view;
      view.turn = slot_count - std::popcount(stream.free()) + 1;
      view.card = card;
      view.stream = stream;
      view.left = rest;
      view.free = stream.free();
      sum += place_(view, [&](int slot) {
        Stream placed = stream;
        placed.put(slot, card);
        return of(placed, rest);
      });
    });
    return known_[key(stream)] = sum / left.size();
  }

 private:
  /// The cards in the first twelve slots; the others are always the same.
  static std::uint64_t key(const Stream& stream) {
    std::uint64_t key = 0;
    for (int slot = 0; slot < 12; ++slot)
      key = key * 32 + (stream.is_free(slot) ? 31U : stream[slot]);
    return key;
  }

  Place place_;
  std::unordered_map<std::uint64_t, double> known_;
};

double best(const Stream& stream, const Cards& deck) {
  return MeanScore([](const View& view, const auto& with) {
           double best = 0;
           const Moves moves(view);
           for (std::size_t i = 0; i < moves.size(); ++i)
             best = std::max(best, with(moves[i].slot));
           return best;
         })
      .of(stream, deck);
}

double mean_of(std::string_view name, const Stream& stream, const Cards& deck) {
  const auto builtin = std::ranges::find(builtins(), name, &Builtin<Streams>::name);
  const std::unique_ptr<Bot<Streams>> bot = builtin->make({.seats = 1, .seed = 1});
  return MeanScore([&](const View& view, const auto& with) { return with(bot->move(view).slot); })
      .of(stream, deck);
}

}  // namespace

TEST_CASE("outlook is near the exact optimum of a small deck", "[streams][optimum]") {
  struct Case {
    int slots;
    int cards;
  };
  std::vector<Case> cases = {{5, 10}};
  if (proof::is_on()) cases.insert(cases.end(), {{6, 12}, {8, 10}});
  for (const auto [slots, cards] : cases) {
    const Stream stream = end_of_match(slots);
    const Cards deck = small_deck(cards);
    const double optimum = best(stream, deck);
    const double spread = mean_of("spread", stream, deck);
    const double outlook = mean_of("outlook", stream, deck);
    std::cout << slots << " slots, " << cards << " cards: spread " << spread << ", outlook "
              << outlook << ", optimum " << optimum << '\n';
    CHECK(outlook <= optimum);
    CHECK(outlook - spread > (optimum - spread) / 2);
  }
}
