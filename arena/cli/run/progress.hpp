// Shows the progress of long work on stderr: a bar on a terminal, else a plain line now and then.
#pragma once

#include <string>
#include <string_view>

#include "arena/util/time.hpp"

namespace arena::cli {

class Progress {
 public:
  /// Shows nothing if `quiet`, or if the total is 1.
  Progress(int total, bool quiet);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void show(int finished);
  /// Prints a line above the bar.
  void say(std::string_view line);
  void clear();

 private:
  int total_;
  bool active_;
  bool terminal_;
  bool drawn_ = false;
  TimePoint next_;
};

}  // namespace arena::cli
