// One game at another's server, for a bot or a person who talks with it: copies bytes both ways,
// unchanged and immediately. It checks nothing and runs no clock, because arena does not referee
// these matches.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "arena/process/process.hpp"
#include "arena/process/spawn/spawner.hpp"

namespace arena::session {

struct ServerAddress {
  std::string host;  // a name or an address
  std::uint16_t port = 0;
};

/// How a relayed game ended.
struct Relayed {
  bool is_silent = true;  // the server sent nothing at all
  int exit_status = 0;    // of the bot; 128 + N if signal N killed it
  std::string complaint;  // the end of the bot's stderr
};

/// Sees all bytes of the server before they are passed on, and may change them.
using HeardBytes = std::function<void(std::string& bytes)>;

/// The bot's stdin and stdout are the connection. Throws Error if the server cannot be reached or
/// the bot cannot start, and std::runtime_error for lack of resources.
Relayed relay_bot(const ServerAddress& server, const ProcessSettings& bot, Spawner& spawner,
                  const HeardBytes& heard);
/// For this process's stdin and stdout.
Relayed relay_person(const ServerAddress& server, const HeardBytes& heard);

}  // namespace arena::session
