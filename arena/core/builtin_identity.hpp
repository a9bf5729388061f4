// What fixes the moves of a built-in bot, together with its seed: for records and stores.
#pragma once

#include <string>

#include <boost/describe.hpp>

namespace arena {

struct BuiltinIdentity {
  std::string builtin;  // its text with all settings: "search iterations=700", also for "level=7"
  int version = 1;      // Builtin::version of the bot of that name
  friend bool operator==(const BuiltinIdentity&, const BuiltinIdentity&) = default;
};
BOOST_DESCRIBE_STRUCT(BuiltinIdentity, (), (builtin, version))

}  // namespace arena
