// `arena analyse bridge FILE`: a line for each board, and what each player lost.
#pragma once

#include <string_view>
#include <vector>

#include "arena/core/refinements/analysis.hpp"
#include "games/bridge/bridge.hpp"
#include "games/bridge/files/played_board.hpp"

namespace arena::bridge {

class BoardsReview {
 public:
  void add(const WholeMatch<Bridge>& match);
  ReviewedFile add_file(std::string_view file);
  AnalysisReport report(const ReviewSettings& settings) const;

 private:
  std::vector<PlayedBoard> boards_;
};

}  // namespace arena::bridge
