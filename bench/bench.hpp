// The arguments of every row, and the list of rows. A row measures its figure and its yardstick
// alternately in each run, and returns its lines of the table.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "bench/report.hpp"

namespace arena::bench {

struct Bench {
  bool quick = false;  // only checks that everything runs
  int runs = 5;
  int core = 0;       // where pinned work runs
  std::string arena;  // paths of programs
  std::string echo_bot;
  std::string lost_cities_bot;

  /// How often to repeat something.
  [[nodiscard]] int times(int full, int if_quick) const { return quick ? if_quick : full; }
};

struct Row {
  std::string_view name;
  std::string_view summary;
  bool only_if_named;  // because it takes minutes
  std::vector<Result> (*measure)(const Bench& bench);
};

std::vector<Result> playouts(const Bench& bench);
std::vector<Result> threads(const Bench& bench);
std::vector<Result> question(const Bench& bench);
std::vector<Result> boards(const Bench& bench);
std::vector<Result> jobs(const Bench& bench);
std::vector<Result> one_loop(const Bench& bench);
std::vector<Result> tcp(const Bench& bench);
std::vector<Result> start(const Bench& bench);
std::vector<Result> end(const Bench& bench);
std::vector<Result> restarts(const Bench& bench);
std::vector<Result> sandbox(const Bench& bench);
std::vector<Result> version(const Bench& bench);
std::vector<Result> python(const Bench& bench);
std::vector<Result> records(const Bench& bench);
std::vector<Result> stores(const Bench& bench);
std::vector<Result> league(const Bench& bench);
std::vector<Result> web(const Bench& bench);
std::vector<Result> search(const Bench& bench);
std::vector<Result> solve(const Bench& bench);
std::vector<Result> resident(const Bench& bench);
std::vector<Result> memory(const Bench& bench);

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace arena::bench
