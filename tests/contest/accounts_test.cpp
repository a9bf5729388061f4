// Accounts, invitations, sessions and API tokens: who comes in, who does not, and what is stored.
#include "arena/contest/people/accounts.hpp"

#include <catch2/catch.hpp>

#include "arena/contest/people/audit.hpp"
#include "arena/contest/people/sessions.hpp"
#include "tests/contest/clock.hpp"
#include "tests/errors.hpp"
#include "tests/files.hpp"

using namespace arena;
using namespace arena::contest;
using namespace std::chrono_literals;
using arena::test::error_of;
using Catch::Matchers::Contains;

namespace {

struct AccountsWorld {
  explicit AccountsWorld(AccountPolicy policy = AccountPolicy::open,
                         std::vector<std::string> names = {})
      : accounts(database, clock.function(), PasswordCost::least(), policy, std::move(names)) {}

  [[nodiscard]] std::string all_bytes() const {
    return test::content_of(folder.at("host.db")) + test::content_of(folder.at("host.db-wal"));
  }

  test::TestFolder folder{test::quick_place()};
  test::TestClock clock;
  Database database{folder.at("host.db")};
  Accounts accounts;
  Sessions sessions{database, clock.function()};
  ApiTokens tokens{database, clock.function()};
};

}  // namespace

TEST_CASE("accounts: a password lets in, and nothing else does", "[host]") {
  AccountsWorld world;
  const Account ann = world.accounts.sign_up("ann", "correct horse");
  CHECK(ann.role == Role::author);
  const auto found = world.accounts.log_in("ann", "correct horse");
  REQUIRE(found);
  CHECK(found->id == ann.id);
  CHECK(world.accounts.log_in("ANN", "correct horse")->id == ann.id);
  CHECK_FALSE(world.accounts.log_in("ann", "correct horse "));
  CHECK_FALSE(world.accounts.log_in("ann", ""));
  CHECK_FALSE(world.accounts.log_in("bob", "correct horse"));
  CHECK_FALSE(world.accounts.log_in("ann' OR '1'='1", "correct horse"));
  CHECK_FALSE(world.accounts.log_in("ann", std::string(2000, 'x')));
  CHECK(world.all_bytes().find("correct horse") == std::string::npos);
  CHECK_THAT(world.all_bytes(), Contains("$argon2id$"));
}

TEST_CASE("accounts: names and passwords that are refused", "[host]") {
  AccountsWorld world;
  static_cast<void>(world.accounts.sign_up("ann", "correct horse"));
  for (const char* const name : {"", "-ann", "a b", "ann<script>", "../ann", "\xd0\x90nn",
                                 "a23456789012345678901234567890123"}) {
    INFO(name);
    CHECK_THAT(error_of([&] { static_cast<void>(world.accounts.sign_up(name, "correct horse")); }),
               Contains("1 to 32 letters"));
  }
  CHECK_THAT(error_of([&] { static_cast<void>(world.accounts.sign_up("Ann", "correct horse")); }),
             Contains("is taken"));
  CHECK_THAT(error_of([&] { static_cast<void>(world.accounts.sign_up("bob", "1234567")); }),
             Contains("8 to 1024 bytes"));
  CHECK(world.accounts.all().size() == 1);
}

TEST_CASE("accounts: an invitation is for one account", "[host]") {
  AccountsWorld world(AccountPolicy::invitation);
  CHECK_THAT(error_of([&] { static_cast<void>(world.accounts.sign_up("ann", "correct horse")); }),
             Contains("needs an invitation"));
  const std::string code = world.accounts.invite(Role::admin);
  CHECK(world.all_bytes().find(code) == std::string::npos);
  CHECK(world.accounts.open_invitations() == 1);
  CHECK(world.accounts.sign_up("ann", "correct horse", code).is_admin());
  CHECK_THAT(
      error_of([&] { static_cast<void>(world.accounts.sign_up("bob", "correct horse", code)); }),
      Contains("is used"));
  CHECK(world.accounts.open_invitations() == 0);
  const std::string for_bob = world.accounts.invite(Role::author, "bob");
  CHECK_THAT(
      error_of([&] { static_cast<void>(world.accounts.sign_up("eve", "correct horse", for_bob)); }),
      Contains("for another name"));
  CHECK(world.accounts.sign_up("bob", "correct horse", for_bob).name == "bob");
}

