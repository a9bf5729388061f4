// One legal move at random, without listing them all: Most::sample.
// Operations on sets of cards, for all suits at once, show which kinds of action are possible. It
// draws a kind and builds a random action of it. If the attempt fails, it does something else.
#include <algorithm>
#include <array>
#include <bit>

#include "games/most/finder.hpp"

namespace arena::most {

namespace {

constexpr unsigned lane = (1U << unsigned{cards::rank_count}) - 1;

/// The ranks that a set of cards has in at least one, two or three suits, as bits.
struct RankCounts {
  unsigned one = 0;
  unsigned two = 0;
  unsigned three = 0;

  explicit RankCounts(CardSet cards) {
    for (std::uint64_t left = cards.bits(); left != 0; left >>= unsigned{cards::rank_count}) {
      const auto suit = static_cast<unsigned>(left & lane);
      three |= two & suit;
      two |= one & suit;
      one |= suit;
    }
  }
};

/// The ranks of which a set is possible, as bits.
unsigned set_ranks(const Material& material) {
  const RankCounts held(material.held);
  unsigned ranks = held.three;
  if (material.jokers == 0 || ranks == lane) return ranks;
  const RankCounts open(material.open - material.held);
  ranks |= held.two & open.one;
  if (material.jokers > 1) ranks |= held.one & open.two;
  return ranks;
}

/// A run that grows by a random number of cards.
class Growing {
 public:
  Growing(const Material& material, Card low, unsigned pattern) : material_(material), low_(low) {
    for (unsigned place = 0; place < 3; ++place, high_ = up(high_)) {
      if (((pattern >> place) & 1U) != 0) by_jokers_ |= high_;
    }
  }

  void grow_up(Rng& rng) {
    while (size_ < longest_ && add(high_, rng)) high_ = up(high_);
  }
  void grow_down(Rng& rng) {
    for (CardSet next = down(CardSet::only(low_)); size_ < longest_ && add(next, rng);
         next = down(next))
      low_ = next.front();
  }
  [[nodiscard]] LaidCards cards() const {
    LaidCards row;
    for (Card card : Meld::run(low_, size_).in_order())
      row.push_back({card, by_jokers_.contains(card)});
    return row;
  }

 private:
  /// Adds one more card, as itself or by a joker, or nothing, at random.
  bool add(CardSet card, Rng& rng) {
    const bool held = !(card & material_.held).empty();
    const bool open = by_jokers_.size() < material_.jokers && !(card & material_.open).empty();
    if (!held && !open) return false;
    const std::uint32_t choice = rng.below(held && open ? 3 : 2);
    if (choice == 0) return false;
    if (choice == 2 || !held) by_jokers_ |= card;
    ++size_;
    return true;
  }

  const Material& material_;
  Card low_;
  CardSet high_ = CardSet::only(low_);  // the card after its high end
  CardSet by_jokers_;
  int size_ = 3;
  int longest_ = std::min(static_cast<int>(longest_meld), material_.most);
};

/// All ways to begin a meld: three cards of a run, or the rank of a set.
class Beginnings {
 public:
  explicit Beginnings(const Material& material) : material_(material) {
    if (material.most < 3) return;
    const bool joker_wanted = material.wanted == joker;
    const auto possible = patterns_with[static_cast<std::size_t>(material.jokers)];
    for (std::size_t i = joker_wanted ? 1 : 0; i < possible; ++i) {
      runs_[i] = run_starts(material, patterns[i]);
      if (material.wanted && !joker_wanted) runs_[i] = runs_[i] & around(patterns[i]);
      count_ += static_cast<std::uint32_t>(runs_[i].size());
    }
    sets_ = set_ranks(material);
    if (material.wanted && !joker_wanted) sets_ &= 1U << material.wanted->rank();
    count_ += static_cast<std::uint32_t>(std::popcount(sets_));
  }

  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// The held cards that can be in such a meld.
  [[nodiscard]] CardSet reach() const {
    CardSet all;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      CardSet place = runs_[i];
      for (unsigned bit = 1; bit < 8; bit *= 2, place = up(place)) {
        if ((patterns[i] & bit) == 0) all |= place;
      }
    }
    const std::uint64_t ranks = sets_;
    const auto of_ranks = CardSet::of_bits(ranks | ranks << 13U | ranks << 26U | ranks << 39U);
    return all | (of_ranks & material_.held);
  }
  /// A random meld; empty if the attempt makes no meld. REQUIRES: !empty().
  std::optional<LaidCards> sample(Rng& rng) const {
    auto pick = static_cast<int>(rng.below(count_));
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (pick < runs_[i].size()) return sample_run(runs_[i].nth(pick), patterns[i], rng);
      pick -= runs_[i].size();
    }
    return sample_set(static_cast<Rank>(bits::nth(sets_, pick)), rng);
  }

