// `arena report`: a tournament as a folder that a browser opens without a server or a network. The
// same store gives the same bytes.
#pragma once

#include <cstddef>
#include <string>

#include "arena/game/games.hpp"
#include "arena/tournament/standings.hpp"

namespace arena::report {

struct ReportSize {
  std::size_t games = 0;
  std::size_t files = 0;
  std::size_t bytes = 0;
};

/// Replaces an earlier report in `folder`. Throws Error if anything else is there.
ReportSize write_report(const Store& store, const Games& games, const std::string& folder,
                        const std::string& title, const std::optional<NamedAnchor>& anchor);

}  // namespace arena::report
