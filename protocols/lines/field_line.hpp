// A line of fields with colons between them, as in `turn:0:7S 8S:25`.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace arena {

class FieldLine {
 public:
  FieldLine(std::string_view name, std::string& out) : out_(out) { out_ += name; }
  FieldLine(const FieldLine&) = delete;
  FieldLine& operator=(const FieldLine&) = delete;
  ~FieldLine() { out_ += '\n'; }

  /// A text, a number, a value that has `to_text`, or a list of these, separated by blanks.
  template <class Field>
  FieldLine& add(const Field& field) {
    out_ += ':';
    append(field);
    return *this;
  }

 private:
  template <class Value>
  void append(const Value& value) {
    if constexpr (std::convertible_to<Value, std::string_view>) {
      out_ += std::string_view(value);
    } else if constexpr (std::integral<Value>) {
      out_ += std::to_string(value);
    } else if constexpr (requires { value.begin(); }) {
      bool first = true;
      for (const auto& item : value) {
        if (!first) out_ += ' ';
        first = false;
        append(item);
      }
    } else {
      out_ += to_text(value);
    }
  }

  std::string& out_;
};

}  // namespace arena
