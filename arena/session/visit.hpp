// A bot of any kind at another's server where clients choose their seats
// (core/refinements/conversation.hpp). relay.hpp only copies bytes instead, for bots that talk with
// the server themselves.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/core/protocol.hpp"
#include "arena/series/entrants/checked_settings.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/session/relay.hpp"

namespace arena::session {

struct VisitSettings {
  ServerAddress server{};
  std::string seat{};  // as the protocol names it, or "any"
  std::string team = "arena";
  int line_delay = 10;  // milliseconds between two lines to the server
};

/// Names are by seat. Called from the thread of `visit`.
using VisitedGame =
    std::function<void(const std::vector<std::string>& names, const Closing& closing)>;

/// Plays one session, and returns at its end. Throws Error if the bot cannot start, or if the
/// server cannot be reached or breaks the rules. REQUIRES: the game has a protocol in
/// which clients choose their seats.
void visit(const VisitSettings& visit, const CheckedSettings& checked, const Entrant& bot,
           const VisitedGame& played);

}  // namespace arena::session
