// The results of a benchmark row: a figure, the yardstick measured with it, and the bar.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace arena::bench {

/// One number per run. REQUIRES, except for `add`: not empty.
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
  Of of;  // the median that is compared
  Wanted wanted;
  double limit;
  std::optional<double> goal;
};
inline Bar at_least(double limit, std::optional<double> goal = {}) {
  return {Of::figure, Wanted::at_least, limit, goal};
}
inline Bar at_most(double limit, std::optional<double> goal = {}) {
  return {Of::figure, Wanted::at_most, limit, goal};
}
inline Bar ratio_at_least(double limit) { return {Of::ratio, Wanted::at_least, limit, {}}; }
inline Bar ratio_at_most(double limit, std::optional<double> goal = {}) {
  return {Of::ratio, Wanted::at_most, limit, goal};
}

/// One line of the table. `unit` follows the number: "us", "games/s".
struct Result {
  std::string what;
  std::string unit;
  std::string yardstick{};  // none if empty
  std::string yardstick_unit{};
  std::optional<Bar> bar{};
  std::string ratio_unit = "x";
  Samples figure{};
  Samples beside{};
  Samples ratio{};  // of each run with its own yardstick, because machines change their speed

  /// Adds a run. The ratio is figure to yardstick.
  void add(double measured, double yardstick_measured) {
    figure.add(measured);
    beside.add(yardstick_measured);
    ratio.add(measured / yardstick_measured);
  }
};

/// False without a bar. REQUIRES: at least one run.
bool reaches_bar(const Result& line);

std::string table(const std::vector<Result>& lines);
std::string json_text(const std::vector<Result>& lines);

/// The processor, the number of cores, and the load of the machine.
std::string machine();

}  // namespace arena::bench
