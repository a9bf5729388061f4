// Values as bytes: the values come back, and the bytes contain no other memory.
#include "arena/core/value_bytes.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"

using namespace arena;

namespace {

/// A type with padding between and behind its members.
struct Gaps {
  std::uint8_t small = 1;
  int number = 2;
  std::uint8_t last = 3;
  bool operator==(const Gaps&) const = default;
};
struct Empty {
  bool operator==(const Empty&) const = default;
};
struct All {
  Gaps gaps;
  std::array<Gaps, 2> pair{};
  FixedVector<int, 6> few{4, 5};
  std::vector<Gaps> many;
  std::optional<Gaps> maybe;
  std::variant<Empty, Gaps, std::string_view::size_type> kind;
  bool yes = true;
  bool operator==(const All&) const = default;
};

All filled() {
  All all;
  all.gaps.number = 77;
  all.pair[1].last = 9;
  all.many.resize(3);
  all.many[2].small = 8;
  all.maybe = Gaps{5, 6, 7};
  all.kind = Gaps{10, 11, 12};
  return all;
}

/// The bytes of a Gaps in memory that had this content.
std::string bytes_in_memory_of(unsigned char content) {
  alignas(Gaps) std::array<unsigned char, sizeof(Gaps)> memory{};
  memory.fill(content);
  auto* gaps = new (memory.data()) Gaps;
  return bytes_of(*gaps);
}

}  // namespace

TEST_CASE("what is written is read again", "[value_bytes]") {
  for (const All& all : {All(), filled()}) {
    All read = filled();
    from_bytes(bytes_of(all), read);
    CHECK(read == all);
  }
  Rng rng(7);
  rng.next();
  Rng other(8);
  from_bytes(bytes_of(rng), other);
  CHECK(other.next() == rng.next());
}

TEST_CASE("what lies between the members is not written", "[value_bytes]") {
  CHECK(bytes_in_memory_of(0x55) == bytes_in_memory_of(0xaa));
  CHECK(bytes_of(Gaps()).size() == 6);
  CHECK(bytes_of(Empty()).empty());
}

TEST_CASE("bytes of something else are refused", "[value_bytes]") {
  const std::string bytes = bytes_of(filled());
  All all;
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK_THROWS_AS(from_bytes(bytes.substr(0, size), all), Error);
  CHECK_THROWS_WITH(from_bytes(bytes + "x", all), "there are extra bytes at the end");
  std::variant<Empty, Gaps> kind;
  CHECK_THROWS_WITH(from_bytes("\2", kind), "the value has an unknown kind");
  FixedVector<int, 3> few;
  CHECK_THROWS_WITH(from_bytes(bytes_of(FixedVector<int, 4>{1, 2, 3, 4}), few),
                    "there are too many items");
}

TEST_CASE("equal fixed vectors have equal bytes, whatever was in them before", "[value_bytes]") {
  using Vector = FixedVector<std::uint8_t, 4>;
  static_assert(value_bytes::Plain<Vector>);
  Vector items{1, 2, 3, 4};
  items.pop_back_if(false);
  items.pop_back();
  CHECK(bytes_of(items) == bytes_of(Vector{1, 2, 3}));
  items.pop_back_if(true);
  CHECK(bytes_of(items) == bytes_of(Vector{1, 2}));
  items.push_back_if(false, 9);
  CHECK(bytes_of(items) == bytes_of(Vector{1, 2}));
  items.push_back_if(true, 9);
  CHECK((items == Vector{1, 2, 9} && items.back() == 9));
  items.clear();
  CHECK(bytes_of(items) == bytes_of(Vector{}));
}
