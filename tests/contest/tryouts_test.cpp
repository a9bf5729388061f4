// Bots that are tried: the latest one of each author in each contest, within a limit.
#include "arena/contest/bots/tryouts.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using arena::contest::TryoutResult;
using arena::contest::Tryouts;

namespace {

void add(Tryouts& tryouts, int account, const std::string& contest, const std::string& text) {
  tryouts.add(account, contest, "mybot", {"", text});
}

/// The oldest of those that wait.
std::optional<Tryouts::Taken> take(Tryouts& tryouts) {
  const auto queued = tryouts.queued();
  const auto oldest = std::ranges::min_element(queued, {}, &arena::contest::QueuedCheck::number);
  return oldest == queued.end() ? std::nullopt : tryouts.take(oldest->number);
}

}  // namespace

TEST_CASE("tryouts: each plays until it is finished", "[host]") {
  Tryouts tryouts;
  CHECK(tryouts.queued().empty());
  add(tryouts, 1, "cup", "a");
  add(tryouts, 1, "league", "b");
  const auto first = take(tryouts);
  REQUIRE(first);
  CHECK(first->tryout->upload.bytes == "a");
  CHECK_FALSE(tryouts.take(first->tryout->number));
  REQUIRE(tryouts.queued().size() == 1);
  CHECK(tryouts.queued()[0].is_tryout);
  CHECK(tryouts.queued()[0].account == 1);
  CHECK(tryouts.queued()[0].contest == "league");
  CHECK_FALSE(tryouts.find(1, "cup")->result);
  tryouts.finish(*first, {.reason = "it failed"});
  CHECK(tryouts.find(1, "cup")->result->reason == "it failed");
  CHECK(tryouts.find(3, "cup") == nullptr);
}

TEST_CASE("tryouts: the one that is replaced stops, and its result is not shown", "[host]") {
  Tryouts tryouts;
  add(tryouts, 1, "cup", "old");
  const auto old = take(tryouts);
  CHECK_FALSE(old->stop.stop_requested());
  add(tryouts, 1, "cup", "new");
  CHECK(old->stop.stop_requested());
  tryouts.finish(*old, {.reason = "of the old one"});
  CHECK_FALSE(tryouts.find(1, "cup")->result);
  const auto now = take(tryouts);
  REQUIRE(now);
  CHECK(now->tryout->upload.bytes == "new");
  tryouts.finish(*now, {.reason = "of the new one"});
  CHECK(tryouts.find(1, "cup")->result->reason == "of the new one");
}

TEST_CASE("tryouts: one that is put back waits again, unless it was replaced", "[host]") {
  Tryouts tryouts;
  add(tryouts, 1, "cup", "old");
  tryouts.put_back(*take(tryouts));
  const auto again = take(tryouts);
  REQUIRE(again);
  CHECK_FALSE(tryouts.take(again->tryout->number));
  add(tryouts, 1, "cup", "new");
  tryouts.put_back(*again);
  CHECK(take(tryouts)->tryout->upload.bytes == "new");
}

TEST_CASE("tryouts: old ones that are over make room", "[host]") {
  Tryouts tryouts(100);
  for (int account = 1; account <= 4; ++account) add(tryouts, account, "cup", std::string(30, 'x'));
  for (int account = 1; account <= 3; ++account)
    tryouts.finish(*take(tryouts), {.records = {std::string(10, 'r')}});
  CHECK(tryouts.find(1, "cup") == nullptr);
  CHECK(tryouts.find(2, "cup") == nullptr);
  CHECK(tryouts.find(3, "cup")->result);
  CHECK_FALSE(tryouts.find(4, "cup")->result);
}
