// Why a player was removed: it was too slow, ended, was refused too often, or passed a limit.
// A fault is a value, never an exception: it costs the bot its match and nothing else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// The kinds of fault, with their names in records.
enum class FaultKind {
  refused,     // more refusals in a row than the match allows
  time,        // no answer by the deadline
  exit,        // the process ended, or closed its input or output
  disconnect,  // the network connection ended
  protocol,    // broke the rules of the connection itself
  limit,       // passed a limit: a line too long, too much output
};

constexpr std::string_view to_text(FaultKind kind) {
  switch (kind) {
    case FaultKind::refused:
      return "refused";
    case FaultKind::time:
      return "time";
    case FaultKind::exit:
      return "exit";
    case FaultKind::disconnect:
      return "disconnect";
    case FaultKind::protocol:
      return "protocol";
    case FaultKind::limit:
      return "limit";
  }
  return "";
}

/// The kind with this name; nullopt if there is none.
constexpr std::optional<FaultKind> fault_kind(std::string_view text) {
  for (FaultKind kind : {FaultKind::refused, FaultKind::time, FaultKind::exit,
                         FaultKind::disconnect, FaultKind::protocol, FaultKind::limit}) {
    if (text == to_text(kind)) return kind;
  }
  return std::nullopt;
}

/// `detail` is a part of a sentence for the bot's author, such as "exited with status 3".
struct Fault {
  FaultKind kind = FaultKind::exit;
  std::string detail;
};

}  // namespace arena
