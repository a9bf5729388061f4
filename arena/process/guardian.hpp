// A small process beside arena, for the case that arena is killed (kill -9) and can remove nothing:
// it waits for arena's end, and then kills what of arena's bots is still there. When it starts it
// does the same for an arena that was killed together with its guardian.
// Not for: bots of an arena that lives (process_tree.hpp).
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "arena/util/file_descriptor.hpp"

namespace arena {

class Guardian {
 public:
  /// Throws std::system_error if there is no room for the process.
  Guardian();
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;
  /// Ends it. REQUIRES: no bot is left, or removing them is somebody else's.
  ~Guardian();

  /// By which its bots are known, as a part of their marks: nobody else's have it.
  [[nodiscard]] const std::string& word() const { return word_; }
  /// Bots lead sessions, in which most of what they start stays.
  void started(pid_t leader) const { note(leader); }
  void ended(pid_t leader) const { note(-leader); }

 private:
  void note(pid_t leader) const;

  std::string word_;
  FileDescriptor notes_;
  pid_t pid_ = 0;
};

}  // namespace arena
