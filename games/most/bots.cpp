// The built-in bots.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "arena/search/move_loss.hpp"
#include "arena/search/search_bot.hpp"
#include "games/most/finder.hpp"
#include "games/most/most.hpp"

namespace arena::most {

namespace {

// These numbers won the most matches against each other: it pays to be bold.
constexpr int cards_of_danger = 3;
constexpr int own_cards_of_danger = 2;
constexpr int points_of_a_card = 4;  // average loss for a card in another hand when the deal ends

/// How a player judges the end of the deal.
struct Mood {
  int risk = 0;       // expected loss for every hundred points in the hand
  int joker_fee = 0;  // points that getting rid of a joker is worth
  int prize = 0;      // points that the others lose if the player goes out
  bool lays_jokers = false;

  explicit Mood(const View& view) {
    static constexpr std::array<int, 6> risks = {10, 8, 6, 5, 4, 3};
    int fewest = static_cast<int>(risks.size()) - 1;
    int held = 0;
    for (Seat seat = 0; seat < view.seats(); ++seat) {
      if (seat == view.seat) continue;
      const int count = view.counts[static_cast<std::size_t>(seat)];
      fewest = std::min(fewest, count);
      held += count;
    }
    const int turns_left = view.options.max_turns - view.discards;
    if (turns_left < 2 * view.seats()) fewest = 1;
    risk = risks[static_cast<std::size_t>(fewest)];
    // The player keeps its jokers until the end of the deal is near.
    lays_jokers = fewest <= cards_of_danger || view.hand.size() <= own_cards_of_danger;
    joker_fee = fewest <= cards_of_danger ? joker_penalty * risk / 100 : 0;
    prize = points_of_a_card * held / (view.seats() - 1);
  }
  /// The same for a player who keeps no joker back.
  [[nodiscard]] Mood bold() const {
    Mood mood = *this;
    mood.lays_jokers = true;
    return mood;
  }
};

struct Choice {
  LaidCards meld;
  int worth = 0;  // points
};

Choice weighed(const LaidCards& meld, const Mood& mood) {
  return {meld, points(meld) + jokers_in(meld) * mood.joker_fee};
}

/// The meld that is worth most, if any is worth more than 0.
std::optional<Choice> best_meld(const Material& material, const Mood& mood) {
  std::optional<Choice> best;
  const int most_jokers = mood.lays_jokers ? material.jokers : 0;
  for (int jokers = 0; jokers <= most_jokers; ++jokers) {
    for_each_meld(material, jokers, [&](const LaidCards& meld) {
      Choice choice = weighed(meld, mood);
      if (choice.worth > (best ? best->worth : 0)) best = std::move(choice);
      return true;
    });
  }
  return best;
}

/// The card worth most that can be laid off now.
std::optional<LayOff> best_lay_off(const View& view, const Mood& mood) {
  if (!view.table.has_melded(view.seat) || view.hand.size() < 2) return std::nullopt;
  const Material material = Material::of(view);
  std::optional<LayOff> best;
  for (Table::Id id = 1; id <= view.table.count(); ++id) {
    const CardSet gaps = view.table.meld(id).gaps();
    for (const Card card : gaps& material.held) {
      if (!best || points(CardSet::only(card)) > points(CardSet::only(best->laid.card)))
        best = LayOff{id, {card, false}};
    }
    const CardSet open = gaps & material.open;
    if (!best && mood.lays_jokers && material.jokers > 0 && !open.empty())
      best = LayOff{id, {open.front(), true}};
  }
  return best;
}

/// Changes the view to the position after its seat lays a meld.
void lay_down(View& view, const LaidCards& meld) {
  CardSet by_jokers;
  for (const Laid& laid : meld) {
    view.hand.erase(laid.from_hand());
    if (laid.by_joker) by_jokers.insert(laid.card);
  }
  view.table.lay(view.seat, *meld_of(meld), by_jokers);
}

/// The position after laying everything possible at once, the most valuable first.
View laid_out(View view, const Mood& mood) {
  for (;;) {
    if (const auto meld = best_meld(Material::of(view), mood)) {
      lay_down(view, meld->meld);
    } else if (const auto off = best_lay_off(view, mood)) {
      view.hand.erase(off->laid.from_hand());
      view.table.add(view.seat, off->id, off->laid);
    } else {
      return view;
    }
  }
}

/// Returns whether the discard would end the deal.
bool is_out(const View& view) {
  return view.hand.size() == 1 && (view.hand.cards() & view.table.by_jokers()).empty();
}

/// A bold mood if that ends the deal in this turn: jokers kept back would be lost then.
Mood with_way_out(const View& view, const Mood& mood) {
  if (mood.lays_jokers || view.hand.jokers() == 0) return mood;
  return is_out(laid_out(view, mood.bold())) ? mood.bold() : mood;
}

/// In hundredths of a point: what can be laid at once, plus the gain of going out, or else minus
/// what the rest of the hand may cost.
int prospects(const View& view, const Mood& mood) {
  const View after = laid_out(view, with_way_out(view, mood));
  const int gained = after.table.points_of(view.seat) - view.table.points_of(view.seat);
  if (is_out(after)) return 100 * (gained + mood.prize);
  return 100 * gained - mood.risk * after.hand.burden();
}

/// The position after taking the bridge from `place` on and laying this meld.
View after_taking(View view, std::size_t place, const LaidCards& meld) {
  view.hand.insert(view.bridge.from(place));
  view.bridge.cut(place);
  view.phase = Phase::play;
  lay_down(view, meld);
  return view;
}

Move get_card(const View& view, const Mood& mood) {
  Move best = Draw{};
  int most = prospects(view, mood);
  const Row& row = view.bridge.row();
  for (std::size_t place = 0; place < row.size(); ++place) {
    if (view.bridge.find(row[place]) != place) continue;
    const auto meld = best_meld(Material::of(view, place), mood);
    if (!meld) continue;
    const View after = after_taking(view, place, meld->meld);
    const int gained = after.table.points_of(view.seat) - view.table.points_of(view.seat);
    const int worth = 100 * gained + prospects(after, mood);
    if (worth <= most) continue;
    most = worth;
    best = Take{row[place], meld->meld};
  }
  return best;
}

/// How many ways are left to meld a card with another card of the hand.
int partners(const View& view, Card card) {
  const CardSet dead = view.table.cards() | view.table.by_jokers();
  const CardSet held = view.hand.cards() - CardSet::only(card);
  const CardSet of_rank = CardSet::of(card.rank()) - dead;
  int count = of_rank.size() >= 3 ? 2 * (held & of_rank).size() : 0;
  const Card next = up(card);
  const Card last = down(card);
  const auto counts = [&](Card near, Card third) {
    return held.contains(near) && !dead.contains(third) ? 2 : 0;
  };
  count += counts(next, up(next)) + counts(next, last) + counts(last, down(last)) +
           counts(last, next) + counts(up(next), next) + counts(down(last), last);
  return count;
}

/// What a card is worth in the hand, in points.
int use_of(const View& view, Card card, const Mood& mood) {
  // A card of the table's gaps can be laid off after the player's first meld.
  const int gap = view.table.gaps().contains(card) ? 10 : 0;
  return 4 * partners(view, card) + gap - points(CardSet::only(card)) * mood.risk / 50;
}

Discard discard_least(const View& view, const Mood& mood) {
  const CardSet free = view.hand.cards() - view.table.by_jokers();
  if (free.empty()) return {joker};
  Card least = free.front();
  int least_use = std::numeric_limits<int>::max();
  for (const Card card : free) {
    const int use = use_of(view, card, mood);
    if (use >= least_use) continue;
    least_use = use;
    least = card;
  }
  return {least};
}

/// A swap after which the joker can be laid in the same turn, or without which no discard is legal.
std::optional<Swap> useful_swap(const View& view, const Mood& mood) {
  for (const Card card : view.hand.cards() & view.table.by_jokers()) {
    const Swap swap{view.table.find(card), card};
    View after = view;
    after.hand.erase(card);
    after.hand.insert(joker);
    after.table.swap(card);
    const bool stuck =
        (view.hand.cards() - view.table.by_jokers()).empty() && view.hand.jokers() == 0;
    const bool pays = best_meld(Material::of(after), mood).has_value();
    if (stuck || pays) return swap;
  }
  return std::nullopt;
}

/// Lays what it can; weighs what the bridge would bring against what stays in the hand.
Move melder(const View& view) {
  if (view.phase == Phase::get) return get_card(view, Mood(view));
  const Mood mood = with_way_out(view, Mood(view));
  if (const auto meld = best_meld(Material::of(view), mood)) return NewMeld{meld->meld};
  if (const auto off = best_lay_off(view, mood)) return *off;
  if (const auto swap = useful_swap(view, mood)) return *swap;
  return discard_least(view, mood);
}

std::string_view kind_of(const View& /*view*/, const Move& move) {
  constexpr std::array<std::string_view, std::variant_size_v<Move>> kinds = {
      "draw", "take from the bridge", "lay a meld", "lay off", "swap a joker", "discard"};
  return kinds[move.index()];
}

/// Matches are played on to the end of the deal, as `melder` plays.
struct Guide {
  static Move policy(const View& view, Rng& /*rng*/) { return melder(view); }
};

}  // namespace

std::optional<MoveLoss> move_loss(const ChosenMove<Most>& chosen, const LossSettings& settings) {
  return loss_by_play_outs<Most, Guide>(chosen, settings, kind_of);
}

std::span<const Builtin<Most>> builtins() {
  static constexpr std::array<Builtin<Most>, 3> all = {
      {{"melder", "lays what it can, and takes from the bridge if that is worth more",
        make_bot<melder>},
       {"random", "a random kind of legal action, then a random action of that kind",
        make_bot<RandomBot<Most>>},
       search_builtin<Most, Guide>}};
  return all;
}

}  // namespace arena::most
