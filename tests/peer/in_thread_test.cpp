// Slow work beside a loop.
#include <future>
#include <optional>
#include <thread>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <catch2/catch.hpp>

#include "arena/peer/loop.hpp"
#include "arena/peer/task.hpp"
#include "arena/util/error.hpp"
#include "tests/process/on_loop.hpp"

using namespace arena;
using namespace arena::test;

namespace asio = boost::asio;

TEST_CASE("a loop goes on while work is done in a thread", "[in_thread]") {
  Loop loop;
  std::promise<int> wanted;
  const auto work = [&] {
    // In the loop's own thread, this would never end.
    asio::post(loop.executor(), [&] { wanted.set_value(7); });
    return wanted.get_future().get();
  };
  CHECK(wait_for(loop, in_thread(work)) == 7);
}

TEST_CASE("what the work throws reaches the caller", "[in_thread]") {
  Loop loop;
  const auto work = []() -> int { throw Error("no such work"); };
  CHECK_THROWS_WITH(wait_for(loop, in_thread(work)), "no such work");
}

TEST_CASE("a loop that ends early waits for the work", "[in_thread]") {
  std::promise<void> begun;
  std::promise<void> leave;
  bool is_done = false;
  std::thread late;
  {
    Loop loop;
    const auto task = [&]() -> asio::awaitable<void> {
      co_await in_thread([&] {
        begun.set_value();
        leave.get_future().wait();
        is_done = true;
        return 0;
      });
    };
    bool has_returned = false;
    asio::co_spawn(loop.context(), task(), [&](std::exception_ptr) { has_returned = true; });
    loop.context().run_one();
    begun.get_future().wait();
    CHECK_FALSE(has_returned);
    late = std::thread([&] { leave.set_value(); });
  }
  CHECK(is_done);
  late.join();
}
