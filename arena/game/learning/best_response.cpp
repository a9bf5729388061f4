#include "arena/game/learning/best_response.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena {

namespace {

/// A position, and how likely chance and the others make it if the seat moves towards it.
struct Likely {
  std::unique_ptr<AnyState> state;
  double probability = 1;
};

/// What a seat cannot tell from each other, by its key.
using InformationSets = std::map<std::string, std::vector<Likely>>;

class Moves final : public MoveSink {
 public:
  void expect(std::size_t count) override { all.reserve(count); }
  void add(std::string_view move) override { all.emplace_back(move); }
  std::vector<std::string> all;
};

class Walk {
 public:
  explicit Walk(const AnswerTask& task) : task_(task) {}

  BestAnswer from(const AnyState& start) {
    InformationSets next;
    Asked asked;
    double value = go_on({start.clone()}, next, asked);
    value += values(next);
    return {value, std::move(moves_)};
  }

 private:
  /// The probabilities of other seats' moves, by seat and key, for one move of the seat.
  using Asked = std::map<std::pair<Seat, std::string>, std::vector<double>>;

  double values(const InformationSets& sets) {
    double sum = 0;
    for (const auto& [key, alike] : sets) sum += best_of(key, alike);
    return sum;
  }

  /// The value of the best move, times the probability of these positions.
  double best_of(const std::string& key, const std::vector<Likely>& alike) {
    double best = -std::numeric_limits<double>::infinity();
    const std::vector<std::string> legal = legal_of(*alike.front().state, task_.seat);
    std::string chosen;
    Asked asked;  // in a simultaneous round, the others do not know the seat's move
    for (const std::string& move : legal) {
      InformationSets next;
      double value = 0;
      for (const auto& [state, probability] : alike)
        value += go_on({after(*state, task_.seat, move), probability}, next, asked);
      value += values(next);
      if (value > best) {
        best = value;
        chosen = move;
      }
    }
    if (legal.size() > 1) moves_.push_back({key, chosen});
    return best;
  }

  /// Up to the next moves of the seat, which it adds to `next`. Returns the value of the matches
  /// that end before, times their probability.
  double go_on(Likely now, InformationSets& next, Asked& asked) {
    count();
    const AnyState& state = *now.state;
    if (state.awaits_chance()) return draw(now, next, asked);
    const Seats due = state.actors();
    if (due.empty()) return now.probability * task_.worth(state.result(), task_.seat);
    if (due.contains(task_.seat)) {
      next[state.key(task_.seat)].push_back(std::move(now));
      return 0;
    }
    const Seat seat = due.front();
    const std::vector<std::string> legal = legal_of(state, seat);
    const std::vector<double>& probabilities = answer(state, seat, legal, asked);
    double value = 0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (probabilities[i] > 0)
        value +=
            go_on({after(state, seat, legal[i]), now.probability * probabilities[i]}, next, asked);
    }
    return value;
  }

  double draw(const Likely& now, InformationSets& next, Asked& asked) {
    const auto outcomes = now.state->outcomes();
    if (!outcomes) throw Error("a best response needs a game whose chance can be listed");
    double value = 0;
    for (const auto& [outcome, probability] : *outcomes) {
      auto drawn = now.state->clone();
      static_cast<void>(drawn->put(outcome));
      value += go_on({std::move(drawn), now.probability * probability}, next, asked);
    }
    return value;
  }

  const std::vector<double>& answer(const AnyState& state, Seat seat,
                                    const std::vector<std::string>& legal, Asked& asked) {
    const auto [known, is_new] = asked.try_emplace({seat, state.key(seat)});
    if (!is_new) return known->second;
    if (legal.size() == 1) return known->second = {1};
    known->second = task_.others(state, seat, legal);
    double sum = 0;
    for (const double probability : known->second) {
      if (!(probability >= 0)) sum = std::numeric_limits<double>::quiet_NaN();
      sum += probability;
    }
    constexpr double tolerance = 1e-6;
    if (known->second.size() != legal.size() || !(std::abs(sum - 1) < tolerance)) {
      throw Error(
          fmt::format("a policy gives each of {} legal moves a probability, and 1 in all; that of "
                      "seat {} gives "
                      "{} numbers, {} in all",
                      legal.size(), seat, known->second.size(), sum));
    }
    return known->second;
  }

  static std::unique_ptr<AnyState> after(const AnyState& state, Seat seat,
                                         const std::string& move) {
    auto next = state.clone();
    static_cast<void>(next->apply(seat, move));
    return next;
  }

  static std::vector<std::string> legal_of(const AnyState& state, Seat seat) {
    Moves moves;
    if (!state.legal(seat, moves))
      throw Error("a best response needs a game whose moves can be listed");
    return std::move(moves.all);
  }

  void count() {
    if (++positions_ > task_.most_positions) {
      throw Error(
          fmt::format("a best response looks at each course of a match, and this one has more than "
                      "{} positions",
                      task_.most_positions));
    }
  }

  const AnswerTask& task_;
  std::size_t positions_ = 0;
  std::vector<ChosenAnswer> moves_;
};

}  // namespace

BestAnswer best_response(const AnyState& start, const AnswerTask& task) {
  return Walk(task).from(start);
}

}  // namespace arena
