#include "games/bridge/pbn_games.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "arena/util/text.hpp"
#include "arena/util/utf8.hpp"

namespace arena::bridge {

namespace {

constexpr std::size_t longest_value = 255;  // of a tag; the rest is cut off
constexpr std::size_t most_words = 2000;    // of a section

constexpr std::array<std::string_view, pbn_tag_count> tag_names = {
    "Event",        "Site",       "Date",    "Board",
    "West",         "North",      "East",    "South",
    "Dealer",       "Vulnerable", "Deal",    "Scoring",
    "Declarer",     "Contract",   "Result",  "DoubleDummyTricks",
    "OptimumScore", "Room",       "Auction", "Play"};

constexpr std::string_view spaces = " \t\v\f\x1a";  // DOS ended files with Ctrl-Z
constexpr std::string_view line_ends = "\r\n";

bool is_name(char c) {
  const char letter = lower(c);
  return (letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/// ISO 8859-1 as UTF-8.
std::string utf8_of_latin1(std::string_view text) {
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xc0U | byte >> 6U);
      utf8 += static_cast<char>(0x80U | (byte & 0x3fU));
    }
  }
  return utf8;
}

/// Where the words after a tag belong.
enum class Section { none, auction, play, ignored };

class Reader {
 public:
  Reader(std::string_view file, std::vector<PbnProblem>& problems,
         const std::function<void(const PbnGame&)>& take)
      : file_(file), problems_(problems), take_(take), is_utf8_(repaired_utf8(file) == file) {}

  void run() {
    if (file_.starts_with("\xef\xbb\xbf")) at_ = 3;
    while (!done()) read_line();
    end_game();
    if (first_word_ != 0 && !has_tags_) {
      problems_ = {{first_word_,
                    "This is no PBN file: it does not begin with tags, such as [Event \"Cup\"]."}};
    }
  }

 private:
  [[nodiscard]] bool done() const {
    return at_ >= file_.size() || problems_.size() >= most_pbn_problems;
  }
  [[nodiscard]] bool at_line_end() const {
    return at_ >= file_.size() || line_ends.find(file_[at_]) != std::string_view::npos;
  }
  void problem(std::string text) { problems_.push_back({line_, std::move(text)}); }

  void skip_to_line_end() { at_ = std::min(file_.find_first_of(line_ends, at_), file_.size()); }
  void skip_spaces() { at_ = std::min(file_.find_first_not_of(spaces, at_), file_.size()); }
  void end_line() {
    if (file_.substr(at_, 2) == line_ends) ++at_;
    at_ = std::min(at_ + 1, file_.size());
    ++line_;
  }

  void read_line() {
    if (file_[at_] == '%') {  // an escape line
      skip_to_line_end();
    } else {
      skip_spaces();
      if (at_line_end()) end_game();
      for (; !at_line_end() && !done(); skip_spaces()) read_part();
    }
    end_line();
  }

  void read_part() {
    switch (file_[at_]) {
      case '[':
        return read_tag();
      case '{':
        return skip_comment();
      case ';':
        return skip_to_line_end();
      case '"':  // in a table
        at_ = std::min(file_.find_first_of("\"\r\n", at_ + 1), file_.size());
        if (!at_line_end()) ++at_;
        return;
      default:
        return read_word();
    }
  }

  void skip_comment() {
    const std::size_t begin = line_;
    while (at_ < file_.size() && file_[at_] != '}') {
      at_ = std::min(file_.find_first_of("}\r\n", at_), file_.size());
      if (at_ < file_.size() && at_line_end()) end_line();
    }
    if (at_ < file_.size()) {
      ++at_;
    } else {
      problems_.push_back({begin, "A comment begins with { and has no end."});
    }
  }

  void read_word() {
    const std::size_t end =
        std::min(file_.find_first_of(" \t\v\f\x1a\r\n[{;\"", at_), file_.size());
    const PbnWord word{file_.substr(at_, end - at_), line_};
    at_ = end;
    if (section_ == Section::none) {
      problem(quoted(word.text) + " is no tag, and belongs to no section.");
      if (first_word_ == 0) first_word_ = line_;
      section_ = Section::ignored;  // one error is enough
    }
    if (section_ == Section::ignored) return;
    auto& words = section_ == Section::auction ? game_.auction : game_.play;
    if (words.size() < most_words) words.push_back(word);
  }

