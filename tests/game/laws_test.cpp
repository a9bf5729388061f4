// The law on leaks itself, with a small poker: a showdown reveals cards by right, and nothing else
// may.
#include "tests/laws.hpp"

#include <string>

#include <catch2/catch.hpp>

#include "arena/game/typed_game.hpp"
#include "tests/game/leaky_poker.hpp"

using namespace arena;
using namespace arena::kuhn_poker;

namespace {

constexpr int matches = 50;  // random ones; each way to bet comes many times

/// Gives the other seat another card.
void change_hidden(std::array<Card, 2>& cards, Seat seat, Rng& rng) {
  const auto other = static_cast<Card>(1 + rng.below(3));
  if (other != cards[index_of(seat)]) cards[index_of(1 - seat)] = other;
}

const auto disguise = [](auto& now, Seat seat, Rng& rng) {
  change_hidden(now.state.cards, seat, rng);
};

void disguise_deal(const State& /*now*/, Deal& deal, Seat seat, Rng& rng) {
  change_hidden(deal.cards, seat, rng);
}

/// The same, except before a move that shows both cards.
void disguise_until_showdown(State& state, Seat seat, Rng& rng, const Move* next) {
  State after = state;
  if (next != nullptr) Rules::apply(after, Rules::actors(state).front(), *next, {});
  const bool shown = Rules::actors(after).empty() && after.chips[0] == after.chips[1];
  if (!shown) change_hidden(state.cards, seat, rng);
}

/// The first leak in random matches; empty if nothing leaks.
template <Leak leak, class Disguise>
std::string first_leak(Disguise disguise) {
  using G = LeakyPoker<leak>;
  using P = DefaultProtocol<LeakyModule<leak>>;
  Rng rng(3);
  std::string found;
  for (int i = 0; i < matches && found.empty(); ++i) {
    Setup<G> setup;
    setup.seed = {mix_seed(5, "deal", static_cast<std::uint64_t>(i)), i};
    const Position<G> undealt(setup, {}, false, false);
    found = laws::leak_in_chance<P>(undealt, G::deal(setup), disguise_deal, rng);
    const auto look = [&](const Position<G>& now) {
      if (found.empty()) found = laws::leak<P>(now, disguise, rng);
    };
    laws::random_match<P>(setup, static_cast<std::uint64_t>(i), look, [](Seat, const auto&) {});
  }
  return found;
}

template <Leak leak>
std::string first_leak() {
  return first_leak<leak>(disguise_until_showdown);
}

}  // namespace

TEST_CASE("a poker that shows cards at the showdown alone keeps the laws", "[laws]") {
  using Module = LeakyModule<Leak::none>;
  laws::check_laws<Module>(typed_game<Module>(), Setup<LeakyPoker<Leak::none>>(), matches,
                           disguise_until_showdown, disguise_deal);
}

TEST_CASE("a card that is shown where the game does not say so is a leak", "[laws]") {
  CHECK(first_leak<Leak::none>() == "");
  CHECK_THAT(first_leak<Leak::none>(disguise), Catch::StartsWith("seat ") &&
                                                   Catch::Contains(" learns of ") &&
                                                   Catch::Contains("showdown"));
}

TEST_CASE("a card that is shown early is a leak, wherever it is shown", "[laws]") {
  CHECK_THAT(first_leak<Leak::deal>(), Catch::Contains(" learns of chance:\n"));
  CHECK_THAT(first_leak<Leak::bet>(),
             Catch::Contains(" learns of bet:\n") && Catch::Contains("showdown"));
  CHECK_THAT(first_leak<Leak::question>(), Catch::Contains(" is asked:\n"));
  for (const std::string& leak : {first_leak<Leak::fold>(), first_leak<Leak::fold_to_folder>()})
    CHECK_THAT(leak, Catch::Contains(" learns of pass:\n") && Catch::Contains("showdown"));
}
