// How far long work is, on stderr: a bar that redraws itself on a terminal, a plain line now and
// then elsewhere.
#pragma once

#include <string>
#include <string_view>

#include "arena/util/time.hpp"

namespace arena::cli {

class Progress {
 public:
  /// Shows nothing if `quiet`, or for a total of one.
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
