// Bots and versions in the database: hand-in, quotas, states, and what a crash leaves.
#include "arena/contest/bots/bots.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include <catch2/catch.hpp>

#include "arena/contest/host.hpp"
#include "tests/contest/clock.hpp"
#include "tests/errors.hpp"
#include "tests/files.hpp"

using namespace arena;
using namespace arena::contest;
using namespace std::chrono_literals;
using arena::test::error_of;
using Catch::Matchers::Contains;

namespace {

ContestSpec small_contest() {
  ContestSpec contest;
  contest.id = "streams";
  contest.match.game = "streams";
  contest.quotas.bots = 2;
  contest.quotas.versions_per_day = 4;
  contest.quotas.upload = 100;
  contest.house.push_back({"spread", {}});
  return contest;
}

struct BotsWorld {
  test::TestFolder folder{test::quick_place()};
  test::TestClock clock;
  Database database{folder.at("host.db")};
  Accounts accounts{database, clock.function(), PasswordCost::least(), AccountPolicy::open};
  Bots bots{database, clock.function()};
  ContestSpec contest = small_contest();
  AccountId ann = accounts.sign_up("ann", "correct horse").id;
  AccountId bob = accounts.sign_up("bob", "correct horse").id;

  Version hand_in(AccountId account, const std::string& bot, const std::string& bytes) {
    return bots.hand_in(account, contest, bot, {"bot.py", bytes});
  }
  void activate(VersionId version) { bots.activate(version, contest.quotas); }
  /// Checks the version that waits longest. `program`: what it is built to.
  VersionId check(bool is_accepted, const std::string& program = "") {
    const auto version = bots.begin_check(bots.queued().at(0).number);
    REQUIRE(version);
    CHECK(bots.version(version->id)->state == VersionState::checking);
    CheckResult result;
    result.is_accepted = is_accepted;
    result.reason = is_accepted ? "" : "it plays badly";
    result.language = "python";
    result.command = {"python3", "./bot.py"};
    result.built = program.empty() ? "tar of " + std::to_string(version->id) : program;
    bots.finish(version->id, result);
    return version->id;
  }
};

}  // namespace

TEST_CASE("bots: versions of different bots that are the same bytes", "[host]") {
  BotsWorld world;
  world.contest.quotas.versions_per_day = 10;
  world.hand_in(world.ann, "one", "print(1)");
  world.check(true);
  world.hand_in(world.ann, "one", "print(2)");
  world.check(false);
  CHECK(world.bots.equal_uploads().empty());
  world.hand_in(world.bob, "two", "print(3)");
  world.hand_in(world.bob, "two", "print(1)");  // its second version, not checked yet
  using Versions = std::vector<EqualVersion>;
  auto equal = world.bots.equal_uploads();
  REQUIRE(equal.size() == 1);
  CHECK(equal[0].contest == "streams");
  CHECK(equal[0].versions == Versions{{"one", "ann", 1}, {"two", "bob", 2}});
  // Of other bytes, but what plays is the same.
  const VersionId three = world.check(true);
  world.database.note([&](Statements& sql) {
    sql.run("UPDATE version SET built = (SELECT built FROM version WHERE id = 1) WHERE id = ?",
            three);
  });
  equal = world.bots.equal_uploads();
  REQUIRE(equal.size() == 2);
  CHECK(equal[0].versions == Versions{{"one", "ann", 1}, {"two", "bob", 1}});
  // An equal name in another contest is another matter.
  world.contest.id = "cards";
  world.hand_in(world.bob, "two", "print(2)");
  CHECK(world.bots.equal_uploads().size() == 2);
}

