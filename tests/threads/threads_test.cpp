// What threads share and is small, used by eight of them under the thread sanitizer. `./dev proof`
// builds all that has threads so.
#include <array>
#include <latch>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/contest/phases/phase_turns.hpp"
#include "arena/http/rate_limit.hpp"
#include "arena/util/parallel.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {
namespace {

constexpr int thread_count = 8;

/// All threads begin at the same time.
template <class Work>
void in_eight_threads(Work work) {
  std::latch begin(thread_count);
  std::vector<std::jthread> threads;
  for (int i = 0; i < thread_count; ++i) {
    threads.emplace_back([&, i] {
      begin.arrive_and_wait();
      work(i);
    });
  }
}

}  // namespace

TEST_CASE("parallel work is done once each, and is there when all have ended", "[threads]") {
  std::vector<int> squares(1000);
  in_parallel(1000, thread_count, [&](int i) { squares[static_cast<std::size_t>(i)] += i * i; });
  for (int i = 0; i < 1000; ++i) REQUIRE(squares[static_cast<std::size_t>(i)] == i * i);
}

TEST_CASE("the first exception of parallel work is thrown again", "[threads]") {
  const auto fail = [](int) { throw std::runtime_error("it failed"); };
  CHECK_THROWS_WITH(in_parallel(100, thread_count, fail), "it failed");
}

TEST_CASE("a table is made once for all threads", "[threads]") {
  TableCache tables;
  int made = 0;
  const auto make = [&] {
    ++made;
    return std::vector<int>{1, 2, 3};
  };
  const TableSource<std::vector<int>> source{"numbers", make, {}, {}, {}};
  std::array<std::shared_ptr<const std::vector<int>>, thread_count> taken;
  in_eight_threads([&](int i) { taken[static_cast<std::size_t>(i)] = tables.take(source); });
  CHECK(made == 1);
  for (const auto& table : taken) CHECK(table == taken[0]);
}

TEST_CASE("a limit holds for all threads together", "[threads]") {
  http::RateLimit limit(100, 0.001);
  std::array<int, thread_count> allowed{};
  in_eight_threads([&](int i) {
    for (int j = 0; j < 50; ++j)
      allowed[static_cast<std::size_t>(i)] += limit.allow("key", TimePoint{}) ? 1 : 0;
  });
  int sum = 0;
  for (const int count : allowed) sum += count;
  CHECK(sum == 100);
}

TEST_CASE("only one has the only turn, and what it wrote is seen by the next", "[threads]") {
  contest::Turns turns(1);
  int written = 0;  // guarded by the turn alone
  in_eight_threads([&](int) {
    for (int j = 0; j < 50; ++j) {
      if (!turns.take({})) continue;
      ++written;
      turns.give_back();
    }
  });
  CHECK(written == 8 * 50);
}

}  // namespace arena
