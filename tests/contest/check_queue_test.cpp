// In which order checks begin: authors in turn, whole checks after first looks, within a day's
// time.
#include "arena/contest/checks/check_queue.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

#include "tests/contest/clock.hpp"

using namespace arena;
using namespace arena::contest;
using namespace std::chrono_literals;

namespace {

using Kind = CheckTurn::Kind;
constexpr AccountId ann = 1;
constexpr AccountId bob = 2;

struct QueueWorld {
  test::TestClock clock;
  CheckQueue queue{clock.function(), [](const std::string&) { return 60s; }};
  std::vector<QueuedCheck> waiting{};

  void add(AccountId account, std::int64_t number, bool is_tryout = false,
           const std::string& contest = "cup") {
    waiting.push_back({is_tryout, number, account, contest});
  }
  /// What begins; it does not wait any more.
  std::optional<CheckTurn> begin(bool may_be_long = true) {
    auto turn = queue.next([this] { return waiting; }, may_be_long);
    if (turn) {
      std::erase_if(waiting, [&](const QueuedCheck& check) {
        return check.number == turn->check.number && check.is_tryout == turn->check.is_tryout;
      });
    }
    return turn;
  }
  CheckTurn begin(CheckTurn::Kind kind) {
    const auto turn = begin(kind == Kind::whole);
    REQUIRE(turn);
    CHECK(turn->kind == kind);
    return *turn;
  }
  void needs_more(const CheckTurn& turn) {
    queue.ended(turn, TurnEnd::needs_more, 10s);
    waiting.push_back(turn.check);
  }
  /// A look that is long enough.
  std::int64_t look() {
    const CheckTurn turn = begin(Kind::look);
    queue.ended(turn, TurnEnd::done, 1s);
    return turn.check.number;
  }
  std::int64_t whole(std::chrono::seconds time) {
    const CheckTurn turn = begin(Kind::whole);
    queue.ended(turn, TurnEnd::done, time);
    return turn.check.number;
  }
  /// Its first look is over, and it needs more. REQUIRES: no other waits for a look.
  void add_long(AccountId account, std::int64_t number, bool is_tryout = false,
                const std::string& contest = "cup") {
    add(account, number, is_tryout, contest);
    const CheckTurn turn = begin(Kind::look);
    REQUIRE(turn.check.number == number);
    needs_more(turn);
  }
};

}  // namespace

TEST_CASE("check queue: authors have first looks in turn", "[host]") {
  QueueWorld world;
  CHECK_FALSE(world.begin());
  for (const int number : {1, 2, 3, 4}) world.add(ann, number);
  CHECK(world.look() == 1);
  world.add(bob, 5);
  world.add(bob, 6);
  world.add(ann, 7, true);
  CHECK(world.look() == 5);
  CHECK(world.look() == 7);  // what an author waits for at the page
  CHECK(world.look() == 6);
  CHECK(world.look() == 2);
  CHECK(world.look() == 3);
}

TEST_CASE("check queue: an author has one tryout at a time", "[host]") {
  QueueWorld world;
  world.add(ann, 1, true);
  const CheckTurn first = world.begin(Kind::look);
  world.add(ann, 2, true, "league");
  CHECK_FALSE(world.begin());
  world.add(bob, 3, true);
  world.add(ann, 4);
  CHECK(world.look() == 3);
  CHECK(world.look() == 4);
  world.needs_more(first);
  CHECK(world.look() == 2);
  CHECK(world.whole(1s) == 1);
}

TEST_CASE("check queue: what is being checked does not begin twice", "[host]") {
  QueueWorld world;
  world.add(ann, 1);
  const CheckTurn turn = world.begin(Kind::look);
  world.waiting.push_back(turn.check);
  CHECK_FALSE(world.begin());
  world.queue.ended(turn, TurnEnd::failed, 1s);
  CHECK(world.look() == 1);
}

TEST_CASE("check queue: an author has one whole check at a time", "[host]") {
  QueueWorld world;
  world.add_long(ann, 1);
  world.add_long(ann, 2);
  CHECK_FALSE(world.begin(false));
  world.add(bob, 3);
  const CheckTurn first = world.begin(Kind::whole);  // looks have room of their own
  CHECK(first.check.number == 1);
  CHECK(world.look() == 3);
  CHECK_FALSE(world.begin());
  world.add_long(bob, 4);
  CHECK(world.whole(1s) == 4);
  world.queue.ended(first, TurnEnd::done, 20s);
  CHECK(world.whole(1s) == 2);
}

TEST_CASE("check queue: the author who has used least time comes first", "[host]") {
  QueueWorld world;
  world.add_long(ann, 1);
  CHECK(world.whole(20s) == 1);
  world.add_long(bob, 2);
  CHECK(world.whole(10s) == 2);
  world.add_long(ann, 3, false, "league");  // the time in all contests counts
  world.add_long(bob, 4);
  CHECK(world.whole(10s) == 4);
  world.add_long(bob, 5);
  CHECK(world.whole(1s) == 3);  // as much: the oldest
  CHECK(world.whole(1s) == 5);
}

TEST_CASE("check queue: a failure of the server costs no time", "[host]") {
  QueueWorld world;
  world.add_long(ann, 1);
  for (int i = 0; i < 3; ++i) {
    const CheckTurn turn = world.begin(Kind::whole);
    world.queue.ended(turn, TurnEnd::failed, 59s);
    world.waiting.push_back(turn.check);
  }
  CHECK(world.whole(59s) == 1);
  world.add_long(ann, 2);
  CHECK(world.whole(59s) == 2);
  world.add_long(ann, 3);
  CHECK(world.begin(Kind::refusal).check.number == 3);
}

TEST_CASE("check queue: what fails again and again does not keep others waiting", "[host]") {
  QueueWorld world;
  world.add_long(ann, 1);
  const CheckTurn turn = world.begin(Kind::whole);
  world.queue.ended(turn, TurnEnd::failed, 20s);
  world.waiting.push_back(turn.check);
  world.add_long(bob, 2);
  CHECK(world.whole(10s) == 2);
  world.add_long(bob, 3);
  CHECK(world.whole(30s) == 3);
  CHECK(world.whole(1s) == 1);
}

TEST_CASE("check queue: the time of a day is used up", "[host]") {
  QueueWorld world;
  world.add_long(ann, 1);
  CHECK(world.whole(59s) == 1);
  world.clock.pass(1h);
  world.add_long(ann, 2);
  CHECK(world.whole(59s) == 2);  // what has begun may end
  // Other contests, tryouts and other authors have their own.
  world.add_long(ann, 3, false, "league");
  CHECK(world.whole(1s) == 3);
  world.add_long(ann, 4, true);
  CHECK(world.whole(1s) == 4);
  world.add_long(bob, 5);
  CHECK(world.whole(1s) == 5);
  // Refusals wait for nothing.
  world.add_long(ann, 6);
  world.add(bob, 7);
  const CheckTurn refused = world.begin(Kind::refusal);
  CHECK(refused.check.number == 6);
  world.queue.ended(refused, TurnEnd::done, 0s);
  CHECK(world.look() == 7);
  world.clock.pass(23h);  // since the first one 24
  world.add_long(ann, 8);
  CHECK(world.whole(60s) == 8);
  world.add_long(ann, 9);
  CHECK(world.begin(Kind::refusal).check.number == 9);
  world.clock.pass(-48h);  // as a host's clock that is set right
  world.add_long(ann, 10);
  CHECK(world.whole(1s) == 10);
}
