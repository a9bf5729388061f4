// Makes an AnyAnalysis of the refinement Analysis of a game's kit.
#pragma once

#include <utility>

#include "arena/core/described.hpp"
#include "arena/game/any_analysis.hpp"

namespace arena {

template <class Kit>
concept Analysed = Analysis<typename Kit::Analysis, typename Kit::Game>;

template <Analysed Kit>
class KitAnalysis final : public AnyAnalysis {
  using A = typename Kit::Analysis;

 public:
  /// REQUIRES: !A::check(setup, options). The shelf outlives this; it may be null.
  KitAnalysis(const Setup<typename Kit::Game>& setup, const typename A::Options& options,
              Shelf* shelf)
      : setup_(setup), options_(options), shelf_(shelf) {}

  Findings solve() const override { return A::solve(setup_, options_, shelf_); }
  std::optional<double> loss(std::string_view builtin) const override {
    return A::loss(setup_, options_, builtin, shelf_);
  }
  std::string_view best_builtin() const override { return A::best_builtin(options_); }
  double gain(std::span<const int> scores, Seat seat) const override {
    return A::gain(options_, scores, seat);
  }
  std::string_view unit() const override { return A::unit(options_); }

 private:
  Setup<typename Kit::Game> setup_;
  typename A::Options options_;
  Shelf* shelf_;
};

}  // namespace arena