  void read_tag() {
    if (game_.line == 0) game_.line = line_;
    const std::size_t begin = at_++;
    skip_spaces();
    const std::string_view left = file_.substr(at_);
    const std::string_view name(left.begin(), std::ranges::find_if_not(left, is_name));
    at_ += name.size();
    skip_spaces();
    std::optional<std::string> value = read_value();
    skip_spaces();
    if (name.empty() || !value || at_line_end() || file_[at_] != ']') {
      skip_to_line_end();
      problem(!name.empty() && value ? "The tag " + std::string(characters_within(name, 80)) +
                                           " has no ] after its value."
                                     : "A tag looks like [Name \"value\"], not " +
                                           quoted(file_.substr(begin, at_ - begin)));
      is_left_out_ = true;  // other errors would follow from this one
      section_ = Section::ignored;
      return;
    }
    ++at_;
    has_tags_ = true;
    add_tag(name, is_utf8_ ? std::move(*value) : utf8_of_latin1(*value));
  }

  /// The text between quotation marks; nullopt if it does not end on this line.
  std::optional<std::string> read_value() {
    if (at_line_end() || file_[at_] != '"') return std::nullopt;
    std::string value;
    for (++at_; !at_line_end() && file_[at_] != '"'; ++at_) {
      const std::string_view two = file_.substr(at_, 2);
      if (two == "\\\"" || two == "\\\\") ++at_;
      value += file_[at_];
    }
    if (at_line_end()) return std::nullopt;
    ++at_;
    return std::string(characters_within(value, longest_value));
  }

  /// Some programs write no empty line between boards: then the first tag that names a board comes
  /// again.
  [[nodiscard]] bool begins_game(std::size_t index) const {
    const auto has = [this](PbnTag tag) { return game_.of(tag).line != 0; };
    const auto is = [index](PbnTag tag) { return index == static_cast<std::size_t>(tag); };
    if (!has(PbnTag::deal) && !has(PbnTag::auction)) return false;
    return (is(PbnTag::event) && has(PbnTag::event)) || (is(PbnTag::board) && has(PbnTag::board));
  }

  void add_tag(std::string_view name, std::string value) {
    if (name == "Note") return add_note(value);
    const auto found = std::ranges::find(tag_names, name);
    section_ = Section::ignored;
    if (found == tag_names.end()) return;
    const auto index = static_cast<std::size_t>(found - tag_names.begin());
    if (begins_game(index)) {
      end_game();
      game_.line = line_;
      section_ = Section::ignored;
    }
    PbnValue& tag = game_.tags[index];
    if (tag.line != 0) return;  // the first one counts
    tag = {std::move(value), line_};
    if (index == static_cast<std::size_t>(PbnTag::auction)) section_ = Section::auction;
    if (index == static_cast<std::size_t>(PbnTag::play)) section_ = Section::play;
    noted_ = section_;
  }

  /// Only the notes of the auction matter.
  void add_note(const std::string& value) {
    const std::size_t colon = value.find(':');
    const auto number = to_number<int>(std::string_view(value).substr(0, colon));
    if (!number || colon == std::string::npos)
      return problem("A note looks like [Note \"1:text\"].");
    if (noted_ == Section::auction && game_.notes.size() < most_words)
      game_.notes.emplace(*number, value.substr(colon + 1));
    section_ = Section::ignored;
  }

  /// "#" is the last value of this tag, and "##x" is x.
  void inherit(PbnValue& tag, std::string& last) {
    if (tag.line == 0) return;
    if (tag.text == "#") {
      tag.text = last;
    } else if (tag.text.starts_with("##")) {
      tag.text.erase(0, 2);
    }
    last = tag.text;
  }

  void end_game() {
    if (game_.line != 0) {
      for (std::size_t i = 0; i < pbn_tag_count; ++i) inherit(game_.tags[i], inherited_[i]);
      if (!is_left_out_) take_(game_);
    }
    game_ = {};
    is_left_out_ = false;
    section_ = Section::none;
    noted_ = Section::none;
  }

  std::string_view file_;
  std::vector<PbnProblem>& problems_;
  const std::function<void(const PbnGame&)>& take_;
  bool is_utf8_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t first_word_ = 0;  // the first line with a word that belongs to no section
  bool has_tags_ = false;
  PbnGame game_;
  bool is_left_out_ = false;
  Section section_ = Section::none;
  Section noted_ = Section::none;  // what notes are about
  std::array<std::string, pbn_tag_count> inherited_;
};

}  // namespace

std::string quoted(std::string_view text) {
  return '"' + std::string(characters_within(text, 80)) + '"';
}

void for_each_pbn_game(std::string_view file, std::vector<PbnProblem>& problems,
                       const std::function<void(const PbnGame&)>& take) {
  Reader(file, problems, take).run();
}

}  // namespace arena::bridge
