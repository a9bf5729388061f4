// Converts values to bytes and back, within one build. Equal values give equal bytes, without
// padding or other contents of memory. It handles types whose every byte counts (numbers,
// enumerations, classes without padding) and their containers: optionals, variants, strings,
// vectors, arrays, plain structs. Not for files that outlive a build (described.hpp), pointers, or
// untrusted bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include <boost/mp11.hpp>
#include <boost/pfr.hpp>

#include "arena/core/fixed_vector.hpp"
#include "arena/util/error.hpp"

namespace arena {

/// Writes values one after the other.
class ValueWriter {
 public:
  static constexpr bool reads = false;
  void pass(const void* data, std::size_t size) {
    bytes_.append(static_cast<const char*>(data), size);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads values in the same order. Throws Error if the bytes do not fit.
class ValueReader {
 public:
  static constexpr bool reads = true;
  explicit ValueReader(std::string_view bytes) : left_(bytes) {}
  void pass(void* data, std::size_t size) {
    if (size > left_.size()) throw Error("the bytes end too early");
    std::memcpy(data, left_.data(), size);
    left_.remove_prefix(size);
  }
  /// Throws Error if bytes are left. Call it after the last value.
  void finish() const {
    if (!left_.empty()) throw Error("there are extra bytes at the end");
  }

 private:
  std::string_view left_;
};

namespace value_bytes {

/// All bytes of T are part of its value.
template <class T>
concept Plain = std::has_unique_object_representations_v<T> && !std::is_pointer_v<T>;

template <class Archive, class T>
void pass(Archive& archive, T& value);

template <class Archive, class T>
void pass_parts(Archive& archive, std::optional<T>& value) {
  bool is_there = value.has_value();
  pass(archive, is_there);
  if constexpr (Archive::reads) value = is_there ? std::optional<T>(T{}) : std::nullopt;
  if (is_there) pass(archive, *value);
}

template <class Archive, class... Kinds>
void pass_parts(Archive& archive, std::variant<Kinds...>& value) {
  auto index = static_cast<std::uint8_t>(value.index());
  pass(archive, index);
  if constexpr (Archive::reads) {
    if (index >= sizeof...(Kinds)) throw Error("the value has an unknown kind");
    boost::mp11::mp_with_index<sizeof...(Kinds)>(
        index, [&value](auto kind) { value.template emplace<kind>(); });
  }
  std::visit([&archive](auto& kind) { pass(archive, kind); }, value);
}

/// For vectors that grow while they are read.
template <class Archive, class Items>
void pass_items(Archive& archive, Items& items, std::size_t most) {
  auto size = static_cast<std::uint32_t>(items.size());
  pass(archive, size);
  if (size > most) throw Error("there are too many items");
  if constexpr (Archive::reads) items.clear();
  for (std::size_t i = 0; i < size; ++i) {
    if constexpr (Archive::reads) items.push_back({});
    pass(archive, items[i]);
  }
}
template <class Archive>
void pass_parts(Archive& archive, std::string& text) {
  pass_items(archive, text, UINT32_MAX);
}
template <class Archive, class T>
void pass_parts(Archive& archive, std::vector<T>& items) {
  pass_items(archive, items, UINT32_MAX);
}
template <class Archive, class T, std::size_t N>
void pass_parts(Archive& archive, FixedVector<T, N>& items) {
  pass_items(archive, items, N);
}
template <class Archive, class T, std::size_t N>
void pass_parts(Archive& archive, std::array<T, N>& items) {
  for (T& item : items) pass(archive, item);
}

template <class Archive, class T>
void pass_parts(Archive& archive, T& value) {
  static_assert(std::is_aggregate_v<T>, "fill what lies between its members, or make all public");
  boost::pfr::for_each_field(value, [&archive](auto& field) { pass(archive, field); });
}

template <class Archive, class T>
void pass(Archive& archive, T& value) {
  if constexpr (Plain<T>) {
    archive.pass(&value, sizeof value);
  } else {
    pass_parts(archive, value);
  }
}

}  // namespace value_bytes

template <class T>
void write_value(ValueWriter& out, const T& value) {
  value_bytes::pass(out, const_cast<T&>(value));  // NOLINT: a writer changes nothing
}
template <class T>
void read_value(ValueReader& in, T& value) {
  value_bytes::pass(in, value);
}

template <class T>
std::string bytes_of(const T& value) {
  ValueWriter out;
  write_value(out, value);
  return out.bytes();
}
/// Throws Error if `bytes_of` did not make the bytes from a T.
template <class T>
void from_bytes(std::string_view bytes, T& value) {
  ValueReader in(bytes);
  read_value(in, value);
  in.finish();
}

}  // namespace arena