TEST_CASE("bots: a version waits, is checked, and plays", "[host]") {
  BotsWorld world;
  world.contest.quotas.versions_per_day = 5;
  const Version first = world.hand_in(world.ann, "quick", "print(1)");
  CHECK(first.number == 1);
  CHECK(first.state == VersionState::waiting);
  CHECK(world.bots.file(first.file) == "print(1)");
  CHECK(world.bots.active("streams").empty());
  CHECK(world.check(true) == first.id);
  const auto active = world.bots.active("streams");
  REQUIRE(active.size() == 1);
  CHECK(active[0].bot == "quick");
  CHECK(active[0].command == std::vector<std::string>{"python3", "./bot.py"});
  CHECK(world.bots.built(first.id) == "tar of 1");

  const Version second = world.hand_in(world.ann, "QUICK", "print(2)");
  CHECK(second.number == 2);
  CHECK(second.bot == first.bot);
  world.check(false);
  CHECK(world.bots.version(second.id)->reason == "it plays badly");
  CHECK(world.bots.find("streams", "quick")->active == first.id);
  CHECK_THAT(error_of([&] { world.activate(second.id); }), Contains("accepted"));

  const Version third = world.hand_in(world.ann, "quick", "print(3)");
  world.check(true);
  CHECK(world.bots.find(first.bot)->active_number == 3);
  world.activate(first.id);
  CHECK(world.bots.find(first.bot)->active_number == 1);
  world.activate(third.id);
  world.bots.disqualify(third.id, "a copy");
  CHECK(world.bots.active("streams").empty());
  CHECK(world.bots.version(third.id)->state == VersionState::disqualified);
  CHECK_FALSE(error_of([&] { world.activate(third.id); }).empty());
  CHECK(world.bots.versions(first.bot).front().number == 3);
}

TEST_CASE("bots: what is refused at hand-in", "[host]") {
  BotsWorld world;
  static_cast<void>(world.hand_in(world.ann, "quick", "print(1)"));
  CHECK_THAT(error_of([&] { world.hand_in(world.bob, "Quick", "x"); }), Contains("another author"));
  CHECK_THAT(error_of([&] { world.hand_in(world.bob, "Spread", "x"); }), Contains("of the house"));
  CHECK_THAT(error_of([&] { world.hand_in(world.bob, "a/b", "x"); }), Contains("letters, digits"));
  CHECK_THAT(error_of([&] { world.hand_in(world.bob, "bob", ""); }), Contains("empty"));
  CHECK_THAT(error_of([&] { world.hand_in(world.bob, "bob", std::string(101, 'x')); }),
             Contains("101 bytes, allowed are 100"));
  CHECK(world.bots.all("streams", world.bob).empty());

  static_cast<void>(world.hand_in(world.ann, "other", "print(1)"));
  CHECK_THAT(error_of([&] { world.hand_in(world.ann, "third", "x"); }), Contains("2 bots"));
  static_cast<void>(world.hand_in(world.ann, "quick", "print(2)"));
  static_cast<void>(world.hand_in(world.ann, "quick", "print(3)"));
  CHECK_THAT(error_of([&] { world.hand_in(world.ann, "quick", "print(4)"); }),
             Contains("within 24 hours"));
  static_cast<void>(world.hand_in(world.bob, "bob", "print(4)"));
  world.clock.pass(24h + 1s);
  CHECK(world.hand_in(world.ann, "quick", "print(4)").number == 4);
  CHECK(world.bots.waiting() == 6);
}

TEST_CASE("bots: a clock that was ahead for a while uses up no quota", "[host]") {
  BotsWorld world;
  world.clock.pass(24h * 3650);
  for (const char* const program : {"print(1)", "print(2)", "print(3)", "print(4)"})
    static_cast<void>(world.hand_in(world.ann, "quick", program));
  CHECK_THROWS_AS(world.hand_in(world.ann, "quick", "print(5)"), Error);
  world.clock.pass(-24h * 3650);
  CHECK(world.hand_in(world.ann, "quick", "print(5)").number == 5);
}

