// The convention card of the bots' system, from its own rules.
#pragma once

#include <string>

namespace arena::bridge {

/// Plain text: its opening bids, the answers and the conventions, a call a line.
std::string convention_card();

}  // namespace arena::bridge
