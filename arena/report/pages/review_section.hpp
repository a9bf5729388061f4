// What the moves of entrants lost (arena/review), on their pages and in the replays.
#pragma once

#include <functional>
#include <string>

#include "arena/report/report_data.hpp"
#include "arena/results/html.hpp"
#include "arena/store/store.hpp"

namespace arena::report {

struct ReviewWish {
  int games = 0;  // the first ones of each entrant; 0: no review
  std::function<void(int done, int all)> progress = [](int, int) {};
};

/// Sets `data.review`. Throws Error if the game has no reviews.
void add_review(ReportData& data, const Store& store, const ReviewWish& wish);

/// Empty if the entrant was not reviewed.
Html review_section(const ReportData& data, std::size_t entrant);

/// What move number `move` of a game lost, as a part of a caption; empty if it was not reviewed, or
/// was the best one. Games count from 0.
std::string loss_caption(const ReportData& data, int game, std::size_t move);

}  // namespace arena::report
