// Makes an AnyReview from a game's module.
#pragma once

#include "arena/game/any_review.hpp"
#include "arena/game/typed_setup.hpp"

namespace arena {

template <class GameModule>
class TypedReview final : public AnyReview {
 public:
  void add(const Record& record, int number) override {
    review_.add(whole_match<GameModule>(record, number));
  }
  ReviewedFile add_file(std::string_view file) override { return review_.add_file(file); }
  [[nodiscard]] AnalysisReport report(const ReviewSettings& settings) const override {
    return review_.report(settings);
  }

 private:
  typename GameModule::Review review_;
};

}  // namespace arena
