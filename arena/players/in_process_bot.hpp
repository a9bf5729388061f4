// A bot inside arena's process that is no built-in one: it is called, with what the JSON protocol
// would tell it, as values. It may fail as a process may, but nothing ends a call that does not
// return: no limit of time holds for it. Not for: bots that have to be kept out (process.hpp).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include <boost/json.hpp>

#include "arena/core/any_view.hpp"
#include "arena/core/fault.hpp"

namespace arena {

/// One bot for one match, used by one thread.
class InProcessBot {
 public:
  InProcessBot() = default;
  InProcessBot(const InProcessBot&) = delete;
  InProcessBot& operator=(const InProcessBot&) = delete;
  virtual ~InProcessBot() = default;

  /// Whether `begin`, `see` and `end` mean anything to it; else they need not be called.
  [[nodiscard]] virtual bool listens() const = 0;
  /// The protocol's messages `start`, `event` and `end`, each without its `type`.
  virtual void begin(const boost::json::object& start) = 0;
  virtual void see(const boost::json::object& event) = 0;
  virtual void end(const boost::json::object& result) = 0;

  /// Its move, as text that need not be one, or why there is none.
  virtual std::variant<std::string, Fault> move(std::shared_ptr<const AnyView> view) = 0;
  /// The last move was refused.
  virtual void refused(std::string_view why) = 0;

  /// What it did wrong when it was told the end, such as "raised KeyError: 3"; empty if nothing.
  [[nodiscard]] virtual std::string late_fault() const = 0;

  /// What there is to tell people of its fault, in lines: a traceback. Empty: nothing.
  [[nodiscard]] virtual std::string complaint() const = 0;
};

}  // namespace arena
