// An entrant that is whoever is at the other end of a connection.
#pragma once

#include <memory>

#include "arena/series/bot_pool.hpp"
#include "arena/series/entrant.hpp"

namespace arena {

/// `connect` gives the connection: for each match, or once if the entrant stays for a series.
std::shared_ptr<const EntrantKind> connected_entrant(PeerMaker connect);

}  // namespace arena
