// Runs one program to its end, in a sandbox or without, and collects what it writes. Kills it with
// everything that it started if it takes too long or writes too much. Not for: bots, which talk
// (process/process.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/process/sandbox/sandbox.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/util/time.hpp"

namespace arena::contest {

struct RunRequest {
  std::vector<std::string> command;          // the program as a path
  std::vector<std::string> declared;         // variables of its environment
  std::shared_ptr<const Sandbox> sandbox{};  // null: none
  Duration time = std::chrono::seconds(60);
  std::size_t most_output = 0;  // bytes of stdout
};

struct RunResult {
  bool is_good = false;  // it ended with status 0 in time
  std::string failure;   // otherwise, a part of a sentence: "took more than 60s"
  std::string output;    // stdout
  std::string log;       // the beginning and the end of stderr
};

/// Throws std::runtime_error if arena has no room for a process.
RunResult run_program(Spawner& spawner, const RunRequest& request);

// The line of a program's stderr that names its mistake. Languages print it before or after the
// places where it happened, and some end with lines about themselves ("Node.js v20.20.2").

/// The last line that is no place and not about the language; empty if no line has a text.
std::string headline_of(const std::vector<std::string_view>& lines);

}  // namespace arena::contest
