// Why a seat's player is gone: it was too slow, died, was refused too often, or broke a bound.
// A fault is a value, never an exception: it costs the bot its game and nothing else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// The kinds of fault, as records name them.
enum class FaultKind {
  refused,     // more refusals in a row than the match allows
  time,        // no answer by the deadline
  exit,        // the process ended, or closed its input or output
  disconnect,  // the network connection ended
  protocol,    // broke the rules of the connection itself
  limit,       // passed a bound: a line too long, too much output
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

/// The kind of a text; nothing if it names none.
constexpr std::optional<FaultKind> fault_kind(std::string_view text) {
  for (FaultKind kind : {FaultKind::refused, FaultKind::time, FaultKind::exit,
                         FaultKind::disconnect, FaultKind::protocol, FaultKind::limit}) {
    if (text == to_text(kind)) return kind;
  }
  return std::nullopt;
}

/// `detail` is one sentence fragment for the bot's author, such as "exited with status 3".
struct Fault {
  FaultKind kind = FaultKind::exit;
  std::string detail;
};

}  // namespace arena
