// How matches are given out, and delivered, while hooks take long and a batch is stopped.
#include "arena/series/play/delivery.hpp"

#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/series/play/schedule.hpp"

using namespace arena;

namespace {

/// Four matches, of which a worker has two at a time.
class Fixture {
 public:
  explicit Fixture(std::function<void(const PlayedMatch&)> played) {
    hooks_.played = std::move(played);
  }

  Delivery& delivery() { return delivery_; }
  [[nodiscard]] int stops() const { return stops_; }
  std::vector<int> take_two() {
    return delivery_.take_next([](std::size_t, int) { return std::size_t{2}; });
  }

 private:
  SeriesSettings settings_;
  std::vector<Entrant> entrants_;
  Schedule schedule_{2, 4, false, SeedKey(7)};
  MatchNumbers all_ = MatchNumbers::up_to(4);
  Batch batch_{.settings = settings_, .entrants = entrants_, .source = schedule_, .matches = all_};
  BatchHooks hooks_;
  BatchResults results_;
  int stops_ = 0;
  Delivery delivery_{batch_, hooks_, results_, 4, [this] { ++stops_; }};
};

PlayedMatch match(int number) {
  PlayedMatch played;
  played.number = number;
  return played;
}

}  // namespace

TEST_CASE("matches are delivered in the order of their numbers", "[series]") {
  std::vector<int> seen;
  Fixture fixture([&seen](const PlayedMatch& played) { seen.push_back(played.number); });
  CHECK(fixture.take_two() == std::vector{0, 1});
  CHECK(fixture.take_two() == std::vector{2, 3});
  CHECK(fixture.take_two().empty());
  for (const int number : {2, 1, 0, 3}) fixture.delivery().deliver(match(number));
  CHECK(seen == std::vector{0, 1, 2, 3});
}

TEST_CASE("a stop does not wait for a hook, and what waits is delivered at the end", "[series]") {
  std::latch is_in_hook(1);
  std::latch may_go_on(1);
  std::vector<int> seen;
  Fixture fixture([&](const PlayedMatch& played) {
    seen.push_back(played.number);
    if (played.number != 0) return;
    is_in_hook.count_down();
    may_go_on.wait();
  });
  static_cast<void>(fixture.take_two());
  fixture.delivery().deliver(match(2));
  std::thread worker([&] { fixture.delivery().deliver(match(0)); });
  is_in_hook.wait();
  fixture.delivery().stop();
  CHECK(fixture.stops() == 1);
  CHECK(fixture.take_two().empty());
  may_go_on.count_down();
  worker.join();
  CHECK(seen == std::vector{0});
  fixture.delivery().finish();
  CHECK(seen == std::vector{0, 2});
}

TEST_CASE("a hook may stop a batch, and the first failure is the one that counts", "[series]") {
  Delivery* delivery = nullptr;
  Fixture fixture([&delivery](const PlayedMatch&) { delivery->stop(); });
  delivery = &fixture.delivery();
  static_cast<void>(fixture.take_two());
  delivery->deliver(match(0));
  CHECK(delivery->is_stopped());
  CHECK(fixture.take_two().empty());
  delivery->fail(std::make_exception_ptr(std::runtime_error("first")));
  delivery->fail(std::make_exception_ptr(std::runtime_error("second")));
  CHECK_THROWS_WITH(delivery->finish(), "first");
}
