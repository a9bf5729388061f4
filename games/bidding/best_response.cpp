#include "games/bidding/best_response.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "arena/core/value_bytes.hpp"

namespace arena::bidding {

namespace {

int points_of(Cards prizes) {
  int points = 0;
  prizes.for_each([&points](int prize) { points += prize; });
  return points;
}

/// Returns whether two positions that differ only in the margin have different values.
bool counts_margin(const Contest& contest, const Policy& policy) {
  return contest.objective == Objective::win || policy.minds_margin;
}

/// Numbers the notes, so that a key holds them in a few bits.
class NotesNumbers {
 public:
  std::uint64_t number(const Notes& notes) {
    const auto [found, is_new] = numbers_.try_emplace(bytes_of(notes), notes_.size());
    if (is_new) notes_.push_back(notes);
    return found->second;
  }
  [[nodiscard]] const Notes& notes(std::uint64_t number) const { return notes_[number]; }

 private:
  std::unordered_map<std::string, std::uint64_t> numbers_;
  std::vector<Notes> notes_;
};

/// Backward induction over all positions that the policy can reach.
class BestResponse {
 public:
  BestResponse(const Contest& contest, const Policy& policy)
      : contest_(contest), policy_(policy), counts_margin_(counts_margin(contest, policy)) {}

  double from_start() {
    const Cards all = Cards::up_to(contest_.cards);
    return value({all, all, all, 0, 0}, notebook_.number({}));
  }

 private:
  /// What the answer wins from here on. The position is seen from the policy's side.
  double value(const TablePosition& now, std::uint64_t notes) {
    const bool win = contest_.objective == Objective::win;
    const int open = points_of(now.prizes) + now.carried;
    if (now.prizes.empty() || (win && std::abs(now.margin) > open))
      return win ? -sign(now.margin) : 0;
    const std::uint64_t key = key_of(now, notes);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const Cards next = next_prizes(contest_.prizes, now.prizes);
    double sum = 0;
    next.for_each([&](int prize) { sum += best_bid(now, notes, prize); });
    return known_[key] = sum / next.size();
  }

  double best_bid(const TablePosition& now, std::uint64_t notes, int prize) {
    Notes added = notebook_.notes(notes);
    const Mixture mixture = policy_.mix(view_of(now, prize), added);
    const std::uint64_t noted = notebook_.number(added);
    double best = -std::numeric_limits<double>::infinity();
    now.other.for_each([&](int bid) {
      double mean = 0;
      std::size_t rank = 0;
      now.own.for_each([&](int card) {
        const double probability = mixture[rank++];
        if (probability > 0) mean += probability * after(now, noted, prize, card, bid);
      });
      best = std::max(best, mean);
    });
    return best;
  }

  double after(const TablePosition& now, std::uint64_t notes, int prize, int card, int bid) {
    const int worth = prize + now.carried;
    const int lost = card > bid ? worth : card < bid ? -worth : 0;
    const bool carries = card == bid && contest_.ties == Ties::carry;
    const TablePosition next{now.own.without(card), now.other.without(bid),
                             now.prizes.without(prize), counts_margin_ ? now.margin + lost : 0,
                             carries ? worth : 0};
    return (contest_.objective == Objective::difference ? -lost : 0) + value(next, notes);
  }

  [[nodiscard]] View view_of(const TablePosition& now, int prize) const {
    View view;
    view.round = contest_.cards - now.own.size();
    view.prize = prize;
    view.prizes_left = now.prizes.without(prize);
    view.unused = {now.own, now.other};
    view.own = now.own;
    view.points.add(0, std::max(now.margin, 0));
    view.points.add(1, std::max(-now.margin, 0));
    view.points.add(Points::pot, now.carried);
    return view;
  }

  static std::uint64_t key_of(const TablePosition& now, std::uint64_t notes) {
    constexpr int largest_margin = 127;
    std::uint64_t key = notes;
    key = (key << 8U) | static_cast<std::uint64_t>(now.margin + largest_margin);
    key = (key << 7U) | static_cast<std::uint64_t>(now.carried);
    for (const Cards cards : {now.own, now.other, now.prizes})
      key = (key << most_cards_keyed) | cards.bits();
    return key;
  }

  const Contest& contest_;
  const Policy& policy_;
  bool counts_margin_;
  NotesNumbers notebook_;
  boost::unordered_flat_map<std::uint64_t, double> known_;  // by key; a search looks up millions
};

}  // namespace

int most_cards_exploited(const Contest& contest, const Policy& policy) {
  return policy.most_cards - (counts_margin(contest, policy) ? 1 : 0) -
         (contest.ties == Ties::carry ? 1 : 0);
}

double best_response(const Contest& contest, const Policy& policy) {
  return BestResponse(contest, policy).from_start();
}

}  // namespace arena::bidding
