// The chain of a store's records. Its head says what all records are, and in which order: who has
// noted a head sees later whether a record before it was changed. docs/tournaments.md defines it.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "arena/util/sha256.hpp"

namespace arena {

/// The head after one more record; the first head is the commitment. As long as the root seed is
/// secret, heads do not show what the records hold.
inline std::string next_head(std::string_view seed, std::string_view head,
                             std::string_view record) {
  return sha256(fmt::format("{}\n{}\n{}\n", seed, head, record));
}

}  // namespace arena
