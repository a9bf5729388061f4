// A small process beside arena, for the case that arena is killed (kill -9) and cannot clean up. It
// waits for arena's end, then kills the bots that arena left. When it starts, it also cleans up
// after an arena that was killed together with its guardian. Not for: bots of a running arena
// (process_tree.hpp).
#pragma once

#include <sys/types.h>

#include <string>

#include "arena/util/file_io.hpp"

namespace arena {

class Guardian {
 public:
  /// Throws std::system_error if the system has no room for the process.
  Guardian();
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;
  /// Ends the process. REQUIRES: no bot is left, or other code removes them.
  ~Guardian();

  /// The part of its bots' marks that no other arena uses.
  [[nodiscard]] const std::string& word() const { return word_; }
  /// Each bot leads a session. Most of the processes that it starts stay in this session.
  void started(pid_t leader) const { note(leader); }
  void ended(pid_t leader) const { note(-leader); }

 private:
  void note(pid_t leader) const;

  std::string word_;
  FileDescriptor notes_;
  pid_t pid_ = 0;
};

}  // namespace arena
