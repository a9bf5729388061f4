#include "games/most/finder.hpp"

#include <algorithm>
#include <bit>

namespace arena::most {

namespace {

using Visit = std::function<bool(const LaidCards&)>;

/// Returns whether the meld contains the wanted card, if there is one.
bool has_wanted(const Material& material, const LaidCards& meld) {
  return !material.wanted || std::any_of(meld.begin(), meld.end(), [&](const Laid& laid) {
    return laid.from_hand() == *material.wanted;
  });
}

/// All runs from one low end, card by card.
class RunFinder {
 public:
  RunFinder(const Material& material, const Visit& visit)
      : material_(material),
        visit_(visit),
        longest_(std::min(longest_meld, static_cast<std::size_t>(std::max(material.most, 0)))) {}

  /// Visits the runs that continue with `card` and `jokers` more jokers. False stops the search.
  bool grow(Card card, int jokers) {
    if (run_.size() >= 3 && jokers == 0 && has_wanted(material_, run_) && !visit_(run_))
      return false;
    if (run_.size() >= longest_) return true;
    const bool held = material_.held.contains(card);
    if (held && !add({card, false}, jokers)) return false;
    const bool by_joker = !held && jokers > 0 && material_.open.contains(card);
    return !by_joker || add({card, true}, jokers - 1);
  }

 private:
  bool add(Laid laid, int jokers) {
    run_.push_back(laid);
    const bool more = grow(up(laid.card), jokers);
    run_.pop_back();
    return more;
  }

  const Material& material_;
  const Visit& visit_;
  std::size_t longest_;
  LaidCards run_;
};

/// Returns whether exactly `jokers` jokers are used, and each only for a card that is not held.
bool is_plain(const Material& material, Rank rank, SuitPattern pattern, int jokers) {
  if (std::popcount(pattern.by_jokers) != jokers) return false;
  for (int suit = 0; suit < cards::suit_count; ++suit) {
    const bool by_joker = ((pattern.by_jokers >> static_cast<unsigned>(suit)) & 1U) != 0;
    if (by_joker && material.held.contains(Card(static_cast<Suit>(suit), rank))) return false;
  }
  return true;
}

/// The suits in which a set of cards has this rank, as bits.
unsigned suits_of(CardSet cards, Rank rank) {
  unsigned suits = 0;
  for (const Card card : cards& CardSet::of(rank)) suits |= 1U << card.suit();
  return suits;
}

/// Collects melds until it has `most`.
class MoveList {
 public:
  MoveList(std::vector<Move>& moves, std::size_t most) : moves_(moves), most_(most) {}

  /// Adds the melds of one material with exactly this number of jokers.
  template <class Make>
  void add(const Material& material, int jokers, Make make) {
    if (moves_.size() >= most_) return;
    for_each_meld(material, jokers, [&](const LaidCards& meld) {
      moves_.push_back(make(meld));
      return moves_.size() < most_;
    });
  }

 private:
  std::vector<Move>& moves_;
  std::size_t most_;
};

/// The places of the bridge to take from; for two jokers only the first counts.
std::vector<std::size_t> places_to_take(const View& view) {
  std::vector<std::size_t> places;
  const Row& row = view.bridge.row();
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (view.bridge.find(row[i]) == i) places.push_back(i);
  }
  return places;
}

void add_takes(const View& view, std::size_t most, std::vector<Move>& moves) {
  MoveList list(moves, most);
  for (int jokers = 0; jokers <= joker_count; ++jokers) {
    for (const std::size_t place : places_to_take(view)) {
      list.add(Material::of(view, place), jokers, [&](const LaidCards& meld) {
        return Take{view.bridge.row()[place], meld};
      });
    }
  }
}

void add_lay_offs(const View& view, std::vector<Move>& moves) {
  if (!view.table.has_melded(view.seat) || view.hand.size() < 2) return;
  const Material material = Material::of(view);
  for (Table::Id id = 1; id <= view.table.count(); ++id) {
    const CardSet gaps = view.table.meld(id).gaps();
    for (const Card card : gaps& material.held) moves.push_back(LayOff{id, {card, false}});
    if (material.jokers == 0) continue;
    for (const Card card : gaps& material.open) moves.push_back(LayOff{id, {card, true}});
  }
}

void add_swaps(const View& view, std::vector<Move>& moves) {
  for (const Card card : view.hand.cards() & view.table.by_jokers())
    moves.push_back(Swap{view.table.find(card), card});
}

void add_discards(const View& view, std::vector<Move>& moves) {
  for (const Card card : view.hand.cards() - view.table.by_jokers()) moves.push_back(Discard{card});
  if (view.hand.jokers() > 0) moves.push_back(Discard{joker});
}

}  // namespace

