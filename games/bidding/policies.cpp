// The policies of the built-in bots.
#include <memory>

#include "games/bidding/best_response.hpp"
#include "games/bidding/optimal.hpp"

namespace arena::bidding {

namespace {

Mixture only(Cards hand, int card) {
  Mixture mixture;
  hand.for_each([&](int own) { mixture.push_back(own == card ? 1 : 0); });
  return mixture;
}

/// The policy of a bot that uses only its view.
template <class B>
class ViewPolicy final : public Policy {
 public:
  Mixture mix(const View& view, Plan& /*notes*/) const override {
    return only(view.hand(), B().move(view).card);
  }
};

class PlannerPolicy final : public Policy {
 public:
  Mixture mix(const View& view, Plan& notes) const override {
    PlannerBot bot(notes);
    const Move move = bot.move(view);
    notes = bot.plan();
    return only(view.hand(), move.card);
  }
};

class ScatterPolicy final : public Policy {
 public:
  Mixture mix(const View& view, Plan& /*notes*/) const override {
    Mixture mixture;
    view.hand().for_each([&](int own) {
      int shifts = 0;
      for (int shift = -1; shift <= 1; ++shift)
        shifts += ScatterBot::shifted(view, shift).card == own ? 1 : 0;
      mixture.push_back(shifts / 3.0);
    });
    return mixture;
  }
};

class RandomPolicy final : public Policy {
 public:
  Mixture mix(const View& view, Plan& /*notes*/) const override {
    Mixture mixture;
    const int size = view.hand().size();
    for (int i = 0; i < size; ++i) mixture.push_back(1.0 / size);
    return mixture;
  }
};

class BestPolicy final : public Policy {
 public:
  explicit BestPolicy(std::shared_ptr<const ValueTable> table) : table_(std::move(table)) {}
  Mixture mix(const View& view, Plan& /*notes*/) const override {
    return best_mixture(*table_, view);
  }
  [[nodiscard]] bool minds_margin() const override {
    return table_->contest().objective == Objective::win;
  }

 private:
  std::shared_ptr<const ValueTable> table_;
};

std::unique_ptr<const Policy> best_policy(const Options& options, Objective objective,
                                          TableCache* table_cache) {
  return std::make_unique<BestPolicy>(table_of(contest_of(options, objective), table_cache));
}

}  // namespace

std::unique_ptr<const Policy> policy_of(std::string_view builtin, const Options& options,
                                        TableCache* table_cache) {
  if (builtin == "counter") return std::make_unique<ViewPolicy<CounterBot>>();
  if (builtin == "highest") return std::make_unique<ViewPolicy<HighestBot>>();
  if (builtin == "match_plus_one") return std::make_unique<ViewPolicy<MatchPlusOneBot>>();
  if (builtin == "mimic") return std::make_unique<ViewPolicy<MimicBot>>();
  if (builtin == "optimal") return best_policy(options, Objective::difference, table_cache);
  if (builtin == "optimal_win") return best_policy(options, Objective::win, table_cache);
  if (builtin == "ordered") return std::make_unique<ViewPolicy<OrderedBot>>();
  if (builtin == "planner") return std::make_unique<PlannerPolicy>();
  if (builtin == "random") return std::make_unique<RandomPolicy>();
  if (builtin == "scatter") return std::make_unique<ScatterPolicy>();
  return nullptr;
}

}  // namespace arena::bidding
