#include "arena/util/text/pretty_json.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace arena {

namespace {

namespace json = boost::json;

struct Separators {
  std::string_view comma;
  std::string_view colon;
};

void write_line(const json::value& value, Separators separators, std::string& text) {
  if (const auto* object = value.if_object()) {
    std::string_view before = "{";
    for (const auto& member : *object) {
      text += std::exchange(before, separators.comma);
      text += json::serialize(json::value(member.key()));
      text += separators.colon;
      write_line(member.value(), separators, text);
    }
    text += object->empty() ? "{}" : "}";
  } else if (const auto* array = value.if_array()) {
    std::string_view before = "[";
    for (const json::value& item : *array) {
      text += std::exchange(before, separators.comma);
      write_line(item, separators, text);
    }
    text += array->empty() ? "[]" : "]";
  } else if (const double* number = value.if_double()) {
    text += fmt::format("{}", *number);
  } else {
    text += json::serialize(value);
  }
}

std::string one_line(const json::value& value, Separators separators = {", ", ": "}) {
  std::string text;
  write_line(value, separators, text);
  return text;
}

class PrettyWriter {
 public:
  explicit PrettyWriter(std::size_t width) : width_(width) {}

  /// `used` is the number of other characters on the line, before and after the value.
  std::string write(const json::value& value, std::size_t indent, std::size_t used) const {
    std::string line = one_line(value);
    if (indent + used + line.size() <= width_) return line;
    if (const auto* object = value.if_object()) return members(*object, indent);
    if (const auto* array = value.if_array()) return items(*array, indent);
    return line;
  }

 private:
  static constexpr std::size_t step = 2;

  std::string members(const json::object& object, std::size_t indent) const {
    std::string text = "{";
    for (const auto& member : object) {
      const std::string key = json::serialize(json::value(member.key())) + ": ";
      text += (text.size() > 1 ? "," : "") + break_line(indent + step) + key;
      text += write(member.value(), indent + step, key.size() + 1);
    }
    return text + break_line(indent) + "}";
  }

  std::string items(const json::array& array, std::size_t indent) const {
    const bool flat = std::none_of(array.begin(), array.end(), [](const json::value& item) {
      return item.is_object() || item.is_array();
    });
    std::string text = "[";
    std::size_t used = width_;  // of the line; so the first item starts a new line
    for (const json::value& item : array) {
      const std::string written = write(item, indent + step, 1);
      if (text.size() > 1) text += ',';
      if (!flat || used + written.size() + 2 > width_) {
        text += break_line(indent + step);
        used = indent + step;
      } else {
        text += ' ';
        ++used;
      }
      text += written;
      used += written.size() + 1;
    }
    return text + break_line(indent) + "]";
  }

  static std::string break_line(std::size_t indent) { return "\n" + std::string(indent, ' '); }

  std::size_t width_;
};

}  // namespace

std::string compact(const json::value& value) { return one_line(value, {",", ":"}); }

std::string pretty(const json::value& value, std::size_t width) {
  return PrettyWriter(width).write(value, 0, 0);
}

}  // namespace arena
