// The ratings over time, which a plot shows: thinned, with the latest ones.
#include <set>

#include <catch2/catch.hpp>

#include "arena/contest/database.hpp"
#include "tests/contest/server.hpp"

using namespace arena;
using namespace arena::contest;
using namespace std::chrono_literals;

namespace {

const std::string league = R"(
[server]
folder = "state"
[[contest]]
id = "quiz"
game = "streams"
[contest.limits]
sandbox = false
[[contest.house]]
name = "random"
builtin = "random"
[[contest.phase]]
name = "one"
format = "league"
opponents = "house"
)";

/// So many moments, an hour apart, of two bots.
void add_points(const std::string& path, Moment first, int moments) {
  Database database(path);
  database.note([&](Statements& sql) {
    for (int hour = 0; hour < moments; ++hour) {
      for (const char* const bot : {"ann", "bob"})
        sql.run("INSERT INTO rating_point VALUES ('quiz', 'one', ?, ?, ?, 1)",
                stored_moment(first + hour * 1h), bot, static_cast<double>(hour));
    }
  });
}

}  // namespace

TEST_CASE("history: at most 200 moments, evenly, with the latest one", "[host]") {
  const int moments = GENERATE(1, 199, 200, 201, 1000);
  const test::TestServer server(league);
  add_points(server.folder.at("state/host.db"), server.clock.now(), moments);
  const std::vector<RatingPoint> points = server.host->history({"quiz", "one"});
  std::set<Moment> shown;
  for (const RatingPoint& point : points) shown.insert(point.at);
  CHECK(points.size() == 2 * shown.size());
  CHECK(points.back().at == server.clock.now() + (moments - 1) * 1h);
  CHECK(points.back().rating == moments - 1);
  const int step = (moments + 199) / 200;
  CHECK(static_cast<int>(shown.size()) == (moments + step - 1) / step);
  CHECK(shown.size() <= 200);
  Moment before = *shown.begin() - step * 1h;
  for (const Moment at : shown) {
    CHECK(at - before == step * 1h);
    before = at;
  }
}
