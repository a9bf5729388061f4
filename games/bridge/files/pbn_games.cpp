#include "games/bridge/files/pbn_games.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"
#include "games/bridge/files/written.hpp"

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

/// Tags of which a second one begins another board, even without an empty line before it.
constexpr std::array begins_board = {PbnTag::event,  PbnTag::board,      PbnTag::room,
                                     PbnTag::dealer, PbnTag::vulnerable, PbnTag::deal};
/// What happened at a table. Some programs write an empty line before one of these.
constexpr std::array tells_play = {PbnTag::declarer, PbnTag::contract, PbnTag::result,
                                   PbnTag::auction, PbnTag::play};
/// Without one of these a board cannot be played.
constexpr std::array needed_tags = {PbnTag::board, PbnTag::dealer, PbnTag::vulnerable,
                                    PbnTag::deal};

std::optional<PbnTag> tag_named(std::string_view name) {
  const auto found = std::ranges::find_if(
      tag_names, [name](std::string_view known) { return equal_ignoring_case(known, name); });
  if (found == tag_names.end()) return std::nullopt;
  return static_cast<PbnTag>(found - tag_names.begin());
}

bool is_one_of(std::span<const PbnTag> tags, PbnTag tag) {
  return std::ranges::find(tags, tag) != tags.end();
}

