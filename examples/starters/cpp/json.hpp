// A JSON value, read from text. Whatever is asked of a value of another kind throws
// std::runtime_error; a missing member is null.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

class Json {
 public:
  enum class Kind { null, boolean, number, text, list, object };

  /// Reads one value, all of `text`. Throws std::runtime_error, saying where it is no JSON.
  static Json parse(const std::string& text);

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::null; }

  bool boolean() const { return number_of(Kind::boolean) != 0; }
  double number() const { return number_of(Kind::number); }
  long long whole() const { return static_cast<long long>(number()); }
  const std::string& text() const;  // UTF-8

  /// Of a list its values, of an object its members' values, in their order; of null, none.
  const std::vector<Json>& items() const;
  std::size_t size() const { return items().size(); }
  const Json& operator[](std::size_t index) const;
  const Json& operator[](int index) const { return (*this)[static_cast<std::size_t>(index)]; }

  /// Of an object: the names of its members, in the order of `items`.
  const std::vector<std::string>& keys() const;
  const Json& operator[](const std::string& key) const;
  const Json& operator[](const char* key) const { return (*this)[std::string(key)]; }

 private:
  friend class JsonReader;

  void need(bool right, const char* wanted) const;
  double number_of(Kind kind) const;

  Kind kind_ = Kind::null;
  double number_ = 0;  // of a boolean: 0 or 1
  std::string text_;
  std::vector<Json> items_;
  std::vector<std::string> keys_;
};

/// `text` as a JSON string.
std::string in_quotes(const std::string& text);
