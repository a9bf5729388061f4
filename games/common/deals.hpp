// The chance of a match of several deals: for each its deck, its dealer and the shuffles in its
// course. A record names it in full; a match draws it from the seed, as far as it is not given.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/describe.hpp>

#include "arena/core/fixed_vector.hpp"
#include "arena/core/refusal.hpp"
#include "arena/core/rng.hpp"

namespace arena::cards {

/// Cards in an order: the first one is dealt, or drawn, first.
template <class Card, std::size_t Size>
using Order = FixedVector<Card, Size>;

template <class Card, std::size_t Size>
struct OneDeal {
  Order<Card, Size> deck;
  int dealer = 0;
  std::vector<Order<Card, Size>> shuffles;  // each the new stock
  bool operator==(const OneDeal&) const = default;
  BOOST_DESCRIBE_CLASS(OneDeal, (), (deck, dealer, shuffles), (), ())
};

template <class Card, std::size_t Size>
struct Deals {
  std::vector<OneDeal<Card, Size>> deals;
  bool operator==(const Deals&) const = default;
  BOOST_DESCRIBE_CLASS(Deals, (), (deals), (), ())
};

/// Where the chance of a match comes from; part of its state. What is given outlives all copies.
template <class Card, std::size_t Size>
class Chance {
 public:
  using Given = Deals<Card, Size>;

  Chance() = default;
  Chance(std::uint64_t seed, const Given& given) : seed_(seed) { stack(given); }

  /// From now on what is drawn is as `given` says, as far as it goes.
  void stack(const Given& given) { given_ = given.deals.empty() ? nullptr : &given; }

  /// Puts the deck of the next deal, which comes sorted, into its order.
  void deal(Order<Card, Size>& deck) {
    ++deal_;
    shuffles_ = 0;
    const auto* given = given_deal();
    if (given != nullptr) {
      deck = given->deck;
    } else {
      deck = drawn_deck(deck, deal_);
    }
  }

  /// Puts cards of this deal that have been played, sorted, into their order as a new stock.
  /// A given order of other cards than these is not taken, nor is anything that was given after it:
  /// the match has left the one that was given.
  void shuffle(Order<Card, Size>& cards) {
    ++shuffles_;
    const auto* given = given_deal();
    if (given != nullptr && given->shuffles.size() >= shuffles_) {
      const auto& order = given->shuffles[shuffles_ - 1U];
      if (is_order_of(order, cards)) {
        cards = order;
        return;
      }
      given_ = nullptr;
    }
    cards = drawn_shuffle(cards, deal_, shuffles_);
  }

  /// What is given without the deals at its end that the seed gives as well.
  [[nodiscard]] Given beside_seed(Given given) const {
    while (!given.deals.empty() && is_drawn(given.deals.back(), given.deals.size()))
      given.deals.pop_back();
    return given;
  }

 private:
  /// What the seed makes of sorted cards; deals and their shuffles are counted from 1.
  [[nodiscard]] Order<Card, Size> drawn_deck(Order<Card, Size> cards, std::size_t deal) const {
    Rng rng(mix_seed(seed_, "deck", deal));
    rng.shuffle(cards);
    return cards;
  }
  [[nodiscard]] Order<Card, Size> drawn_shuffle(Order<Card, Size> cards, std::size_t deal,
                                                std::size_t shuffle) const {
    Rng rng(mix_seed(mix_seed(seed_, "deck", deal), "shuffle", shuffle));
    rng.shuffle(cards);
    return cards;
  }
  [[nodiscard]] bool is_drawn(const OneDeal<Card, Size>& given, std::size_t deal) const {
    if (given.deck != drawn_deck(sorted(given.deck), deal)) return false;
    for (std::size_t i = 0; i < given.shuffles.size(); ++i) {
      if (given.shuffles[i] != drawn_shuffle(sorted(given.shuffles[i]), deal, i + 1)) return false;
    }
    return true;
  }
  static Order<Card, Size> sorted(Order<Card, Size> cards) {
    std::sort(cards.begin(), cards.end());
    return cards;
  }
  [[nodiscard]] const OneDeal<Card, Size>* given_deal() const {
    return given_ != nullptr && deal_ <= given_->deals.size() ? &given_->deals[deal_ - 1U]
                                                              : nullptr;
  }
  static bool is_order_of(const Order<Card, Size>& given, const Order<Card, Size>& cards) {
    return std::is_permutation(given.begin(), given.end(), cards.begin(), cards.end());
  }

  std::uint64_t seed_ = 0;
  const Given* given_ = nullptr;
  std::uint32_t deal_ = 0;      // counted from 1
  std::uint32_t shuffles_ = 0;  // of this deal, so far
};

/// Where chance, as it was drawn, is not what was given: a shuffle of other cards than there were,
/// or, unless `may_draw`, more than was given.
template <class Card, std::size_t Size>
Refusal check_drawn(const Deals<Card, Size>& given, const Deals<Card, Size>& drawn, bool may_draw) {
  const auto place = [](std::size_t deal) { return "deal " + std::to_string(deal + 1); };
  for (std::size_t i = 0; i < drawn.deals.size(); ++i) {
    if (i >= given.deals.size()) {
      if (may_draw) return {};
      return Refusal(place(i) + " is not given, and there is no seed to draw it from");
    }
    const auto& shuffles = drawn.deals[i].shuffles;
    for (std::size_t j = 0; j < shuffles.size(); ++j) {
      const std::string shuffle = place(i) + ", shuffle " + std::to_string(j + 1);
      if (j >= given.deals[i].shuffles.size()) {
        if (may_draw) break;
        return Refusal(shuffle + " is not given, and there is no seed to draw it from");
      }
      if (given.deals[i].shuffles[j] != shuffles[j])
        return Refusal(shuffle + " is no order of the cards that were there");
    }
  }
  return {};
}

/// Whether the given decks can be, each being an order of `pack`, and the dealers go round.
template <class Card, std::size_t Size>
Refusal check_given(const Deals<Card, Size>& given, const Order<Card, Size>& pack, int seats) {
  for (std::size_t i = 0; i < given.deals.size(); ++i) {
    const auto& [deck, dealer, shuffles] = given.deals[i];
    const std::string place = "deal " + std::to_string(i + 1) + ": ";
    if (!std::is_permutation(deck.begin(), deck.end(), pack.begin(), pack.end()))
      return Refusal(place + "the deck is not made of the pack's " + std::to_string(Size) +
                     " cards, each once");
    if (dealer < 0 || dealer >= seats)
      return Refusal(place + "there is no seat " + std::to_string(dealer) + " to deal");
    if (i > 0 && dealer != (given.deals[i - 1].dealer + 1) % seats)
      return Refusal(place + "the dealer is the seat after that of the deal before");
  }
  return {};
}

}  // namespace arena::cards
