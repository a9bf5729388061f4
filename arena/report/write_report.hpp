// `arena report`: a tournament as a folder that a browser opens without a server or a network. The
// same store gives the same bytes.
#pragma once

#include <cstddef>
#include <string>

#include "arena/game/games.hpp"
#include "arena/report/pages/review_section.hpp"
#include "arena/report/report_data.hpp"
#include "arena/tournament/standings.hpp"

namespace arena::report {

struct ReportSize {
  std::size_t games = 0;
  std::size_t files = 0;
  std::size_t bytes = 0;
};

/// Replaces an earlier report in `folder`. Throws Error if anything else is there, or if the game
/// has no review and one is wished.
ReportSize write_report(const Store& store, const Games& games, const std::string& folder,
                        const std::string& title, const std::optional<NamedAnchor>& anchor,
                        const ReviewWish& review = {});

// The replays of a page of games, as a script that the viewer loads. A page that was opened from a
// disk may load scripts, but may not read other files.

/// The script calls `replaysLoaded(number of the first game, [replay, ...])`. A replay is JSON,
/// compressed by zlib, in base64: {"players": [{"name": "", "score": 0, "won": true, "fault": ""},
/// ...], "frames": [{"move": 0, "caption": "", "board": ""}, ...], "broken": "why the record is
/// wrong"}. `page` counts from 1.
std::string replays_script(const ReportData& data, const Store& store, int page);

}  // namespace arena::report
