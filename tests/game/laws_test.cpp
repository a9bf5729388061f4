// The law on leaks itself, with a small poker: a showdown reveals cards by right, and nothing else
// may.
#include "tests/laws.hpp"

#include <string>

#include <catch2/catch.hpp>

#include "arena/game/typed_game.hpp"
#include "tests/game/kuhn_poker.hpp"

using namespace arena;
using namespace arena::kuhn_poker;

namespace {

constexpr int matches = 50;  // random ones; each way to bet comes many times

/// The other seat has another card.
void disguise(State& state, Seat seat, Rng& rng) {
  const int own = state.cards[static_cast<std::size_t>(seat)];
  const int other = 1 + static_cast<int>(rng.below(3));
  if (other != own) state.cards[static_cast<std::size_t>(1 - seat)] = other;
}

void disguise_deal(const State& /*now*/, Deal& deal, Seat seat, Rng& rng) {
  State state;
  state.cards = {deal.first, deal.second};
  disguise(state, seat, rng);
  deal = {state.cards[0], state.cards[1]};
}

/// The same, but for a move that shows both cards.
void disguise_until_showdown(State& state, Seat seat, Rng& rng, const Move* next) {
  if (next == nullptr || end_after(state, *next) != End::showdown) disguise(state, seat, rng);
}

/// The first leak in random matches; empty: none.
template <Leak leak, class Disguise>
std::string first_leak(Disguise disguise) {
  using G = KuhnPoker<leak>;
  Rng rng(3);
  std::string found;
  for (int i = 0; i < matches && found.empty(); ++i) {
    Setup<G> setup;
    setup.seed = {mix_seed(5, "deal", static_cast<std::uint64_t>(i)), i};
    const Position<G> undealt(setup, {}, false, false);
    found = laws::leak_in_chance<Lines<leak>>(undealt, G::deal(setup), disguise_deal, rng);
    const auto look = [&](const Position<G>& now) {
      if (found.empty()) found = laws::leak<Lines<leak>>(now, disguise, rng);
    };
    laws::random_match<Lines<leak>>(setup, static_cast<std::uint64_t>(i), look);
  }
  return found;
}

template <Leak leak>
std::string first_leak() {
  return first_leak<leak>(disguise_until_showdown);
}

}  // namespace

TEST_CASE("a poker that shows cards at the showdown alone keeps the laws", "[laws]") {
  laws::check_laws<GameModule<Leak::none>>(TypedGame<GameModule<Leak::none>>(""),
                                           Setup<KuhnPoker<Leak::none>>(), matches,
                                           disguise_until_showdown, disguise_deal);
}

TEST_CASE("a card that is shown where the game does not say so is a leak", "[laws]") {
  CHECK(first_leak<Leak::none>() == "");
  CHECK_THAT(first_leak<Leak::none>(disguise), Catch::StartsWith("seat ") &&
                                                   Catch::Contains(" is told of ") &&
                                                   Catch::Contains("\nshown "));
}

TEST_CASE("a card that is told early is a leak, wherever it is told", "[laws]") {
  CHECK_THAT(first_leak<Leak::deal>(), Catch::Contains(" is told of chance:\ndealt "));
  CHECK_THAT(first_leak<Leak::bet>(),
             Catch::Contains(" is told of bet:\n") && Catch::Contains(" bet with "));
  CHECK_THAT(first_leak<Leak::question>(), Catch::Contains(" is asked:\ncard "));
  CHECK_THAT(first_leak<Leak::fold>(),
             Catch::Contains(" is told of pass:\n") && Catch::Contains("\nshown "));
  CHECK_THAT(first_leak<Leak::fold_to_folder>(),
             Catch::Contains(" is told of pass:\n") && Catch::Contains("\nshown "));
}