TEST_CASE("bots: versions that are made active again count in the quota", "[host]") {
  BotsWorld world;
  const Version first = world.hand_in(world.ann, "quick", "print(1)");
  world.check(true);
  const Version second = world.hand_in(world.ann, "quick", "print(2)");
  world.check(true);
  world.activate(second.id);  // it is active: nothing changes
  world.activate(first.id);
  world.activate(second.id);  // four of four
  CHECK_THAT(error_of([&] { world.activate(first.id); }),
             Contains("made active again, 4 versions"));
  CHECK(world.bots.find("streams", "quick")->active == second.id);
  CHECK_THAT(error_of([&] { world.hand_in(world.ann, "quick", "print(3)"); }),
             Contains("within 24 hours"));
  world.clock.pass(24h + 1s);
  world.activate(first.id);
  CHECK(world.bots.find("streams", "quick")->active == first.id);
}

TEST_CASE("bots: equal programs of one author are one entrant", "[host]") {
  BotsWorld world;
  world.contest.quotas.versions_per_day = 20;
  const auto active = [&](const std::string& bot) {
    return world.bots.find("streams", bot)->active_number;
  };
  const Version first = world.hand_in(world.ann, "quick", "print(1)");
  world.check(true, "one program");
  const Version second = world.hand_in(world.ann, "quick", "print(2)");
  world.check(true);
  CHECK(world.bots.active("streams")[0].first == second.id);
  // The first program again, from another text.
  world.hand_in(world.ann, "quick", "print(1) ");
  world.check(true, "one program");
  CHECK(active("quick") == 3);
  CHECK(world.bots.active("streams")[0].first == first.id);

  const Version other = world.hand_in(world.ann, "other", "print(1)");
  world.check(true, "one program");
  CHECK(world.bots.version(other.id)->state == VersionState::accepted);
  const std::string why = "it is the same program as version 1 of quick, and plays only there";
  CHECK(world.bots.version(other.id)->reason == why);
  CHECK(active("other") == 0);
  world.activate(first.id + 1);
  CHECK(error_of([&] { world.activate(other.id); }) == why);
  CHECK(world.bots.active("streams").size() == 1);
  // Another author may have the same; that is for an admin to see (equal_uploads).
  world.hand_in(world.bob, "bob", "print(1)");
  world.check(true, "one program");
  CHECK(active("bob") == 1);

  world.activate(first.id);
  world.bots.disqualify(first.id, "a copy");
  CHECK(active("quick") == 0);
  CHECK(active("bob") == 1);
  for (const VersionId same : {first.id + 2, other.id})
    CHECK(world.bots.version(same)->state == VersionState::disqualified);
  CHECK(world.bots.version(first.id + 1)->state == VersionState::accepted);
  const Version again = world.hand_in(world.ann, "quick", "print(1) #");
  world.check(true, "one program");
  CHECK(active("quick") == 0);
  CHECK(world.bots.version(again.id)->reason ==
        "it is the same program as version 1 of quick, which is disqualified");
}

TEST_CASE("bots: the same upload again is not another version", "[host]") {
  BotsWorld world;
  const Version first = world.hand_in(world.ann, "quick", "print(1)");
  CHECK(world.hand_in(world.ann, "quick", "print(1)").id == first.id);
  world.check(false);
  CHECK(world.hand_in(world.ann, "quick", "print(1)").number == 2);
}

TEST_CASE("bots: what was being checked when the server ended is checked again", "[host]") {
  BotsWorld world;
  const Version version = world.hand_in(world.ann, "quick", "print(1)");
  REQUIRE(world.bots.queued().size() == 1);
  CHECK(world.bots.queued()[0].account == world.ann);
  CHECK(world.bots.queued()[0].contest == "streams");
  REQUIRE(world.bots.begin_check(version.id));
  CHECK(world.bots.queued().empty());
  CHECK_FALSE(world.bots.begin_check(version.id));
  world.bots.requeue();
  CHECK(world.check(true) == version.id);
  // A result that comes twice changes nothing.
  world.bots.finish(version.id, {});
  CHECK(world.bots.version(version.id)->state == VersionState::accepted);
}

