// An interpreter inside arena's process that plays Python modules: the other side of a library that
// is loaded only when one is asked for. Nothing protects arena from such a module, and nothing ends
// its calls. Not for: modules that are to be kept out, which the worker plays (process.hpp).
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "arena/players/in_process_bot.hpp"

namespace arena {

class ModuleHost {
 public:
  ModuleHost() = default;
  ModuleHost(const ModuleHost&) = delete;
  ModuleHost& operator=(const ModuleHost&) = delete;
  virtual ~ModuleHost() = default;

  /// Loads a module, by name or file, for the player `name`. What it returns makes one bot a
  /// match. Throws Error, with the traceback, if the module cannot be loaded.
  virtual std::function<std::unique_ptr<InProcessBot>()> load(const std::string& module,
                                                              const std::string& name) = 0;

  /// Ends calls that are under way by an exception in them, and all later ones at once; to be
  /// called again if a call goes on. From any thread that makes no such call.
  virtual void break_off() = 0;
};

/// Starts the interpreter. `python`: the program as whose interpreter it behaves, which says where
/// packages are found; empty: the one that the library is made for. `folder`: holds arena's own
/// Python part. Throws Error if the library or the interpreter cannot be had. Called once in a
/// process; the host lives until the process ends.
ModuleHost& start_module_host(const std::string& python, const std::string& folder);

}  // namespace arena