 private:
  /// The starts of runs of three that contain the wanted card as itself.
  [[nodiscard]] CardSet around(unsigned pattern) const {
    CardSet starts;
    CardSet start = CardSet::only(*material_.wanted);
    for (unsigned place = 0; place < 3; ++place, start = down(start)) {
      if (((pattern >> place) & 1U) == 0) starts |= start;
    }
    return starts;
  }
  [[nodiscard]] std::optional<LaidCards> sample_set(Rank rank, Rng& rng) const {
    FixedVector<SuitPattern, 64> fitting;
    for (const SuitPattern& pattern : set_patterns(material_, rank)) {
      bool fits = true;
      if (material_.wanted == joker) {
        fits = pattern.by_jokers != 0;
      } else if (material_.wanted) {
        fits = ((pattern.suits & ~pattern.by_jokers) >> material_.wanted->suit() & 1U) != 0;
      }
      fitting.push_back_if(fits, pattern);
    }
    if (fitting.empty()) return std::nullopt;
    return set_of(rank, fitting[rng.below(static_cast<std::uint32_t>(fitting.size()))]);
  }
  [[nodiscard]] LaidCards sample_run(Card low, unsigned pattern, Rng& rng) const {
    Growing run(material_, low, pattern);
    run.grow_up(rng);
    // Without a wanted card, the run starts with the chosen three cards.
    if (material_.wanted) run.grow_down(rng);
    return run.cards();
  }

  const Material& material_;
  std::array<CardSet, patterns.size()> runs_{};
  unsigned sets_ = 0;
  std::uint32_t count_ = 0;
};

/// The material if the player took the whole bridge: an upper bound for every card of it.
Material boldest(const View& view) {
  Material material = Material::of(view);
  material.held |= view.bridge.cards();
  material.open |= view.bridge.cards();
  material.jokers += view.bridge.jokers();
  material.most += static_cast<int>(view.bridge.row().size());
  return material;
}

Move sample_get(const View& view, Rng& rng) {
  const Material material = boldest(view);
  const CardSet hopeful = Beginnings(material).reach() & view.bridge.cards();
  const int hopes = hopeful.size() + (view.bridge.contains(joker) ? 1 : 0);
  const auto pick = static_cast<int>(rng.below(static_cast<std::uint32_t>(hopes + 1)));
  if (pick == hopes) return Draw{};
  const Card card = pick < hopeful.size() ? hopeful.nth(pick) : joker;
  const Material taken = Material::of(view, view.bridge.find(card));
  const Beginnings melds(taken);
  const auto meld = melds.empty() ? std::nullopt : melds.sample(rng);
  if (!meld) return Draw{};
  return Take{card, *meld};
}

/// A random one of the melds on which this card fits.
Table::Id nth_taker(const Table& table, Card card, Rng& rng) {
  FixedVector<std::uint8_t, most_melds> takers;
  for (Table::Id id = 1; id <= table.count(); ++id)
    takers.push_back_if(table.meld(id).gaps().contains(card), static_cast<std::uint8_t>(id));
  return takers[rng.below(static_cast<std::uint32_t>(takers.size()))];
}

class PlaySampler {
 public:
  explicit PlaySampler(const View& view)
      : view_(view), material_(Material::of(view)), melds_(material_) {
    swaps_ = view.hand.cards() & view.table.by_jokers();
    if (!view.table.has_melded(view.seat) || material_.most == 0) return;
    const CardSet gaps = view.table.gaps();
    lays_ = gaps & material_.held;
    if (material_.jokers > 0) joker_lays_ = gaps & material_.open;
  }

  Move sample(Rng& rng) const {
    enum : std::uint8_t { meld, lay, swap, discard };
    FixedVector<std::uint8_t, 4> kinds;
    kinds.push_back_if(!melds_.empty(), meld);
    kinds.push_back_if(lays_.size() + joker_lays_.size() > 0, lay);
    kinds.push_back_if(!swaps_.empty(), swap);
    // If no card may be discarded, jokers stand for all of them, so a swap is possible.
    kinds.push_back_if(discards() > 0, discard);
    switch (kinds[rng.below(static_cast<std::uint32_t>(kinds.size()))]) {
      case meld:
        if (const auto found = melds_.sample(rng)) return NewMeld{*found};
        break;
      case lay:
        return sample_lay(rng);
      case swap:
        return sample_swap(rng);
      default:
        break;
    }
    return discards() > 0 ? Move(sample_discard(rng)) : Move(sample_swap(rng));
  }

 private:
  [[nodiscard]] int discards() const {
    return material_.held.size() + (material_.jokers > 0 ? 1 : 0);
  }
  static Card pick(CardSet cards, Rng& rng) {
    return cards.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(cards.size()))));
  }
  LayOff sample_lay(Rng& rng) const {
    const auto all = static_cast<std::uint32_t>(lays_.size() + joker_lays_.size());
    const auto n = static_cast<int>(rng.below(all));
    const bool by_joker = n >= lays_.size();
    const Card card = by_joker ? joker_lays_.nth(n - lays_.size()) : lays_.nth(n);
    return {nth_taker(view_.table, card, rng), {card, by_joker}};
  }
  Swap sample_swap(Rng& rng) const {
    const Card card = pick(swaps_, rng);
    return {view_.table.find(card), card};
  }
  Discard sample_discard(Rng& rng) const {
    const auto n = static_cast<int>(rng.below(static_cast<std::uint32_t>(discards())));
    return {n < material_.held.size() ? material_.held.nth(n) : joker};
  }

  const View& view_;
  Material material_;
  Beginnings melds_;
  CardSet swaps_;
  CardSet lays_;
  CardSet joker_lays_;
};

}  // namespace

Move Most::sample(const View& view, Rng& rng) {
  return view.phase == Phase::get ? sample_get(view, rng) : PlaySampler(view).sample(rng);
}

}  // namespace arena::most