TEST_CASE("bots: a kill after the hand-in loses nothing", "[host]") {
  const test::TestFolder folder("/tmp");
  const std::string path = folder.at("host.db");
  std::array<int, 2> pipe{};
  REQUIRE(::pipe(pipe.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    test::TestClock clock;
    Database database(path);
    Accounts accounts(database, clock.function(), PasswordCost::least(), AccountPolicy::open);
    Bots bots(database, clock.function());
    const AccountId ann = accounts.sign_up("ann", "correct horse").id;
    for (int i = 0; i < 3; ++i) {
      bots.hand_in(ann, small_contest(), "quick", {"bot.py", "print(" + std::to_string(i) + ")"});
      static_cast<void>(::write(pipe[1], "x", 1));
    }
    ::raise(SIGKILL);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  std::array<char, 8> told{};
  REQUIRE(::read(pipe[0], told.data(), told.size()) == 3);
  ::close(pipe[0]);
  ::close(pipe[1]);
  test::TestClock clock;
  Database database(path);
  Bots bots(database, clock.function());
  const auto bot = bots.find("streams", "quick");
  REQUIRE(bot);
  const auto versions = bots.versions(bot->id);
  REQUIRE(versions.size() == 3);
  for (const Version& version : versions)
    CHECK(bots.file(version.file) == "print(" + std::to_string(version.number - 1) + ")");
}

TEST_CASE("bots: old versions lose their files, and keep what is known of them", "[host]") {
  BotsWorld world;
  world.contest.quotas.versions_per_day = 100;
  std::vector<VersionId> ids;
  for (int number = 1; number <= 6; ++number) {
    world.hand_in(world.ann, "quick", "print(" + std::to_string(number) + ")");
    ids.push_back(world.check(number != 3));
  }
  world.activate(ids[0]);
  const std::string token = world.bots.enter(ids[1], "streams", "one", "quick");
  CHECK(world.bots.enter(ids[1], "streams", "one", "quick") == token);
  CHECK(world.bots.enter(ids[1], "streams", "two", "one-1") != token);
  CHECK(world.bots.entered(token) == ids[1]);
  CHECK(world.bots.entered("nothing") == 0);

  const auto state = [&] {
    std::string sources;
    std::string builds;
    for (const VersionId id : ids) {
      const Version version = world.bots.version(id).value();
      CHECK(version.has_source == !world.bots.file(version.file).empty());
      CHECK(version.can_play == !world.bots.built(id).empty());
      CHECK(version.can_play == world.bots.kept_builds().contains(version.built));
      sources += version.has_source ? 'x' : '-';
      builds += version.can_play ? 'x' : '-';
    }
    return sources + ' ' + builds;
  };
  CHECK(state() == "xxxxxx xx-xxx");

  SECTION(
      "the active one, those in phases and the newest stay; of others that played, the upload") {
    world.bots.forget_files({{{"streams", 1}}, {ids[3]}});
    CHECK(state() == "xx-x-x xx-x-x");  // the second one may be about to play
    world.clock.pass(2h);
    world.bots.forget_files({{{"streams", 1}}, {ids[3]}});
    CHECK(state() == "xx-x-x x--x-x");
    const Version gone = world.bots.version(ids[4]).value();
    CHECK(gone.file.size() == 64);
    CHECK(gone.state == VersionState::accepted);
    CHECK_THAT(error_of([&] { world.activate(gone.id); }), Contains("hand it in again"));
    world.hand_in(world.ann, "quick", "print(5)");
    CHECK(world.bots.version(ids[4])->has_source);
  }
  SECTION("the same file is kept as long as one version needs it") {
    world.clock.pass(2h);
    world.hand_in(world.ann, "another", "print(5)");
    world.bots.forget_files({{{"streams", 1}}, {}});
    CHECK(state() == "xx--xx x----x");
  }
  SECTION("what waits for its check stays") {
    world.hand_in(world.bob, "third", "print(7)");
    world.hand_in(world.bob, "third", "print(8)");
    world.bots.forget_files({{{"streams", 1}}, {}});
    CHECK(world.bots.file(world.bots.version(ids[5] + 1)->file) == "print(7)");
  }
  SECTION("contests that are not in the file keep all") {
    world.bots.forget_files({});
    CHECK(state() == "xxxxxx xx-xxx");
  }
}
