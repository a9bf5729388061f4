// Monte Carlo tree search for any game that resamples what a seat does not know: information-set
// MCTS with one observer (Cowling, Powley, Whitehouse 2012). Each iteration draws a world, walks
// down the tree, plays on to the end, and adds the result to all that it passed. A node is what the
// observer was told since the root, so that nothing depends on what the observer cannot see.
// - If several seats are due, each chooses by regret matching, on the means of their joint moves
//   (Lanctot, Lisy, Winands 2013). The answer is then a mixture.
// - If the game does not list its moves, the tree widens slowly, with the policy's move first.
// play_out.hpp explains what a game's Guide says.
// The same position and random numbers give the same result on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "arena/core/position.hpp"
#include "arena/core/value_bytes.hpp"
#include "arena/search/choice.hpp"
#include "arena/search/guess.hpp"
#include "arena/search/play_out.hpp"

namespace arena {

/// A move of the root, and what the search found of it.
template <class Move>
struct Searched {
  Move move;
  double probability = 0;  // with which the search would play it: 0 or 1 if the seat decides alone
  search::Results results{};
};

template <Resamples G, class Guide = NoGuide>
class Search {
 public:
  using Move = typename G::Move;
  using Guess = typename search::GuessOf<G, Guide>::Type;

  /// For a move of `seat`, which is due. The position and the generator outlive the search.
  Search(const Position<G>& root, Seat seat, Rng& rng, Guess guess = {})
      : root_(root), seat_(seat), rng_(rng), guess_(std::move(guess)) {}

  void iterate();
  /// What a win is worth in points: as much as the results are spread.
  [[nodiscard]] double win() const { return points_.deviation(); }
  /// The moves of the seat, the one that it would rather play first. REQUIRES: iterate() was
  /// called.
  [[nodiscard]] std::vector<Searched<Move>> found() const;

 private:
  using View = typename G::View;
  using Event = typename G::Event;
  using Joint = std::vector<search::Results>;  // what a joint move brought, as Node::choices
  struct Node {
    bool visited = false;
    std::vector<search::Choice<Move>> choices{};        // of the seats that are due
    std::unordered_map<std::uint64_t, Joint> joints{};  // if there are several
  };
  /// What a seat did in a node.
  struct Pick {
    Seat seat = 0;
    search::ArmIndex arm = 0;
    search::ArmIndices legal{};
  };
  struct Step {
    Node* node = nullptr;
    std::vector<Pick> picks{};  // as Node::choices
    bool is_joint = false;      // several seats decide
  };

  // An exploration of 0.4 won far less in matches, and 2 as much; 0.02 mixed in lost far more.
  static constexpr double exploration = 1;
  static constexpr double prior_of_policy = 3;
  static constexpr double mixed_in = 0.1;
  static constexpr double widening = 1.5;  // times the root of the visits: how many moves to know
  static constexpr std::size_t most_nodes = 100'000;

  [[nodiscard]] bool stops(const Position<G>& now) const {
    return search::stops<G, Guide>(root_, now, depth_);
  }
  Move policy(const Position<G>& now, Seat seat, const View& view) {
    if (guessed_ && !now.gone.contains(seat))
      return seat == seat_ ? guess_.answer(view, rng_) : guess_.of_other(view, rng_);
    return search::policy_move<G, Guide>(now, seat, view, rng_);
  }

  void walk(Position<G>& now);
  Step chosen(Node& node, const Position<G>& now);
  void make(Position<G>& now, const Step& step);
  void play_on(Position<G>& now);

  search::ArmIndices legal_arms(search::Choice<Move>& choice, const Position<G>& now, Seat seat);
  void widen(search::Choice<Move>& choice, search::ArmIndices& legal, const View& view,
             const Move& first);

  void learn(const Payoffs& payoffs);
  void learn_joint(Step& step, const Payoffs& payoffs);
  static std::uint64_t joint_key(const Step& step);
  /// A seat that is gone makes the arbiter's moves.
  static bool decide_together(const Position<G>& now) {
    int deciding = 0;
    for (const Seat seat : now.actors()) deciding += now.gone.contains(seat) ? 0 : 1;
    return deciding > 1;
  }

