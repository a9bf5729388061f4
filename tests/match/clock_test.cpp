// How long a seat may think.
#include "arena/match/clock.hpp"

#include <catch2/catch.hpp>

namespace arena::test {

TEST_CASE("answers count in whole milliseconds, as they are recorded", "[clock]") {
  using std::chrono::microseconds;
  using std::chrono::milliseconds;
  CHECK(SeatClock::counted(microseconds(7499)) == milliseconds(7));
  CHECK(SeatClock::counted(microseconds(7501)) == milliseconds(8));
}

TEST_CASE("a clock gives the move time, or what is left of the game's, and adds the increment",
          "[clock]") {
  using std::chrono::milliseconds;
  TimeControl control;
  control.move_time = milliseconds(500);
  CHECK(SeatClock(control).allowance() == milliseconds(500));
  control.game_time = milliseconds(800);
  control.increment = milliseconds(100);
  SeatClock clock(control);
  clock.charge(milliseconds(600));
  CHECK(clock.allowance() == milliseconds(300));
  clock.charge(milliseconds(900));
  CHECK(clock.allowance() == milliseconds(0));
}

TEST_CASE("an answer is passed on at a multiple of the quantum after its question", "[clock]") {
  using std::chrono::milliseconds;
  const TimePoint asked{milliseconds(7)};
  const auto passed_on = [&](Duration thought) {
    return next_multiple(asked, asked + thought, milliseconds(100)) - asked;
  };
  CHECK(passed_on(milliseconds(0)) == milliseconds(100));
  CHECK(passed_on(milliseconds(1)) == milliseconds(100));
  CHECK(passed_on(milliseconds(99)) == milliseconds(100));
  CHECK(passed_on(milliseconds(100)) == milliseconds(100));
  CHECK(passed_on(milliseconds(100) + Duration(1)) == milliseconds(200));
  CHECK(passed_on(milliseconds(250)) == milliseconds(300));
}

}  // namespace arena::test
