// An entrant that is a bot of arena's own process.
#pragma once

#include <functional>
#include <memory>

#include "arena/series/entrant.hpp"

namespace arena {

/// `make` gives one bot for each match, on the match's thread.
std::shared_ptr<const EntrantKind> in_process_entrant(
    std::function<std::unique_ptr<InProcessBot>()> make);

}  // namespace arena
