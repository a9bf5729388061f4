// The review of played matches of one game, with its type erased (core/refinements/review.hpp).
#pragma once

#include <string_view>

#include <boost/core/noncopyable.hpp>

#include "arena/core/refinements/analysis.hpp"
#include "arena/record/record.hpp"

namespace arena {

class AnyReview : boost::noncopyable {
 public:
  virtual ~AnyReview() = default;

  /// Adds a match, as far as it keeps the rules. `number` is its place in its file. Throws Error if
  /// the record's options, deal or players are impossible.
  virtual void add(const Record& record, int number) = 0;
  virtual ReviewedFile add_file(std::string_view file) = 0;
  [[nodiscard]] virtual AnalysisReport report(const ReviewSettings& settings) const = 0;
};

}  // namespace arena
