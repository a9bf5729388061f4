// What a row of the benchmarks found: a figure, the yardstick measured beside it, and the bar.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace arena::bench {

/// One number per run. REQUIRES of all but `add`: not empty.
class Samples {
 public:
  void add(double value) { values_.push_back(value); }
  [[nodiscard]] bool empty() const { return values_.empty(); }
  [[nodiscard]] double median() const;
  [[nodiscard]] double least() const;
  [[nodiscard]] double most() const;

 private:
  std::vector<double> values_;
};

enum class Wanted { at_least, at_most };
enum class Of { figure, ratio };

struct Bar {
  Of of;  // whose median is compared
  Wanted wanted;
  double limit;
  std::optional<double> goal;
};

/// One line of the table. `unit` stands behind the number: "us", "games/s".
struct Result {
  std::string what;
  std::string unit;
  std::string yardstick;  // empty: none
  std::string yardstick_unit;
  std::string ratio_unit = "x";
  std::optional<Bar> bar;
  Samples figure{};
  Samples beside{};
  Samples ratio{};  // of each run; its own yardstick, as machines change their pace

  /// One run: the ratio is figure to yardstick.
  void add(double measured, double yardstick_measured) {
    figure.add(measured);
    beside.add(yardstick_measured);
    ratio.add(measured / yardstick_measured);
  }
};

/// False if there is no bar. REQUIRES: at least one run.
bool reaches_bar(const Result& line);

std::string table(const std::vector<Result>& lines);
std::string json_text(const std::vector<Result>& lines);

/// The processor, how many cores, and how busy the machine is.
std::string machine();

}  // namespace arena::bench
