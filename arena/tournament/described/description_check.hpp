// Whether a store holds the tournament that its own text describes. The commitment covers both, so
// a host could commit to a text that says one thing, and to rows that say another.
#pragma once

#include <string>
#include <vector>

#include "arena/store/store.hpp"
#include "arena/tournament/described/tournament_setup.hpp"

namespace arena {

struct DescriptionCheck {
  std::vector<std::string> findings{};     // one sentence each
  std::vector<std::string> not_checked{};  // in a few words each
};

/// `planned`: of the store's text. Paths of commands are compared from their end: what those of the
/// text start from may be another folder now. Throws Error if the plan has an option that
/// this arena does not know. REQUIRES: the store holds a tournament.
DescriptionCheck check_description(const Store& store, PlannedTournament planned,
                                   const Games& games, TableCache& table_cache);

}  // namespace arena
