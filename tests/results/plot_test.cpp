#include "arena/results/plot.hpp"

#include <utility>

#include <catch2/catch.hpp>

#include "arena/results/standings_table.hpp"

using namespace arena::results;

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

TEST_CASE("the scale of ratings leaves out how lines begin, but not where they end", "[report]") {
  const auto plot = [](std::vector<RatingLine::Point> newcomer) {
    std::vector<RatingLine> lines{{"ann", {}, 0}, {"bob", std::move(newcomer), 1}};
    for (int at = 0; at < 10; ++at) lines[0].points.push_back({at * 1.0, 60, 10});
    return rating_plot(lines, {.title = "title",
                               .rating_unit = "unit",
                               .shown_from = 5,
                               .last = 9,
                               .x_axis = [](const Scale&, double, int) { return Html(); }})
        .code;
  };
  const auto reaches = [](const std::string& code, const char* rating) {
    return code.find(rating) != std::string::npos;
  };
  const std::string joined = plot({{7, 40, 3000}, {8, 40, 20}, {9, 40, 20}});
  CHECK(reaches(joined, ">+70<"));
  CHECK_FALSE(reaches(joined, ">+3000<"));
  CHECK(reaches(plot({{1, 500, 10}}), ">+500<"));  // one who left early
  CHECK(rating_plot({}, {}).code.empty());
}

TEST_CASE("a table of standings says who has no place, and who has not played", "[report]") {
  arena::EntrantStanding played;
  played.sums.deals = 1;
  played.ranks = {1, 3};
  const arena::EntrantStanding idle;
  const std::string code =
      standings_table({{&played, 0, "ann", true}, {&idle, 2, "bob"}},
                      {.title = "t",
                       .place = "p",
                       .entrant = "e",
                       .not_played = "not yet",
                       .column = [](const auto& column) { return text(column.title); }})
          .code;
  CHECK(code.find(R"(<tr class="left"><td class="number place">–</td>)") != std::string::npos);
  CHECK(code.find(R"(<span class="range">1–3</span>)") != std::string::npos);
  CHECK(code.find("<svg") == std::string::npos);  // a dot needs a place
  CHECK(code.find("not yet</td></tr>") != std::string::npos);
}
