// A bot in arena's process that is not built in. Arena calls it with the messages of the JSON
// protocol, as values. It may fail as a process may, but nothing can end a call that does not
// return: no time limit applies. Not for untrusted bots (process.hpp).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include <boost/core/noncopyable.hpp>
#include <boost/json.hpp>

#include "arena/core/fault.hpp"
#include "arena/core/refinements/any_view.hpp"

namespace arena {

/// One bot for one match, in one thread.
class InProcessBot : boost::noncopyable {
 public:
  virtual ~InProcessBot() = default;

  /// True if the bot uses `begin`, `see` and `end`; otherwise there is no need to call them.
  [[nodiscard]] virtual bool listens() const = 0;
  /// The protocol's messages `start`, `event` and `end`, without their `type`.
  virtual void begin(const boost::json::object& start) = 0;
  virtual void see(const boost::json::object& event) = 0;
  virtual void end(const boost::json::object& result) = 0;

  /// The move as text, which may be no legal move, or the reason why it is missing.
  virtual std::variant<std::string, Fault> move(std::shared_ptr<const AnyView> view) = 0;
  virtual void refused(std::string_view why) = 0;

  /// What it did wrong when it received the end, such as "raised KeyError: 3"; empty if nothing.
  [[nodiscard]] virtual std::string late_fault() const = 0;

  /// Details of its fault for people, in lines, such as a traceback; may be empty.
  [[nodiscard]] virtual std::string complaint() const = 0;
};

}  // namespace arena
