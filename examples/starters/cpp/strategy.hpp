// What the bot does.
#pragma once

#include <string>
#include <vector>

#include "json.hpp"

/// Returns the move to make, one of `legal`; told in full where it is written.
std::string choose_move(const Json& view, const std::vector<std::string>& legal);

/// Handles another message from arena: message["type"] is "start", "event" or "end".
void happened(const Json& message);
