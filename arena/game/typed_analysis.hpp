// Makes an AnyAnalysis from the refinement Analysis of a game's module.
#pragma once

#include <utility>

#include "arena/core/described.hpp"
#include "arena/game/any_analysis.hpp"

namespace arena {

template <class GameModule>
concept Analysed = Analysis<typename GameModule::Analysis, typename GameModule::Game>;

template <Analysed GameModule>
class TypedAnalysis final : public AnyAnalysis {
  using A = typename GameModule::Analysis;

 public:
  /// `table_cache` outlives this object and may be null. REQUIRES: !A::check(setup, options).
  TypedAnalysis(const Setup<typename GameModule::Game>& setup, const typename A::Options& options,
                TableCache* table_cache)
      : setup_(setup), options_(options), table_cache_(table_cache) {}

  AnalysisReport solve() const override { return A::solve(setup_, options_, table_cache_); }
  std::optional<double> loss(std::string_view builtin) const override {
    return A::loss(setup_, options_, builtin, table_cache_);
  }
  std::string_view best_builtin() const override { return A::best_builtin(options_); }
  double gain(std::span<const int> scores, Seat seat) const override {
    return A::gain(options_, scores, seat);
  }
  std::string_view unit() const override { return A::unit(options_); }

 private:
  Setup<typename GameModule::Game> setup_;
  typename A::Options options_;
  TableCache* table_cache_;
};

}  // namespace arena