TEST_CASE("accounts: each name of a class list has a code of its own", "[host]") {
  AccountsWorld world(AccountPolicy::list, {"ann", "bob"});
  const auto first = world.accounts.invite_class();
  REQUIRE(first.size() == 2);
  static_cast<void>(world.accounts.sign_up("ann", "correct horse", first[0].code));
  const auto second = world.accounts.invite_class();
  REQUIRE(second.size() == 1);
  CHECK(second[0].name == "bob");
  CHECK_FALSE(error_of([&] {
                static_cast<void>(world.accounts.sign_up("bob", "correct horse", first[1].code));
              }).empty());
  static_cast<void>(world.accounts.sign_up("bob", "correct horse", second[0].code));
  CHECK(world.accounts.invite_class().empty());
  CHECK_THAT(error_of([&] { static_cast<void>(world.accounts.invite(Role::author, "Ann")); }),
             Contains("there is an account"));
  CHECK_THAT(error_of([] { static_cast<void>(AccountsWorld().accounts.invite_class()); }),
             Contains("no class list"));
}

TEST_CASE("accounts: one admin stays", "[host]") {
  AccountsWorld world;
  const Account ann = world.accounts.add("ann", "correct horse", Role::admin);
  CHECK_THAT(error_of([&] { world.accounts.set_disabled(ann.id, true); }), Contains("last admin"));
  CHECK_THAT(error_of([&] { world.accounts.set_role(ann.id, Role::author); }),
             Contains("last admin"));
  CHECK(world.accounts.log_in("ann", "correct horse")->is_admin());
  static_cast<void>(world.accounts.add("bob", "correct horse", Role::admin));
  world.accounts.set_role(ann.id, Role::author);
  CHECK_FALSE(world.accounts.find(ann.id)->is_admin());
}

