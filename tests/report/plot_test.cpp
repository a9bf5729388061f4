#include "arena/report/plot.hpp"

#include <catch2/catch.hpp>

using namespace arena::report;

TEST_CASE("steps of an axis are 1, 2 or 5 times a power of ten", "[report]") {
  CHECK(nice_step(0, 10, 10) == Approx(1));
  CHECK(nice_step(0, 11, 10) == Approx(2));
  CHECK(nice_step(-150, 150, 8) == Approx(50));
  CHECK(nice_step(0, 0.9, 5) == Approx(0.2));
  CHECK(nice_step(0, 6000, 8) == Approx(1000));
}

TEST_CASE("ticks are the multiples of the step", "[report]") {
  CHECK(ticks(-100, 100, 50) == std::vector<double>{-100, -50, 0, 50, 100});
  CHECK(ticks(-0.5, 2.5, 1) == std::vector<double>{0, 1, 2});
  CHECK(ticks(1, 1.5, 2).empty());
}

TEST_CASE("a scale maps values to coordinates", "[report]") {
  const Scale down{0, 10, 200, 100};
  CHECK(down(0) == 200);
  CHECK(down(5) == 150);
  CHECK(down(10) == 100);
}

TEST_CASE("an SVG has a title for those who cannot see it", "[report]") {
  CHECK(svg(10, 20, text("a < b"), "<circle r=\"1\"/>", "dot").code ==
        "<svg class=\"plot dot\" role=\"img\" aria-label=\"a &lt; b\" viewBox=\"0 0 10 20\" "
        "width=\"10\" "
        "height=\"20\">\n<title>a &lt; b</title>\n<circle r=\"1\"/></svg>\n");
}