  const Position<G>& root_;
  Seat seat_;
  Rng& rng_;
  Guess guess_;
  bool guessed_ = false;                          // in this iteration, the others play as guessed
  std::unordered_map<std::uint64_t, Node> tree_;  // by all that the observer was told
  std::vector<Step> path_;
  std::vector<Event> news_;
  int depth_ = 0;          // moves of this iteration
  search::Spread points_;  // of the observer
  search::Spread worth_;
};

template <Resamples G, class Guide>
void Search<G, Guide>::iterate() {
  Position<G> now = root_;
  G::resample(now, seat_, rng_);
  guessed_ = guess_.draw(rng_);
  path_.clear();
  depth_ = 0;
  walk(now);
  play_on(now);
  learn(search::payoffs<G, Guide>(now));
}

/// To a node that was not visited yet.
template <Resamples G, class Guide>
void Search<G, Guide>::walk(Position<G>& now) {
  std::uint64_t key = 0;
  while (!stops(now)) {
    if (tree_.size() >= most_nodes && !tree_.contains(key)) return;
    Node& node = tree_[key];
    if (!std::exchange(node.visited, true) && !path_.empty()) return;
    path_.push_back(chosen(node, now));
    key = mix_seed(key, "", static_cast<std::uint64_t>(depth_));
    make(now, path_.back());
    for (const Event& event : news_) {
      if (const auto told = G::view(event, seat_)) key = mix_seed(key, bytes_of(*told));
    }
  }
}

template <Resamples G, class Guide>
auto Search<G, Guide>::chosen(Node& node, const Position<G>& now) -> Step {
  const Seats due = now.actors();
  Step step{&node, {}, decide_together(now)};
  node.choices.resize(static_cast<std::size_t>(due.size()));
  for (const Seat seat : due) {
    search::Choice<Move>& choice = node.choices[step.picks.size()];
    if (guessed_ && seat != seat_ && !now.gone.contains(seat)) {
      step.picks.push_back({seat, choice.arm_of(guess_.of_other(now.view(seat), rng_))});
      continue;
    }
    Pick pick{seat, 0, legal_arms(choice, now, seat)};
    pick.arm = step.is_joint ? choice.matched(pick.legal, mixed_in, rng_)
                             : choice.best(pick.legal, win(), exploration * worth_.deviation());
    step.picks.push_back(std::move(pick));
  }
  return step;
}

template <Resamples G, class Guide>
void Search<G, Guide>::make(Position<G>& now, const Step& step) {
  news_.clear();
  for (std::size_t i = 0; i < step.picks.size(); ++i) {
    const Pick& pick = step.picks[i];
    now.apply(pick.seat, step.node->choices[i].arms[pick.arm].move, Events<Event>(news_));
    ++depth_;
  }
}

template <Resamples G, class Guide>
void Search<G, Guide>::play_on(Position<G>& now) {
  while (!stops(now)) {
    for (const Seat seat : now.actors()) {
      now.apply(seat, policy(now, seat, now.view(seat)));
      ++depth_;
    }
  }
}

/// The arms of the moves that are legal here.
template <Resamples G, class Guide>
search::ArmIndices Search<G, Guide>::legal_arms(search::Choice<Move>& choice,
                                                const Position<G>& now, Seat seat) {
  search::ArmIndices legal;
  const View view = now.view(seat);
  if (now.gone.contains(seat)) return {choice.arm_of(policy(now, seat, view))};
  std::size_t known = choice.arms.size();
  if constexpr (ListsMoves<G>) {
    const auto moves = G::moves(view);
    for (std::size_t i = 0; i < moves.size(); ++i) legal.push_back(choice.arm_of(moves[i]));
    if (known == choice.arms.size()) return legal;
  } else {
    for (search::ArmIndex arm = 0; arm < known; ++arm) {
      if (!G::check(view, choice.arms[arm].move)) legal.push_back(arm);
    }
    if (legal.size() > widening * std::sqrt(choice.results.visits)) return legal;
  }
  const Move first = policy(now, seat, view);
  if constexpr (!ListsMoves<G>) widen(choice, legal, view, first);
  for (; known < choice.arms.size(); ++known) {
    search::Arm<Move>& arm = choice.arms[known];
    if constexpr (requires { Guide::prior(view, first); }) {
      arm.prior = Guide::prior(view, arm.move);
    } else if (arm.move == first) {
      arm.prior = prior_of_policy;
    }
  }
  return legal;
}

/// Adds the policy's move, or if that is known, a random one.
template <Resamples G, class Guide>
void Search<G, Guide>::widen(search::Choice<Move>& choice, search::ArmIndices& legal,
                             const View& view, const Move& first) {
  const auto add = [&](const Move& move) {
    const search::ArmIndex arm = choice.arm_of(move);
    const bool is_new = std::ranges::find(legal, arm) == legal.end();
    if (is_new) legal.push_back(arm);
    return is_new;
  };
  if (!add(first)) add(random_move<G>(view, rng_));
}

template <Resamples G, class Guide>
void Search<G, Guide>::learn(const Payoffs& payoffs) {
  const Payoff& own = payoffs[static_cast<std::size_t>(seat_)];
  points_.add(own.points);
  worth_.add(own.worth(win()));
  for (Step& step : path_) {
    for (std::size_t i = 0; i < step.picks.size(); ++i) {
      const Pick& pick = step.picks[i];
      const Payoff& payoff = payoffs[static_cast<std::size_t>(pick.seat)];
      step.node->choices[i].results.add(payoff);
      step.node->choices[i].arms[pick.arm].results.add(payoff);
    }
    if (step.is_joint) learn_joint(step, payoffs);
  }
}

/// What each seat would rather have played against what the others played.
template <Resamples G, class Guide>
void Search<G, Guide>::learn_joint(Step& step, const Payoffs& payoffs) {
  Joint& joint = step.node->joints[joint_key(step)];
  joint.resize(step.picks.size());
  for (std::size_t i = 0; i < step.picks.size(); ++i) {
    Pick& pick = step.picks[i];
    joint[i].add(payoffs[static_cast<std::size_t>(pick.seat)]);
    const double got = joint[i].mean(win());
    const search::ArmIndex played = pick.arm;
    for (const search::ArmIndex arm : pick.legal) {
      pick.arm = arm;
      search::Arm<Move>& other = step.node->choices[i].arms[arm];
      const auto known = step.node->joints.find(joint_key(step));
      if (known != step.node->joints.end()) {
        other.regret += known->second[i].mean(win()) - got;
      } else if (other.results.visits > 0) {
        other.regret += other.results.mean(win()) - got;
      }
    }
    pick.arm = played;
  }
}

template <Resamples G, class Guide>
std::uint64_t Search<G, Guide>::joint_key(const Step& step) {
  std::uint64_t key = 0;
  for (const Pick& pick : step.picks) key = key * 1'000'003 + pick.arm + 1;
  return key;
}

template <Resamples G, class Guide>
auto Search<G, Guide>::found() const -> std::vector<Searched<Move>> {
  const std::vector<search::Choice<Move>>& choices = tree_.at(0).choices;
  const bool alone = !decide_together(root_);
  std::size_t own = 0;
  for (const Seat seat : root_.actors()) own += seat < seat_ ? 1 : 0;
  double played = 0;
  for (const auto& arm : choices[own].arms) played += arm.played;
  std::vector<Searched<Move>> found;
  for (const auto& arm : choices[own].arms)
    found.push_back({arm.move, alone ? 0 : arm.played / played, arm.results});
  std::ranges::stable_sort(found, [&](const Searched<Move>& one, const Searched<Move>& other) {
    if (!alone) return one.probability > other.probability;
    if (one.results.visits != other.results.visits)
      return one.results.visits > other.results.visits;
    return one.results.visits > 0 && one.results.mean(win()) > other.results.mean(win());
  });
  if (alone) found.front().probability = 1;
  return found;
}

}  // namespace arena