bool is_name(char c) {
  const char letter = lower(c);
  return (letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/// Where the words after a tag belong.
enum class Section { none, auction, play, ignored };

class Reader {
 public:
  Reader(std::string_view file, std::vector<FileProblem>& problems,
         const std::function<void(const PbnGame&)>& take)
      : file_(file), problems_(problems), take_(take) {}

  void run() {
    while (!done()) read_line();
    if (at_ < file_.size()) problem("Too much is wrong here: nothing is read from this line on.");
    end_game();
  }

 private:
  [[nodiscard]] bool done() const {
    return at_ >= file_.size() || problems_.size() >= most_board_problems;
  }
  [[nodiscard]] bool at_line_end() const {
    return at_ >= file_.size() || line_ends.find(file_[at_]) != std::string_view::npos;
  }
  void problem(std::string text) { problems_.push_back({line_, std::move(text)}); }

  void skip_to_line_end() { at_ = std::min(file_.find_first_of(line_ends, at_), file_.size()); }
  void skip_spaces() { at_ = std::min(file_.find_first_not_of(spaces, at_), file_.size()); }
  void end_line() {
    if (file_.substr(at_, 3) == "\r\r\n") ++at_;  // CR LF that was copied as text
    if (file_.substr(at_, 2) == line_ends) ++at_;
    at_ = std::min(at_ + 1, file_.size());
    ++line_;
  }

  void read_line() {
    if (file_[at_] == '%') {  // an escape line
      skip_to_line_end();
    } else {
      skip_spaces();
      if (at_line_end()) see_empty_line();
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
    const std::size_t line = line_;
    const std::optional<std::string> value = read_value();
    if (name.empty() || !value) {
      line_ = line;
      return skip_tag(begin, name);
    }
    add_tag(name, *value);
  }

  /// Other errors would follow from this one.
  void skip_tag(std::size_t begin, std::string_view name) {
    const std::string_view line =
        file_.substr(begin, file_.find_first_of(line_ends, begin) - begin);
    const bool has_value = std::ranges::count(line, '"') > 1;
    problem(!name.empty() && has_value ? "The tag " + std::string(characters_within(name, 80)) +
                                             " has no ] after its value."
                                       : "A tag looks like [Name \"value\"], not " + quoted(line));
    at_ = begin + line.size();
    if (const auto tag = tag_named(name)) {
      begin_tag(*tag);
      is_left_out_ = is_left_out_ || is_one_of(needed_tags, *tag);
    }
    section_ = Section::ignored;
  }

  /// Reads `"value"]`. A value may have quotation marks, and go on in the next lines. nullopt if it
  /// does not end before an empty line or the next tag.
  std::optional<std::string> read_value() {
    if (at_line_end() || file_[at_] != '"') return std::nullopt;
    std::string value;
    for (++at_;; value += ' ') {
      const std::size_t begin = at_;
      const bool ends = find_end_of_value();
      value += file_.substr(begin, at_ - begin);
      if (ends) {
        at_ = file_.find(']', at_) + 1;
        return unescaped(value);
      }
      if (at_ >= file_.size()) return std::nullopt;
      end_line();
      skip_spaces();
      if (at_line_end() || file_[at_] == '[' || value.size() > longest_value) return std::nullopt;
    }
  }

  /// Goes to the first quotation mark of this line with ] behind it. One that is escaped counts if
  /// no other comes before the next tag. False at the end of the line.
  bool find_end_of_value() {
    std::optional<std::size_t> escaped;
    for (bool is_escaped = false; !at_line_end(); ++at_) {
      const char c = file_[at_];
      if (c == '[' && escaped && begins_tag(at_)) break;
      const std::size_t next = c == '"' ? file_.find_first_not_of(spaces, at_ + 1) : at_;
      if (c == '"' && next < file_.size() && file_[next] == ']') {
        if (!is_escaped) return true;
        if (!escaped) escaped = at_;
      }
      is_escaped = c == '\\' && !is_escaped;
    }
    if (escaped) at_ = *escaped;
    return escaped.has_value();
  }

  /// True if a name and a value begin at a bracket. Inside a value, a quotation mark would be
  /// escaped, or the value's end.
  [[nodiscard]] bool begins_tag(std::size_t bracket) const {
    const auto after_spaces = [this](std::size_t at) {
      return std::min(file_.find_first_not_of(spaces, at), file_.size());
    };
    const auto* const name = file_.begin() + after_spaces(bracket + 1);
    const auto* const end = std::find_if_not(name, file_.end(), is_name);
    const std::size_t quote = after_spaces(static_cast<std::size_t>(end - file_.begin()));
    return file_.substr(quote).starts_with('"') &&
           !file_.substr(after_spaces(quote + 1)).starts_with(']');
  }

  static std::string unescaped(std::string_view text) {
    std::string value;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const std::string_view two = text.substr(at, 2);
      if (two == "\\\"" || two == "\\\\") ++at;
      value += text[at];
    }
    return std::string(characters_within(value, longest_value));
  }

  [[nodiscard]] bool has(PbnTag tag) const { return game_.of(tag).line != 0; }
  [[nodiscard]] bool has_one_of(std::span<const PbnTag> tags) const {
    return std::ranges::any_of(tags, [this](PbnTag tag) { return has(tag); });
  }

  /// An empty line ends a game if the next tag does not belong to it.
  void see_empty_line() {
    after_empty_line_ = game_.line != 0;
    section_ = Section::none;
  }

  [[nodiscard]] bool ends_game(PbnTag tag) const {
    if (!after_empty_line_) return has(tag) && is_one_of(begins_board, tag) && has_board();
    if (is_left_out_) return true;
    const bool is_head = !has_board() && !has_one_of(tells_play);
    return has(tag) || (!is_head && !is_one_of(tells_play, tag));
  }
  [[nodiscard]] bool has_board() const { return has(PbnTag::deal) || has(PbnTag::auction); }

  void begin_tag(PbnTag tag) {
    if (ends_game(tag)) {
      end_game();
      game_.line = line_;
    }
    after_empty_line_ = false;
  }

  void add_tag(std::string_view name, std::string value) {
    if (equal_ignoring_case(name, "Note")) return add_note(value);
    const auto tag = tag_named(name);
    if (tag) begin_tag(*tag);
    section_ = Section::ignored;
    if (!tag || has(*tag)) return;  // the first one counts
    game_.tags[static_cast<std::size_t>(*tag)] = {std::move(value), line_};
    if (*tag == PbnTag::auction) section_ = Section::auction;
    if (*tag == PbnTag::play) section_ = Section::play;
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
    after_empty_line_ = false;
    section_ = Section::none;
    noted_ = Section::none;
  }

  std::string_view file_;
  std::vector<FileProblem>& problems_;
  const std::function<void(const PbnGame&)>& take_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  PbnGame game_;
  bool is_left_out_ = false;
  bool after_empty_line_ = false;
  Section section_ = Section::none;
  Section noted_ = Section::none;  // what notes are about
  std::array<std::string, pbn_tag_count> inherited_;
};

}  // namespace

bool is_pbn(std::string_view text) {
  return text.starts_with("% PBN") ||
         std::ranges::any_of(lines_of(text), [](std::string_view line) {
           line = trim(line);
           if (!line.starts_with('[')) return false;
           line = trim(line.substr(1));
           const auto* const end = std::ranges::find_if_not(line, is_name);
           return end != line.begin() && trim({end, line.end()}).starts_with('"');
         });
}

void for_each_pbn_game(std::string_view file, std::vector<FileProblem>& problems,
                       const std::function<void(const PbnGame&)>& take) {
  Reader(file, problems, take).run();
}

}  // namespace arena::bridge