Material Material::of(const View& view, std::optional<std::size_t> from) {
  const CardSet by_jokers = view.table.by_jokers();
  Hand hand = view.hand;
  CardSet lying = view.table.cards() | by_jokers | view.bridge.cards();
  Material material;
  if (from) {
    const Hand taken = view.bridge.from(*from);
    hand.insert(taken);
    lying -= taken.cards();
    material.wanted = view.bridge.row()[*from];
  }
  material.held = hand.cards() - by_jokers;
  material.open = all_cards - lying;
  material.jokers = hand.jokers();
  material.most = hand.size() - 1;
  return material;
}

CardSet run_starts(const Material& material, unsigned pattern) {
  const auto at = [&](unsigned place) {
    return ((pattern >> place) & 1U) != 0 ? material.open : material.held;
  };
  return at(0) & down(at(1) & down(at(2)));
}

FixedVector<SuitPattern, 64> set_patterns(const Material& material, Rank rank) {
  static constexpr std::array<unsigned, 5> sets = {15, 14, 13, 11, 7};
  FixedVector<SuitPattern, 64> found;
  const unsigned held = suits_of(material.held, rank);
  const unsigned open = material.jokers > 0 ? suits_of(material.open, rank) : 0;
  for (const unsigned suits : sets) {
    if (std::popcount(suits) > material.most) continue;
    for (unsigned jokers = 0; jokers < 16; ++jokers) {
      const bool fits = (jokers & ~(suits & open)) == 0 && (suits & ~jokers & ~held) == 0;
      if (fits && std::popcount(jokers) <= material.jokers) found.push_back({suits, jokers});
    }
  }
  return found;
}

LaidCards set_of(Rank rank, SuitPattern pattern) {
  LaidCards cards;
  for (unsigned suit = 0; suit < unsigned{cards::suit_count}; ++suit) {
    if (((pattern.suits >> suit) & 1U) == 0) continue;
    cards.push_back({Card(static_cast<Suit>(suit), rank), ((pattern.by_jokers >> suit) & 1U) != 0});
  }
  return cards;
}

void for_each_meld(const Material& material, int jokers, const Visit& visit) {
  if (jokers > material.jokers) return;
  RunFinder runs(material, visit);
  for (const Card low : all_cards) {
    if (!runs.grow(low, jokers)) return;
  }
  for (int i = 0; i < cards::rank_count; ++i) {
    const auto rank = static_cast<Rank>(i);
    for (const SuitPattern& pattern : set_patterns(material, rank)) {
      if (!is_plain(material, rank, pattern, jokers)) continue;
      const LaidCards set = set_of(rank, pattern);
      if (has_wanted(material, set) && !visit(set)) return;
    }
  }
}

std::vector<Move> possible_moves(const View& view, std::size_t limit) {
  std::vector<Move> moves;
  if (view.phase == Phase::get) {
    moves.emplace_back(Draw{});
    add_takes(view, limit + 1, moves);
    return moves;
  }
  MoveList list(moves, limit);
  const Material material = Material::of(view);
  for (int jokers = 0; jokers <= joker_count; ++jokers)
    list.add(material, jokers, [](const LaidCards& meld) { return NewMeld{meld}; });
  add_lay_offs(view, moves);
  add_swaps(view, moves);
  add_discards(view, moves);
  return moves;
}

}  // namespace arena::most
