#include "games/bridge/files/lin_parts.hpp"

#include <algorithm>
#include <array>

#include "arena/util/text/percent.hpp"
#include "arena/util/text/text.hpp"
#include "games/bridge/files/lin.hpp"
#include "games/bridge/files/pbn.hpp"
#include "games/bridge/files/written.hpp"

namespace arena::bridge {

namespace {

/// What is read, and the tags that stand between it in nearly all files.
constexpr std::array<std::string_view, 17> known_tags = {"vg", "rs", "pw", "pn", "bn", "qx",
                                                         "st", "md", "rh", "ah", "sv", "mb",
                                                         "an", "pc", "mc", "pg", "nt"};
bool is_known_tag(std::string_view name) {
  return std::ranges::any_of(
      known_tags, [name](std::string_view known) { return equal_ignoring_case(known, name); });
}
bool has_form_of_tag(std::string_view name) {
  return name.size() == 2 && std::ranges::all_of(name, [](char c) {
           return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '#' ||
                  c == '^';
         });
}

std::string lower_case(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(), lower);
  return lowered;
}

/// True if the first line that is neither blank nor a comment begins with a tag.
bool begins_with_tag(std::string_view text) {
  for (const std::string_view line : lines_of(text)) {
    if (trim(line).empty() || line.starts_with('%')) continue;
    return line.find('|') != std::string_view::npos &&
           is_known_tag(trim(line.substr(0, line.find('|'))));
  }
  return false;
}

/// True if a deal stands somewhere, behind a bar or at the start of a line.
bool has_deal(std::string_view text) {
  const std::string lowered = lower_case(text);
  for (std::size_t at = 0; (at = lowered.find("md|", at)) != std::string::npos; ++at) {
    if (at == 0 || lowered[at - 1] == '|' || lowered[at - 1] == '\n') return true;
  }
  return false;
}

/// Takes the LIN of the first link to a viewer from a line; nullopt if it has no link.
std::optional<std::string> take_link(std::string_view& line) {
  constexpr std::string_view key = "lin=";
  constexpr std::string_view before = "?&;";  // "&amp;" in pages
  std::size_t begin = line.find(key);
  while (begin != std::string_view::npos &&
         (begin == 0 || before.find(line[begin - 1]) == std::string_view::npos))
    begin = line.find(key, begin + 1);
  if (begin == std::string_view::npos) return std::nullopt;
  line.remove_prefix(begin + key.size());
  // Bars that are not encoded may come with blanks that are not, either.
  std::size_t end = line.find_first_of("& \t\r\"'<>");
  if (line.substr(0, end).find('|') != std::string_view::npos)
    end = line.rfind('|', std::min(line.find("lin="), line.find("http")));
  const std::string lin = percent_decoded(line.substr(0, end), true);
  line.remove_prefix(std::min(end, line.size()));
  return lin;
}

bool has_link(std::string_view text) {
  return std::ranges::any_of(lines_of(text),
                             [](std::string_view line) { return take_link(line).has_value(); });
}

/// The LIN of all links of a text, on the same lines.
std::string lin_of_links(std::string_view text) {
  return joined(lines_of(text), "\n", [](std::string_view line) {
    std::string all;
    while (const auto lin = take_link(line)) all += *lin + '|';
    std::ranges::replace(all, '\n', ' ');
    return all;
  });
}

}  // namespace

std::optional<LinPart> LinParts::next() {
  while (problems_.size() < most_board_problems) {
    skip_comments();
    const std::size_t bar = text_.find('|', at_);
    if (bar == std::string_view::npos) return std::nullopt;
    const std::string name = name_before(bar);
    const std::string_view value = value_at(bar + 1);
    const std::size_t line = line_;
    if (is_known_tag(name) || (has_form_of_tag(name) && !is_known_tag(trim(value)))) {
      go_to(bar + 1);
      LinPart part{lower_case(name), trim(value), line_};
      go_to(bar + 1 + value.size());
      if (at_ < text_.size() && text_[at_] == '|') go_to(at_ + 1);
      return part;
    }
    if (!name.empty())
      problems_.push_back({line, quoted(std::string_view(name)) + " is no tag of LIN."});
    go_to(bar + 1);
  }
  problems_.push_back({line_, "Too much is wrong here: nothing is read from this line on."});
  return std::nullopt;
}

void LinParts::go_to(std::size_t place) {
  line_ += static_cast<std::size_t>(std::ranges::count(text_.substr(at_, place - at_), '\n'));
  at_ = place;
}

/// Lines that begin with "%".
void LinParts::skip_comments() {
  while (true) {
    go_to(std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()));
    if (at_ == text_.size() || text_[at_] != '%') return;
    go_to(std::min(text_.find('\n', at_), text_.size()));
  }
}

/// Goes to the name: other text may stand on lines before it, and a line may be broken inside it.
std::string LinParts::name_before(std::size_t bar) {
  std::string name(trim(text_.substr(at_, bar - at_)));
  std::erase_if(name, is_space);
  if (is_known_tag(name)) return name;
  const std::size_t end = text_.substr(at_, bar - at_).rfind('\n');
  if (end != std::string_view::npos) go_to(at_ + end + 1);
  return std::string(trim(text_.substr(at_, bar - at_)));
}

/// The value goes to the next bar, or to the end of a line before a name.
std::string_view LinParts::value_at(std::size_t begin) const {
  const std::string_view value = text_.substr(begin, text_.find('|', begin) - begin);
  const std::size_t end = value.rfind('\n');
  const bool lacks_bar = end != std::string_view::npos && begin + value.size() < text_.size() &&
                         is_known_tag(trim(value.substr(end)));
  return lacks_bar ? value.substr(0, end) : value;
}

std::string without_links(std::string_view text) {
  return begins_with_tag(text) || !has_link(text) ? std::string(text) : lin_of_links(text);
}

bool is_lin(std::string_view text) {
  return begins_with_tag(text) || (!is_pbn(text) && (has_deal(text) || has_link(text)));
}

}  // namespace arena::bridge
