#include "arena/tournament/stored/commitment.hpp"

#include <catch2/catch.hpp>

namespace arena {

namespace {

StoredEntrant builtin(const std::string& name, const std::string& bot) {
  StoredEntrant entrant;
  entrant.name = name;
  entrant.player = {{"kind", "builtin"}, {"words", json::array{bot}}};
  return entrant;
}

}  // namespace

TEST_CASE("a tournament's text cannot pass for the other parts of another tournament",
          "[commitment]") {
  // In lines, a part that has lines itself can take the place of others: the weak ann is in the
  // first tournament's text, the strong one in a hash of the second tournament's files.
  const StoredEntrant strong = builtin("ann", "focus");
  const StoredEntrant weak = builtin("ann", "random");
  const std::string described = "\nstreams\n{}\n2\nleague\n{}\n0.1\n";
  const auto lines = [](const StoredEntrant& entrant) {
    return entrant.name + "\n\n" + json::serialize(entrant.player) + "\n0\n0\n";
  };
  StoredTournament one{"streams", {}, 2, "league", "a text", "", "0.1", std::nullopt};
  const StoredTournament other = one;
  one.file += described + lines(weak) + "bob\nhash";
  StoredEntrant bob = builtin("bob", "spread");
  bob.files_hash = "hash" + described + lines(strong) + "eve\n";
  const std::vector<StoredEntrant> of_one{strong, builtin("eve", "spread")};
  const std::vector<StoredEntrant> of_other{weak, bob};
  CHECK(earlier_commitment("0x1", one, of_one) == earlier_commitment("0x1", other, of_other));
  CHECK(commitment("0x1", one, of_one) != commitment("0x1", other, of_other));
}

}  // namespace arena
