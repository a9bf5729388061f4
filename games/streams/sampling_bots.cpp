// The bots that sample the cards to come.
#include <algorithm>
#include <array>
#include <vector>

#include "games/streams/bots.hpp"

namespace arena::streams {

namespace {

using Drawn = std::array<Card, deck_size>;  // the cards to come, in order; then the rest

/// Draws orders of the cards that are left in the deck.
class Draws {
 public:
  explicit Draws(const View& view) : to_come_(static_cast<std::uint32_t>(slot_count - view.turn)) {
    view.left.for_each([this](Card card) { deck_[size_++] = card; });
  }
  Drawn next(Rng& rng) const {
    Drawn cards = deck_;
    for (std::uint32_t at = 0; at < to_come_; ++at)
      std::swap(cards[at], cards[at + rng.below(size_ - at)]);
    return cards;
  }

 private:
  Drawn deck_{};
  std::uint32_t size_ = 0;
  std::uint32_t to_come_;
};

/// The final score if the current card is put into `slot` and the `cards` then go where `spread`
/// puts them.
int final_score(const View& view, int slot, const Drawn& cards) {
  Stream stream = view.stream;
  Cards left = view.left;
  stream.put(slot, view.card);
  for (std::size_t next = 0; stream.free() != 0; ++next) {
    left.remove(cards[next]);
    stream.put(spread_slot(stream, left, cards[next]), cards[next]);
  }
  return score(stream);
}

/// A slot, and the sum of its final scores.
struct Candidate {
  Move move;
  int sum = 0;
};

std::vector<Candidate> candidates(const View& view) {
  std::vector<Candidate> all;
  const Moves moves(view);
  for (std::size_t i = 0; i < moves.size(); ++i) all.push_back({moves[i]});
  return all;
}

/// Every candidate gets the same cards.
void sample(std::vector<Candidate>& candidates, const View& view, int samples, Rng& rng) {
  const Draws draws(view);
  for (int i = 0; i < samples; ++i) {
    const Drawn cards = draws.next(rng);
    for (Candidate& candidate : candidates)
      candidate.sum += final_score(view, candidate.move.slot, cards);
  }
}

}  // namespace

Move rollout(const View& view, Rng& rng) {
  constexpr int samples = 48;
  std::vector<Candidate> all = candidates(view);
  sample(all, view, samples, rng);
  return std::ranges::max_element(all, {}, &Candidate::sum)->move;
}

Move focus(const View& view, Rng& rng) {
  std::vector<Candidate> best = candidates(view);
  for (int samples = 48; best.size() > 1; samples *= 2) {
    sample(best, view, samples, rng);
    std::ranges::stable_sort(best, std::ranges::greater(), &Candidate::sum);
    best.resize((best.size() + 1) / 2);
  }
  return best.front().move;
}

}  // namespace arena::streams
