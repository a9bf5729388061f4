// How far long work is, on stderr: a bar that redraws itself on a terminal, a plain line now and
// then elsewhere.
#pragma once

#include <functional>
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
  /// The same with a text of one's own in place of the bar. `text` is only called if it is time.
  void show(const std::function<std::string()>& text);
  /// Prints a line above the bar.
  void say(std::string_view line);
  void clear();

 private:
  int total_;
  bool active_;
  bool terminal_;
  bool drawn_ = false;
  TimePoint next_;

  /// Whether it is time to show something again.
  bool is_due();
  void draw(std::string_view line);
};

}  // namespace arena::cli
