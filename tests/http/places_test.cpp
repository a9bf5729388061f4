// Who gives way where there is no place for a connection, or no room for a body.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/http/body_budget.hpp"
#include "arena/http/connection_places.hpp"

namespace arena::http {
namespace {

/// Connections by name; those that have given way, in their order.
struct Places {
  Places(std::size_t most, std::size_t most_per_address) : places(most, most_per_address) {}

  /// Returns whether it has got a place, and waits for its client.
  bool take(const std::string& name, const std::string& address, bool trusted = false) {
    auto place = places.take(address, trusted, [this, name] { gone.push_back(name); });
    if (!place) return false;
    place->wait();
    open[name] = std::move(place);
    return true;
  }

  ConnectionPlaces places;
  std::map<std::string, std::unique_ptr<ConnectionPlaces::Place>> open;
  std::vector<std::string> gone;
};

using Names = std::vector<std::string>;

TEST_CASE("of one address who waits longest gives way, and no one of another") {
  Places all(10, 2);
  all.take("other", "9");
  all.take("a", "1");
  all.take("b", "1");
  all.open["a"]->wait();  // something has come
  CHECK(all.take("c", "1"));
  CHECK(all.gone == Names{"b"});
  all.open["a"]->work();
  all.open["c"]->work();
  CHECK_FALSE(all.take("d", "1"));
  CHECK(all.gone == Names{"b"});
  all.open.erase("a");
  CHECK(all.take("d", "1"));
}

TEST_CASE("of all addresses the one with most gives way, of equal ones the first") {
  Places all(3, 10);
  all.take("a", "1");
  all.take("b", "2");
  all.take("c", "2");
  CHECK(all.take("d", "3"));
  CHECK(all.gone == Names{"b"});
  CHECK(all.take("e", "4"));
  CHECK(all.gone == Names{"b", "a"});
}

TEST_CASE("a proxy may have any number, and gives way after all others") {
  Places all(4, 2);
  for (const char* const name : {"p", "q", "r"}) CHECK(all.take(name, "proxy", true));
  all.take("a", "1");
  CHECK(all.take("b", "2"));
  CHECK(all.gone == Names{"a"});
  all.open["b"]->work();
  CHECK(all.take("c", "3"));
  CHECK(all.gone == Names{"a", "p"});
}

TEST_CASE("where all bodies together leave no room, the slowest gives way") {
  BodyBudget budget(400, 1'000'000);
  std::map<std::string, std::unique_ptr<BodyBudget::Share>> shares;
  Names gone;
  const auto take = [&](const std::string& name, std::size_t size) {
    auto& share = shares[name] = std::make_unique<BodyBudget::Share>(budget, name, [&, name] {
      gone.push_back(name);
      shares.erase(name);
    });
    return share->take(size);
  };
  for (const char* const name : {"a", "b", "c", "d"}) CHECK(take(name, 100));
  shares["a"]->received(50);
  shares["b"]->arrived();
  CHECK_FALSE(take("too much", 101));
  CHECK(take("e", 1));
  CHECK(gone == Names{"c"});
  CHECK(take("f", 100));
  CHECK(gone == Names{"c", "d"});
  CHECK(take("g", 100));
  CHECK(gone == Names{"c", "d", "e"});
  shares.at("f")->arrived();
  shares.at("g")->arrived();
  shares.at("a")->received(1'000'000'000);  // fast enough
  CHECK_FALSE(take("h", 100));
}

}  // namespace
}  // namespace arena::http
