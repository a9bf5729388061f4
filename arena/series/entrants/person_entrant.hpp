// An entrant that is the person who started arena, at the terminal.
#pragma once

#include <memory>
#include <optional>

#include "arena/series/entrant.hpp"

namespace arena {

/// Without a screen the person sees the protocol as a bot does.
std::shared_ptr<const EntrantKind> person_entrant(std::optional<ScreenStyle> screen = {});

}  // namespace arena
