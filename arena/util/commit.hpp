// Which sources this program was built from. The library arena_commit defines it, so that another
// commit links the programs again, and nothing else.
#pragma once

#include <string_view>

namespace arena {

/// The first 12 digits of the commit, with "+changes" if sources differed from it. Empty if it is
/// not known, as in sources without git.
std::string_view commit();

}  // namespace arena
