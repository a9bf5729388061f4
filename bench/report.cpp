#include "bench/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <thread>

#include <boost/json.hpp>
#include <fmt/format.h>

namespace arena::bench {

namespace {

namespace json = boost::json;

/// Three significant digits, with thousands separators.
std::string number(double value) {
  const double size = std::abs(value);
  if (size < 10) return fmt::format("{:.2f}", value);
  if (size < 100) return fmt::format("{:.1f}", value);
  std::string digits = fmt::format("{:.0f}", value);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (value < 0 ? 1 : 0);
       at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

std::string with_range(const Samples& samples, std::string_view unit) {
  return fmt::format("{} {} ({}..{})", number(samples.median()), unit, number(samples.least()),
                     number(samples.most()));
}

const Samples& compared(const Result& line) {
  return line.bar->of == Of::figure ? line.figure : line.ratio;
}

bool reaches(const Result& line, double limit) {
  const double median = compared(line).median();
  return line.bar->wanted == Wanted::at_least ? median >= limit : median <= limit;
}

std::string bar_text(const Result& line) {
  if (!line.bar) return "-";
  const Bar& bar = *line.bar;
  std::string text =
      fmt::format("{} {} {}", bar.wanted == Wanted::at_least ? ">=" : "<=", number(bar.limit),
                  bar.of == Of::figure ? line.unit : line.ratio_unit);
  if (bar.goal) text += fmt::format(", goal {}", number(*bar.goal));
  return text;
}

std::string verdict(const Result& line) {
  if (!line.bar) return "";
  if (line.bar->goal && reaches(line, *line.bar->goal)) return "goal";
  return reaches_bar(line) ? "yes" : "NO";
}

json::object to_json(const Samples& samples, std::string_view unit) {
  return {{"median", samples.median()},
          {"min", samples.least()},
          {"max", samples.most()},
          {"unit", unit}};
}

}  // namespace

double Samples::median() const {
  std::vector<double> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double Samples::least() const { return *std::min_element(values_.begin(), values_.end()); }
double Samples::most() const { return *std::max_element(values_.begin(), values_.end()); }

bool reaches_bar(const Result& line) { return line.bar && reaches(line, line.bar->limit); }

std::string table(const std::vector<Result>& lines) {
  constexpr std::size_t columns = 6;
  std::vector<std::array<std::string, columns>> cells = {
      {"what", "figure", "yardstick", "ratio", "bar", "reached"},
      {"---", "---", "---", "---", "---", "---"}};
  for (const Result& line : lines) {
    cells.push_back({line.what, with_range(line.figure, line.unit),
                     line.beside.empty()
                         ? "-"
                         : line.yardstick + ": " + with_range(line.beside, line.yardstick_unit),
                     line.ratio.empty() ? "-" : number(line.ratio.median()) + " " + line.ratio_unit,
                     bar_text(line), verdict(line)});
  }
  std::array<std::size_t, columns> widths{};
  for (const auto& row : cells) {
    for (std::size_t i = 0; i < columns; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : cells) {
    for (std::size_t i = 0; i < columns; ++i) text += fmt::format("| {:<{}} ", row[i], widths[i]);
    text += "|\n";
  }
  return text;
}

std::string json_text(const std::vector<Result>& lines) {
  json::array list;
  for (const Result& line : lines) {
    json::object object{{"what", line.what}, {"figure", to_json(line.figure, line.unit)}};
    if (!line.beside.empty()) {
      object["yardstick"] = to_json(line.beside, line.yardstick_unit);
      object["yardstick"].as_object()["what"] = line.yardstick;
    }
    if (!line.ratio.empty()) object["ratio"] = to_json(line.ratio, line.ratio_unit);
    if (line.bar) {
      object["bar"] = {{"of", line.bar->of == Of::figure ? "figure" : "ratio"},
                       {"wanted", line.bar->wanted == Wanted::at_least ? "at least" : "at most"},
                       {"limit", line.bar->limit},
                       {"reached", reaches_bar(line)}};
      if (line.bar->goal) object["bar"].as_object()["goal"] = *line.bar->goal;
    }
    list.push_back(std::move(object));
  }
  return json::serialize(json::object{{"machine", machine()}, {"lines", std::move(list)}}) + "\n";
}

std::string machine() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  std::string model = "unknown processor";
  for (std::string line; std::getline(cpuinfo, line);) {
    if (!line.starts_with("model name")) continue;
    model = line.substr(line.find(':') + 2);
    break;
  }
  std::array<double, 1> load{};
  ::getloadavg(load.data(), 1);
  return fmt::format("{}, {} cores, g++ {}, load before the first row {:.1f}", model,
                     std::thread::hardware_concurrency(), __VERSION__, load[0]);
}

}  // namespace arena::bench
