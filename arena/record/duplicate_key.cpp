#include "arena/record/duplicate_key.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <boost/json/basic_parser_impl.hpp>

namespace arena {

namespace {

namespace json = boost::json;

/// Follows a parser and compares the keys of each object at its end. Boost.JSON sets the names.
class KeyWatch {
 public:
  static constexpr std::size_t max_object_size = std::size_t(-1);
  static constexpr std::size_t max_array_size = std::size_t(-1);
  static constexpr std::size_t max_key_size = std::size_t(-1);
  static constexpr std::size_t max_string_size = std::size_t(-1);

  bool on_key_part(json::string_view part, std::size_t /*size*/, json::error_code& /*error*/) {
    part_.append(part.data(), part.size());
    return true;
  }
  bool on_key(json::string_view part, std::size_t /*size*/, json::error_code& /*error*/) {
    part_.append(part.data(), part.size());
    keys_.push_back(part_);
    part_.clear();
    return true;
  }
  bool on_object_end(std::size_t count, json::error_code& /*error*/) {
    const auto own = keys_.end() - static_cast<std::ptrdiff_t>(count);
    std::sort(own, keys_.end());
    const auto twice = std::adjacent_find(own, keys_.end());
    if (twice != keys_.end() && !found_) found_ = *twice;
    keys_.erase(own, keys_.end());
    return true;
  }

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) { return true; }
  bool on_array_begin(json::error_code&) { return true; }
  bool on_array_end(std::size_t, json::error_code&) { return true; }
  bool on_string_part(json::string_view, std::size_t, json::error_code&) { return true; }
  bool on_string(json::string_view, std::size_t, json::error_code&) { return true; }
  bool on_number_part(json::string_view, json::error_code&) { return true; }
  bool on_int64(std::int64_t, json::string_view, json::error_code&) { return true; }
  bool on_uint64(std::uint64_t, json::string_view, json::error_code&) { return true; }
  bool on_double(double, json::string_view, json::error_code&) { return true; }
  bool on_bool(bool, json::error_code&) { return true; }
  bool on_null(json::error_code&) { return true; }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

  [[nodiscard]] const std::optional<std::string>& found() const { return found_; }

 private:
  std::string part_;
  std::vector<std::string> keys_;  // of all open objects, the innermost at the end
  std::optional<std::string> found_;
};

}  // namespace

std::optional<std::string> duplicate_key(std::string_view text) {
  json::basic_parser<KeyWatch> parser{json::parse_options()};
  json::error_code error;
  parser.write_some(false, text.data(), text.size(), error);
  return error ? std::nullopt : parser.handler().found();
}

}  // namespace arena
