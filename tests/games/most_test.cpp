// Most as arena plays it: the laws of every game.
#include "protocols/most/most.hpp"

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "tests/forfeit_laws.hpp"
#include "tests/games/disguise.hpp"
#include "tests/laws.hpp"

using namespace arena;
using namespace arena::most;

namespace {

const AnyGame& erased() {
  static const Games games = all_games();
  return find_game(games, "most");
}

/// Remembers what others took openly, and how many cards of each stock they hold beside.
class Witness {
 public:
  Witness(const Setup<Most>& setup, Seat seat) : setup_(setup), seat_(seat) {}

  void see(const Event& event) {
    if (const auto* dealt = std::get_if<Dealt>(&event)) begin(*dealt);
    if (const auto* drew = std::get_if<Drew>(&event)) draw(*drew);
    if (const auto* took = std::get_if<Took>(&event)) {
      for (const Card card : took->cards) open_[at(took->seat)].insert(card);
      for (std::size_t i = 0; i < took->cards.size(); ++i) bridge_.pop_back();
      for (const Laid& laid : took->meld) give(took->seat, laid.from_hand());
    }
    if (const auto* melded = std::get_if<Melded>(&event)) {
      for (const Laid& laid : melded->meld) give(melded->seat, laid.from_hand());
    }
    if (const auto* laid_off = std::get_if<LaidOff>(&event))
      give(laid_off->seat, laid_off->laid.from_hand());
    if (const auto* swapped = std::get_if<Swapped>(&event)) {
      give(swapped->seat, swapped->card);
      open_[at(swapped->seat)].insert(joker);
    }
    if (const auto* discarded = std::get_if<Discarded>(&event)) {
      give(discarded->seat, discarded->card);
      bridge_.push_back(discarded->card);
    }
    if (std::holds_alternative<Shuffled>(event)) {
      ++stocks_;
      for (std::size_t i = 0; i + 1 < bridge_.size(); ++i) stock_of_[bridge_[i].index] = stocks_;
      bridge_.erase(bridge_.begin(), bridge_.end() - 1);
      left_ = shuffled_size(event);
    }
  }

  [[nodiscard]] std::string objection(const Position<Most>& world) const {
    for (Seat other = 0; other < setup_.seats; ++other) {
      if (other == seat_) continue;
      const Hand hand = world.state.hands[at(other)];
      const std::multiset<Card>& open = open_[at(other)];
      const auto open_jokers = static_cast<int>(open.count(joker));
      if (hand.jokers() < open_jokers) return "a joker that was taken is gone";
      std::map<int, int> held;
      for (const Card card : hand.cards()) {
        if (open.count(card) == 0) ++held[stock_of_[card.index]];
      }
      for (const Card card : open) {
        if (!hand.contains(card)) return "a card that was taken openly is gone";
      }
      const auto& most = held_[at(other)];
      for (const auto& [stock, count] : held) {
        const auto place = most.find(stock);
        if (place == most.end() || count > place->second)
          return "a hand has cards that were not drawn";
      }
    }
    return {};
  }

 private:
  static std::size_t at(Seat seat) { return static_cast<std::size_t>(seat); }
  static int shuffled_size(const Event& event) { return std::get<Shuffled>(event).size; }

  void begin(const Dealt& dealt) {
    const auto seats = at(setup_.seats);
    open_.assign(seats, {});
    held_.assign(seats, {{0, 6}});
    stock_of_ = {};
    stocks_ = 0;
    left_ = pack_size - 6 * setup_.seats - 1;
    bridge_ = {dealt.first};
  }
  void draw(const Drew& drew) {
    if (left_ == 0) return;
    --left_;
    ++held_[at(drew.seat)][stocks_];
  }
  /// A joker that no player has seen may be of any stock.
  void give(Seat seat, Card card) {
    auto& open = open_[at(seat)];
    if (const auto place = open.find(card); place != open.end()) {
      open.erase(place);
    } else if (!card.is_joker()) {
      --held_[at(seat)][stock_of_[card.index]];
    }
  }

  Setup<Most> setup_;
  Seat seat_;
  std::vector<std::multiset<Card>> open_;               // by seat
  std::vector<std::map<int, int>> held_;                // by seat and stock; the deck is stock 0
  std::array<int, cards::joker_index + 1> stock_of_{};  // by card: the last one
  int stocks_ = 0;
  int left_ = 0;  // in the stock
  std::vector<Card> bridge_;
};

void disguise_order(const State& state, ShuffledCards& order, Seat seat, Rng& rng) {
  const int dealt = 6 * state.seats;
  laws::disguise_order<Most>(state, order, seat, dealt, dealt, rng);
}

Setup<Most> setup_for(int seats, const Options& options) {
  Setup<Most> setup;
  setup.seats = seats;
  setup.options = options;
  return setup;
}

}  // namespace

TEST_CASE("Most keeps the laws of every game, with two to six seats", "[most][laws]") {
  laws::resampling_deals_again<Most>(setup_for(3, {.deals = 1}));
  laws::check_laws<GameModule, Witness>(erased(), setup_for(2, {.deals = 1}), 60, {},
                                        disguise_order);
  laws::check_laws<GameModule, Witness>(erased(), setup_for(3, {.deals = 1}), 30, {},
                                        disguise_order);
  laws::check_laws<GameModule, Witness>(erased(), setup_for(4, {.deals = 1}), 20, {},
                                        disguise_order);
  laws::check_laws<GameModule, Witness>(erased(), setup_for(6, {.deals = 1}), 12, {},
                                        disguise_order);
}

TEST_CASE("Most keeps the laws in whole matches, and where limits end them", "[most][laws]") {
  laws::check_laws<GameModule, Witness>(erased(), setup_for(2, {.target = 150}), 4, {},
                                        disguise_order);
  laws::check_laws<GameModule, Witness>(erased(), setup_for(3, {.deals = 2, .max_turns = 9}), 6, {},
                                        disguise_order);
  laws::check_laws<GameModule, Witness>(erased(), setup_for(2, {.max_turns = 12, .max_deals = 3}),
                                        4, {}, disguise_order);
}

TEST_CASE("whoever forfeits Most is never better off", "[most][forfeits]") {
  const auto to_the_target = setup_for(4, {.target = 150});
  const auto of_two_deals = setup_for(3, {.deals = 2, .max_turns = 20});
  const auto of_two = setup_for(2, {.target = 100, .max_turns = 30, .max_deals = 3});
  laws::forfeits_never_pay<Most>({to_the_target, of_two_deals, of_two});
}
