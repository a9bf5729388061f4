// A Python interpreter in arena's process that plays modules. Its library is loaded only if the
// user asks for it. Nothing protects arena from such a module, and nothing ends its calls.
// Untrusted modules run in the worker process instead (process.hpp).
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <boost/core/noncopyable.hpp>

#include "arena/players/in_process_bot.hpp"

namespace arena {

class ModuleHost : boost::noncopyable {
 public:
  virtual ~ModuleHost() = default;

  /// Loads a module, by name or file, for the player `name`. The returned function makes one bot
  /// for one match. Throws Error, with the traceback, if the module cannot be loaded.
  virtual std::function<std::unique_ptr<InProcessBot>()> load(const std::string& module,
                                                              const std::string& name) = 0;

  /// Ends running calls with an exception, and all later calls immediately. Call it again if a call
  /// continues. Any thread may use it, except one that is in such a call.
  virtual void break_off() = 0;
};

/// Starts the interpreter. `python` is the program whose packages it uses; if empty, the one that
/// the library was built for. `folder` contains arena's own Python part. Throws Error if the
/// library or the interpreter does not load. Call it once in a process; the host lives until the
/// process ends.
ModuleHost& start_module_host(const std::string& python, const std::string& folder);

}  // namespace arena
