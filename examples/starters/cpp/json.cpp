#include "json.hpp"

#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace {

constexpr int deepest = 500;  // lists and objects within each other

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void add_utf8(unsigned long code, std::string& out) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

bool is_high_surrogate(unsigned long code) { return code >= 0xd800 && code < 0xdc00; }
bool is_low_surrogate(unsigned long code) { return code >= 0xdc00 && code < 0xe000; }

}  // namespace

class JsonReader {
 public:
  explicit JsonReader(const std::string& text) : text_(text) {}

  Json read_all() {
    Json value = read_value(0);
    if (at_ != text_.size()) fail("nothing more");
    return value;
  }

 private:
  [[noreturn]] void fail(const char* wanted) const {
    throw std::runtime_error("no JSON: " + std::string(wanted) + " is missing at byte " +
                             std::to_string(at_) + " of " + text_.substr(0, 200));
  }

  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_blanks() {
    while (next() == ' ' || next() == '\t' || next() == '\n' || next() == '\r') ++at_;
  }

  bool take(char c) {
    if (next() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }

  Json read_value(int depth) {
    if (depth > deepest) fail("an end of the nesting");
    skip_blanks();
    Json value;
    if (next() == '{') {
      read_object(value, depth);
    } else if (next() == '[') {
      read_list(value, depth);
    } else if (next() == '"') {
      value.kind_ = Json::Kind::text;
      value.text_ = read_text();
    } else if (next() == '-' || is_digit(next())) {
      value.kind_ = Json::Kind::number;
      value.number_ = read_number();
    } else {
      read_word(value);
    }
    skip_blanks();
    return value;
  }

  void read_word(Json& value) {
    for (const char* word : {"null", "true", "false"}) {
      if (text_.compare(at_, std::strlen(word), word) != 0) continue;
      at_ += std::strlen(word);
      if (*word != 'n') value.kind_ = Json::Kind::boolean;
      value.number_ = *word == 't' ? 1 : 0;
      return;
    }
    fail("a value");
  }

  void read_list(Json& value, int depth) {
    value.kind_ = Json::Kind::list;
    take('[');
    skip_blanks();
    if (take(']')) return;
    do {
      value.items_.push_back(read_value(depth + 1));
    } while (take(','));
    if (!take(']')) fail("]");
  }

  void read_object(Json& value, int depth) {
    value.kind_ = Json::Kind::object;
    take('{');
    skip_blanks();
    if (take('}')) return;
    do {
      skip_blanks();
      if (next() != '"') fail("a name");
      value.keys_.push_back(read_text());
      skip_blanks();
      if (!take(':')) fail(":");
      value.items_.push_back(read_value(depth + 1));
    } while (take(','));
    if (!take('}')) fail("}");
  }

  void read_digits() {
    if (!is_digit(next())) fail("a digit");
    while (is_digit(next())) ++at_;
  }

  double read_number() {
    const std::size_t begin = at_;
    take('-');
    if (!take('0')) read_digits();
    if (take('.')) read_digits();
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      read_digits();
    }
    return std::strtod(text_.substr(begin, at_ - begin).c_str(), nullptr);
  }

  std::string read_text() {
    std::string out;
    take('"');
    while (!take('"')) {
      if (at_ == text_.size() || static_cast<unsigned char>(next()) < 0x20) fail("\"");
      if (take('\\')) {
        read_escape(out);
      } else {
        out += text_[at_++];
      }
    }
    return out;
  }

  void read_escape(std::string& out) {
    static const std::string letters = "\"\\/bfnrt";
    static const std::string meant = "\"\\/\b\f\n\r\t";
    if (take('u')) {
      add_utf8(read_code(), out);
      return;
    }
    const std::size_t which = letters.find(next());
    if (at_ == text_.size() || which == std::string::npos) fail("an escape");
    out += meant[which];
    ++at_;
  }

  /// The code after \u, of a pair the code that both mean; half a pair means U+FFFD.
  unsigned long read_code() {
    const unsigned long code = read_hex();
    if (is_low_surrogate(code)) return 0xfffd;
    if (!is_high_surrogate(code)) return code;
    const std::size_t here = at_;
    if (take('\\') && take('u')) {
      const unsigned long second = read_hex();
      if (is_low_surrogate(second)) return 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
    }
    at_ = here;
    return 0xfffd;
  }

  unsigned long read_hex() {
    const std::string digits = text_.substr(at_, 4);
    if (digits.size() != 4 ||
        digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
      fail("four hexadecimal digits");
    at_ += 4;
    return std::stoul(digits, nullptr, 16);
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

Json Json::parse(const std::string& text) { return JsonReader(text).read_all(); }

void Json::need(bool right, const char* wanted) const {
  if (!right) throw std::runtime_error("a JSON value is no " + std::string(wanted));
}

double Json::number_of(Kind kind) const {
  need(kind_ == kind, kind == Kind::number ? "number" : "boolean");
  return number_;
}

const std::string& Json::text() const {
  need(kind_ == Kind::text, "text");
  return text_;
}

const std::vector<Json>& Json::items() const {
  need(is_null() || kind_ == Kind::list || kind_ == Kind::object, "list or object");
  return items_;
}

const Json& Json::operator[](std::size_t index) const {
  need(index < items().size(), "list as long as that");
  return items_[index];
}

const std::vector<std::string>& Json::keys() const {
  need(kind_ == Kind::object, "object");
  return keys_;
}

const Json& Json::operator[](const std::string& key) const {
  static const Json null;
  for (std::size_t i = 0; i < keys().size(); ++i) {
    if (keys_[i] == key) return items_[i];
  }
  return null;
}

std::string in_quotes(const std::string& text) {
  static const char* const hex = "0123456789abcdef";
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += std::string("\\u00") + hex[c >> 4] + hex[c & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}
