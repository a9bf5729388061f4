#include "games/bridge/bots/solving_bots.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "games/bridge/bots/call_evidence.hpp"
#include "games/bridge/bots/hand_sampler.hpp"
#include "games/bridge/bots/natural.hpp"

namespace arena::bridge {

namespace {

/// Deals that are drawn for each one that is solved, if they are to fit the auction.
constexpr int draws_for_sample = 500;

/// Draws deals that fit what the seat has seen.
std::vector<FourHands> any_deals(const View& view, int count, Rng& rng) {
  HandSampler sampler(view);
  std::vector<FourHands> deals;
  for (int i = 0; i < count; ++i) deals.push_back(sampler.deal(rng));
  return deals;
}

/// The same, but of many deals those that fit the calls best.
std::vector<FourHands> likely_deals(const View& view, int count, Rng& rng) {
  HandSampler sampler(view);
  const CallEvidence evidence(view);
  std::vector<std::pair<int, FourHands>> deals;  // with their misfits
  int fitting = 0;
  for (int draw = 0; draw < count * draws_for_sample && fitting < count; ++draw) {
    const FourHands hands = sampler.deal(rng);
    const int misfit = evidence.misfit(dealt_hands(hands, view.tricks));
    fitting += misfit == 0 ? 1 : 0;
    deals.emplace_back(misfit, hands);
  }
  std::ranges::stable_sort(deals, {}, &std::pair<int, FourHands>::first);
  std::vector<FourHands> best;
  for (int i = 0; i < count; ++i) best.push_back(deals[index_of(i)].second);
  return best;
}

PlayPosition position_of(const View& view, const FourHands& hands) {
  const int on_table = view.tricks.on_table();
  PlayPosition position{
      hands, view.contract.strain, on_table > 0 ? view.tricks.leaders.back() : view.turn, {}};
  const auto& cards = view.tricks.cards;
  for (std::size_t i = cards.size() - index_of(on_table); i < cards.size(); ++i)
    position.on_table.push_back(cards[i]);
  return position;
}

/// What a card gains over all samples, for its side. More is better.
struct Gain {
  int points = 0;
  int tricks = 0;
  auto operator<=>(const Gain&) const = default;
};

class SolvingBot final : public BotWith<Bridge, Rng> {
 public:
  SolvingBot(Rng rng, std::shared_ptr<DoubleDummy> solver, const SolvingStyle& style)
      : BotWith(rng), solver_(std::move(solver)), style_(style) {}

  Move move(const View& view) override {
    if (view.stage == Stage::auction) return natural_call(view);
    const CardSet legal = view.legal.cards();
    return Move::of(legal.size() == 1 ? legal.front() : best_card(view));
  }

 private:
  Card best_card(const View& view) {
    const auto deals = style_.uses_calls ? likely_deals(view, style_.samples, memory_)
                                         : any_deals(view, style_.samples, memory_);
    std::vector<PlayPosition> positions;
    for (const FourHands& hands : deals) positions.push_back(position_of(view, hands));
    std::array<Gain, pack_size> gains{};  // by card
    for (const auto& values : solver_->solve(positions)) {
      if (!values) continue;
      for (const auto& [card, tricks] : *values) add(gains[card.index], view, tricks);
    }
    CardSet best;
    for (const Card card : view.legal.cards()) {
      if (!best.empty() && gains[card.index] < gains[best.front().index]) continue;
      if (!best.empty() && gains[card.index] > gains[best.front().index]) best = {};
      best.insert(card);
    }
    // Equal cards look alike to a solver that sees all cards, but not to the players.
    const Card natural = natural_card(view);
    return best.contains(natural) ? natural : lowest(best);
  }

  /// Adds what a card gains if its side wins so many tricks from now on.
  void add(Gain& gain, const View& view, int tricks) const {
    gain.tricks += tricks;
    if (!style_.counts_points) return;
    const int side = side_of(view.turn);
    const int all = view.won[index_of(side)] + tricks;
    const int declares = side_of(view.contract.declarer);
    const bool vulnerable = is_vulnerable(view.vulnerable, declares);
    gain.points += declares == side ? duplicate_score(view.contract, all, vulnerable)
                                    : -duplicate_score(view.contract, hand_size - all, vulnerable);
  }

  std::shared_ptr<DoubleDummy> solver_;
  SolvingStyle style_;
};

}  // namespace

std::unique_ptr<Bot<Bridge>> make_solving_bot(const BotSetup<Bridge>& setup,
                                              const SolvingStyle& style) {
  return std::make_unique<SolvingBot>(Rng(setup.seed), double_dummy(setup.table_cache), style);
}

SolvingStyle with_samples(SolvingStyle style, std::string_view words) {
  constexpr std::string_view key = "samples=";
  constexpr int most = 1000;
  if (!words.starts_with(key))
    throw Error(fmt::format("unknown setting {}; known: samples",
                            in_quotes(words.substr(0, words.find('=')))));
  const std::string_view text = words.substr(key.size());
  const auto number = to_number<int>(text);
  if (!number || *number < 1 || *number > most)
    throw Error(
        fmt::format("samples must be a whole number from 1 to {}, not {}", most, in_quotes(text)));
  style.samples = *number;
  return style;
}

}  // namespace arena::bridge