TEST_CASE("sessions: only its token finds a session, until it expires or ends", "[host]") {
  AccountsWorld world;
  const Account ann = world.accounts.sign_up("ann", "correct horse");
  const std::string token = world.sessions.begin(ann, {}, "Firefox");
  const auto session = world.sessions.find(token);
  REQUIRE(session);
  CHECK(session->account.name == "ann");
  CHECK(session->csrf == csrf_token(token));
  CHECK_FALSE(world.sessions.find(""));
  CHECK_FALSE(world.sessions.find(token.substr(1)));
  CHECK_FALSE(world.sessions.find(token_hash(token)));  // what a stolen back-up shows
  CHECK(world.all_bytes().find(token) == std::string::npos);

  SECTION("a log-in gives a new token, and ends the earlier session") {
    const std::string next = world.sessions.begin(ann, token);
    CHECK(next != token);
    CHECK(csrf_token(next) != csrf_token(token));
    CHECK_FALSE(world.sessions.find(token));
    CHECK(world.sessions.find(next));
  }
  SECTION("without use it expires") {
    world.clock.pass(24h * 13);
    CHECK(world.sessions.find(token));
    world.clock.pass(24h * 13);
    CHECK(world.sessions.find(token));
    world.clock.pass(24h * 15);
    CHECK_FALSE(world.sessions.find(token));
  }
  SECTION("in use it ends after 60 days") {
    for (int day = 0; day < 59; ++day) {
      world.clock.pass(24h);
      REQUIRE(world.sessions.find(token));
    }
    world.clock.pass(25h);
    CHECK_FALSE(world.sessions.find(token));
    world.sessions.forget_expired();
    CHECK(world.sessions.of(ann.id, token).empty());
  }
  SECTION("all sessions of an account end") {
    const std::string other = world.sessions.begin(ann, {}, "phone");
    CHECK(world.sessions.of(ann.id, other).size() == 2);
    world.sessions.end_all(ann.id, other);
    CHECK_FALSE(world.sessions.find(token));
    REQUIRE(world.sessions.of(ann.id, other).size() == 1);
    CHECK(world.sessions.of(ann.id, other)[0].is_this);
    world.accounts.change_password(ann, "another horse");
    CHECK_FALSE(world.sessions.find(other));
    CHECK_FALSE(world.accounts.log_in("ann", "correct horse"));
    CHECK(world.accounts.log_in("ann", "another horse"));
  }
  SECTION("whoever gave the earlier password gets neither session nor token after the change") {
    const Account before = *world.accounts.log_in("ann", "correct horse");
    const Account after = world.accounts.change_password(before, "another horse");
    const std::string text = "the password of this account has changed: log in again";
    CHECK(error_of([&] { static_cast<void>(world.sessions.begin(before)); }) == text);
    CHECK(error_of([&] { static_cast<void>(world.tokens.make(before, "laptop")); }) == text);
    CHECK(error_of([&] { world.accounts.change_password(before, "a third horse"); }) == text);
    CHECK(world.sessions.of(ann.id, {}).empty());
    CHECK(world.sessions.find(world.sessions.begin(after)));
    CHECK(world.tokens.find(world.tokens.make(after, "laptop")));
  }
  SECTION("an admin gives a new password whatever the account's state is") {
    world.accounts.add("root", "correct horse", Role::admin);
    world.accounts.set_disabled(ann.id, true);
    world.accounts.reset_password(ann.id, "another horse");
    CHECK_FALSE(world.accounts.log_in("ann", "another horse"));
    world.accounts.set_disabled(ann.id, false);
    CHECK(world.accounts.log_in("ann", "another horse"));
    CHECK_THROWS_AS(world.sessions.begin(ann), Error);
  }
  SECTION("a disabled account gets neither session nor token") {
    world.accounts.add("root", "correct horse", Role::admin);
    world.accounts.set_disabled(ann.id, true);
    CHECK_THROWS_AS(world.sessions.begin(ann), Error);
    CHECK_THROWS_AS(world.tokens.make(ann, "laptop"), Error);
  }
  SECTION("a new password revokes the account's API tokens, and no others") {
    const Account bob = world.accounts.add("bob", "correct horse", Role::author);
    const std::string script = world.tokens.make(ann, "laptop");
    const std::string of_bob = world.tokens.make(bob, "laptop");
    world.accounts.change_password(ann, "another horse");
    CHECK_FALSE(world.tokens.find(script));
    CHECK(world.tokens.of(ann.id).empty());
    CHECK(world.tokens.find(of_bob));
  }
  SECTION("an account has 50 sessions at most, the newest") {
    std::string newest;
    for (int i = 0; i < 60; ++i) newest = world.sessions.begin(ann, {});
    CHECK(world.sessions.of(ann.id, newest).size() == 50);
    CHECK(world.sessions.find(newest));
  }
  SECTION("a clock that was ahead for a while locks no one out, and leaves no session") {
    world.clock.pass(24h * 3650);
    std::string later;
    for (int i = 0; i < 60; ++i) later = world.sessions.begin(ann, {});
    CHECK(world.sessions.find(later));
    world.clock.pass(-24h * 3650);
    CHECK_FALSE(world.sessions.find(later));
    const std::string now = world.sessions.begin(ann, {});
    CHECK(world.sessions.find(world.sessions.begin(ann, {})));
    CHECK(world.sessions.find(now));
  }
  SECTION("a disabled account is out at once") {
    world.accounts.add("root", "correct horse", Role::admin);
    const std::string script = world.tokens.make(ann, "laptop");
    world.accounts.set_disabled(ann.id, true);
    CHECK_FALSE(world.sessions.find(token));
    CHECK_FALSE(world.tokens.find(script));
    CHECK_FALSE(world.accounts.log_in("ann", "correct horse"));
  }
}

TEST_CASE("API tokens: made, found, revoked", "[host]") {
  AccountsWorld world;
  const Account ann = world.accounts.sign_up("ann", "correct horse");
  const Account bob = world.accounts.sign_up("bob", "correct horse");
  const std::string token = world.tokens.make(ann, "laptop");
  CHECK(world.all_bytes().find(token) == std::string::npos);
  CHECK(world.tokens.find(token)->id == ann.id);
  CHECK_FALSE(world.sessions.find(token));
  CHECK_FALSE(world.tokens.find(world.sessions.begin(ann)));
  CHECK_THAT(error_of([&] { static_cast<void>(world.tokens.make(ann, "laptop")); }),
             Contains("already"));
  const auto tokens = world.tokens.of(ann.id);
  REQUIRE(tokens.size() == 1);
  CHECK(tokens[0].used_at);
  CHECK_FALSE(error_of([&] { world.tokens.revoke(bob.id, tokens[0].id); }).empty());
  CHECK(world.tokens.find(token));
  world.tokens.revoke(ann.id, tokens[0].id);
  CHECK_FALSE(world.tokens.find(token));
}

