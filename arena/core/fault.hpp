// Why a player was removed: it was too slow, ended, was refused too often, or passed a limit.
// A fault is a value, never an exception: it costs the bot its match and nothing else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/describe.hpp>
#include <boost/describe/enum_from_string.hpp>
#include <boost/describe/enum_to_string.hpp>

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
BOOST_DESCRIBE_ENUM(FaultKind, refused, time, exit, disconnect, protocol, limit)

inline std::string_view to_text(FaultKind kind) {
  return boost::describe::enum_to_string(kind, "");
}

/// The kind with this name; nullopt if none exists.
inline std::optional<FaultKind> fault_kind(const std::string& text) {
  FaultKind kind{};
  const bool known = boost::describe::enum_from_string(text.c_str(), kind);
  return known ? std::optional(kind) : std::nullopt;
}

/// `detail` is a part of a sentence for the bot's author, such as "exited with status 3".
struct Fault {
  FaultKind kind = FaultKind::exit;
  std::string detail;
};

}  // namespace arena