TEST_CASE("database: a newer one, a foreign one, and read-only mode", "[host]") {
  const test::TestFolder folder(test::quick_place());
  const std::string path = folder.at("host.db");
  {
    Database database(path);
    database.note([](Statements& sql) { sql.run("PRAGMA user_version = 99"); });
  }
  CHECK_THAT(error_of([&] { Database database(path); }), Contains("a newer arena (version 99"));
  const std::string other = folder.at("other.db");
  {
    SQLite::Database database(other, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("CREATE TABLE mine (a)");
  }
  CHECK_THAT(error_of([&] { Database database(other); }), Contains("is not a database of arena"));
  test::put(folder.at("text.db"), std::string(5000, 'x'));
  CHECK_THAT(error_of([&] { Database database(folder.at("text.db")); }), Contains("cannot use"));

  AccountsWorld world;
  world.database.set_read_only(true);
  CHECK_THAT(error_of([&] { static_cast<void>(world.accounts.sign_up("ann", "correct horse")); }),
             Contains("read-only mode"));
  world.database.set_read_only(false);
  static_cast<void>(world.accounts.sign_up("ann", "correct horse"));
  world.database.back_up(folder.at("copy.db"));
  CHECK_THAT(error_of([&] { world.database.back_up(folder.at("copy.db")); }), Contains("already"));
  Database copy(folder.at("copy.db"));
  CHECK(Accounts(copy, world.clock.function(), PasswordCost::least(), AccountPolicy::open)
            .log_in("ann", "correct horse"));
}

TEST_CASE("audit: the newest first, by name", "[host]") {
  AccountsWorld world;
  Audit audit(world.database, world.clock.function());
  const Account ann = world.accounts.sign_up("ann", "correct horse");
  audit.add(ann.id, "disqualify", "streams/bob version 1", "copied");
  audit.add(std::nullopt, "start", "server");
  const auto entries = audit.latest(10);
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].account.empty());
  CHECK(entries[1].account == "ann");
  CHECK(entries[1].detail == "copied");
  CHECK(audit.latest(10, entries[0].id).size() == 1);
}

TEST_CASE("moments: a jump of the clock is believed after ten minutes", "[host]") {
  test::TestClock wall;
  TimePoint steady{};
  std::vector<std::string> said;
  const Now now = patient(
      wall.function(), [&said](const std::string& what) { said.push_back(what); },
      [&steady] { return steady; });
  const auto pass = [&](std::chrono::minutes time) { wall.pass(time), steady += time; };
  const Moment start = wall.now();
  CHECK(now() == start);
  pass(50min);
  wall.pass(59min);  // put right by less than an hour
  CHECK(now() == start + 109min);
  for (const auto jump : {-24h * 365 * 50, 24h * 3650}) {
    said.clear();
    const Moment before = now();
    wall.pass(jump);
    pass(1min);
    CHECK(now() == before + 1min);
    pass(8min);
    CHECK(now() == before + 9min);
    CHECK(said.size() == 1);
    wall.pass(-jump);  // in time: no one has noticed
    CHECK(now() == before + 9min);
    wall.pass(jump);
    CHECK(now() == before + 9min);
    pass(10min);
    CHECK(now() == before + jump + 19min);
    CHECK(said.size() == 2);
  }
  CHECK_THAT(said.back(), Catch::Matchers::Contains("the clock of this computer jumped from 19"));
}

TEST_CASE("moments: texts and back", "[host]") {
  const auto moment = read_moment("2026-11-22T18:30:05Z");
  REQUIRE(moment);
  CHECK(moment_text(*moment) == "2026-11-22T18:30:05Z");
  CHECK(stored_moment(*moment + 7ms) == "2026-11-22T18:30:05.007Z");
  CHECK(read_moment("2026-11-22T18:30:05.007Z") == *moment + 7ms);
  for (const char* const wrong : {"", "2026-11-22", "2026-02-30T18:30:05Z", "2026-11-22T24:00:00Z",
                                  "2026-11-22 18:30:05Z", "2026-11-22T18:30:05z"}) {
    INFO(wrong);
    CHECK_FALSE(read_moment(wrong));
  }
}
