// LIN is a row of tags, each with a value: "mb|1N|". A board begins with its room (qx), its players
// (pn) or its deal (md), in any order, and goes on with calls (mb) and cards (pc). Tags of layout
// and comments are skipped.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/util/percent.hpp"
#include "arena/util/text.hpp"
#include "games/bridge/board_play.hpp"
#include "games/bridge/lin.hpp"
#include "games/bridge/written.hpp"

namespace arena::bridge {

namespace {

constexpr Seat first_seat = 2;  // South: hands and names begin with it
constexpr std::string_view link_key = "lin=";

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
           return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '#';
         });
}

/// The line without its end in which the text begins, but for blank lines and comments.
std::string_view first_line(std::string_view text) {
  for (std::string_view line : lines_of(text)) {
    line = trim(line);
    if (!line.empty() && !line.starts_with('%')) return line;
  }
  return {};
}

/// The LIN in a link to a viewer; nullopt if the line is no such link.
std::optional<std::string> lin_of_link(std::string_view line) {
  const std::size_t key = line.find(link_key);
  if (key == std::string_view::npos || key == 0) return std::nullopt;
  if (line[key - 1] != '?' && line[key - 1] != '&') return std::nullopt;
  line.remove_prefix(key + link_key.size());
  return percent_decoded(line.substr(0, line.find_first_of("& \t\"<>")), true);
}

/// Links become LIN, on the same lines.
std::string without_links(std::string_view text) {
  if (!lin_of_link(first_line(text))) return std::string(text);
  return joined(lines_of(text), "\n", [](std::string_view line) {
    std::string lin = lin_of_link(line).value_or("");
    std::ranges::replace(lin, '\n', ' ');
    return lin;
  });
}

struct LinPart {
  std::string name;  // in lower case
  std::string_view value;
  std::size_t line = 0;
};

/// Gives the parts of a text, one after the other. A bar inside a comment breaks the order of names
/// and values; it is found again at the next name.
class LinParts {
 public:
  LinParts(std::string_view text, std::vector<FileProblem>& problems)
      : text_(text), problems_(problems) {}

  std::optional<LinPart> next() {
    while (at_ < text_.size() && problems_.size() < most_board_problems) {
      skip_comments();
      const std::size_t end = text_.find('|', at_);
      const std::string_view name = trim(text_.substr(at_, end - at_));
      if (end == std::string_view::npos) break;
      const std::string_view value = text_.substr(end + 1, text_.find('|', end + 1) - end - 1);
      if (is_known_tag(name) || (has_form_of_tag(name) && !is_known_tag(trim(value)))) {
        go_to(end + 1);
        LinPart part{std::string(name), trim(value), line_};
        std::ranges::transform(part.name, part.name.begin(), lower);
        go_to(std::min(end + 1 + value.size() + 1, text_.size()));
        return part;
      }
      if (!name.empty()) problems_.push_back({line_, quoted(name) + " is no tag of LIN."});
      go_to(end + 1);
    }
    if (problems_.size() >= most_board_problems)
      problems_.push_back({line_, "Too much is wrong here: nothing is read from this line on."});
    return std::nullopt;
  }

 private:
  void go_to(std::size_t place) {
    line_ += static_cast<std::size_t>(std::ranges::count(text_.substr(at_, place - at_), '\n'));
    at_ = place;
  }
  /// Lines that begin with "%".
  void skip_comments() {
    while (true) {
      go_to(std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()));
      if (at_ == text_.size() || text_[at_] != '%') return;
      go_to(std::min(text_.find('\n', at_), text_.size()));
    }
  }

  std::string_view text_;
  std::vector<FileProblem>& problems_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

std::vector<std::string_view> fields_of(std::string_view list) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t comma = list.find(',');
    fields.push_back(trim(list.substr(0, comma)));
    if (comma == std::string_view::npos) return fields;
    list.remove_prefix(comma + 1);
  }
}

/// What a file says of all its boards, or of those that follow.
struct LinHead {
  std::string event;
  std::string scoring;  // as PBN names it
  std::array<std::string, 2 * seat_count>
      names;  // of the open room, from South, and the closed one

  void read_event(std::string_view value) {
    const auto fields = fields_of(value);
    event = fields[0];
    if (fields.size() > 1 && !fields[1].empty()) event += ", " + std::string(fields[1]);
    if (fields.size() < 3) return;
    scoring = equal_ignoring_case(fields[2], "I")   ? "IMP"
              : equal_ignoring_case(fields[2], "P") ? "MP"
              : equal_ignoring_case(fields[2], "B") ? "BAM"
                                                    : "";
  }
  void read_names(std::string_view value) {
    const auto fields = fields_of(value);
    for (std::size_t i = 0; i < names.size(); ++i)
      names[i] = i < fields.size() ? fields[i] : std::string_view();
  }
  /// By seat.
  [[nodiscard]] std::array<std::string, seat_count> players(bool is_closed) const {
    const bool has_both = std::any_of(names.begin() + seat_count, names.end(),
                                      [](const std::string& name) { return !name.empty(); });
    std::array<std::string, seat_count> players;
    for (std::size_t i = 0; i < players.size(); ++i)
      players[(first_seat + i) % seat_count] = names[i + (is_closed && has_both ? seat_count : 0)];
    return players;
  }
};

/// The parts of one board.
struct LinBoard {
  std::map<std::string, LinPart> head;  // by name
  std::vector<LinPart> moves;           // mb, an, pc, mc

  [[nodiscard]] bool has(const std::string& name) const { return head.contains(name); }
  [[nodiscard]] std::string_view text(const std::string& name) const {
    const auto found = head.find(name);
    return found == head.end() ? std::string_view() : found->second.value;
  }
  [[nodiscard]] std::size_t line() const {
    std::size_t first = moves.empty() ? 0 : moves.front().line;
    for (const auto& [name, part] : head)
      first = first == 0 ? part.line : std::min(first, part.line);
    return first;
  }
};

/// What the longest beginning of a text is read as, and its size.
template <class Read>
auto longest(std::string_view text, Read read) {
  constexpr std::size_t most = 12;  // "7 notrumps", in symbols
  std::pair<decltype(read(text)), std::size_t> found{std::nullopt, std::min(text.size(), most)};
  while (found.second > 0) {
    found.first = read(text.substr(0, found.second));
    if (found.first) break;
    --found.second;
  }
  return found;
}

/// Reads one board.
class LinBoardReader {
 public:
  LinBoardReader(const LinBoard& parts, const LinHead& head, const ReadBoards& boards,
                 std::vector<FileProblem>& problems)
      : parts_(parts), head_(head), boards_(boards), problems_(problems) {}

  std::optional<PlayedBoard> read() {
    board_.line = parts_.line();
    const bool is_closed = parts_.text("qx").starts_with('c');
    board_.event = head_.event;
    board_.scoring = head_.scoring;
    board_.players = head_.players(is_closed);
    if (parts_.has("qx")) board_.room = is_closed ? "Closed" : "Open";
    board_.board = read_written_board_number(parts_.text("ah"));
    if (board_.board == 0) board_.board = read_written_board_number(parts_.text("qx"));
    if (!(parts_.has("md") ? read_deal() : take_deal_before())) return std::nullopt;
    BoardPlay play(board_);
    read_moves(play);
    return std::move(board_);
  }

 private:
  bool problem(std::size_t line, std::string text) {
    problems_.push_back({line, std::move(text)});
    return false;
  }

  bool take_deal_before() {
    const PlayedBoard* before = boards_.before(board_.board);
    if (before == nullptr) return problem(board_.line, "This board has no deal (md).");
    board_.board = before->board;
    board_.hands = before->hands;
    board_.vulnerable = before->vulnerable;
    return true;
  }

  /// "3SAQ4HKT5D92CAKJ76,...": the dealer, counted from South, and the hands from South. The last
  /// hand is often left out.
  bool read_deal() {
    const LinPart& md = parts_.head.at("md");
    std::string_view text = md.value;
    const bool has_dealer = !text.empty() && text[0] >= '1' && text[0] <= '4';
    if (has_dealer) {
      board_.hands.first = after(first_seat, text[0] - '1');
    } else if (board_.board > 0) {
      board_.hands.first = dealer_of_board(board_.board);
    } else {
      return problem(md.line, "md must begin with the dealer, 1 to 4 for S, W, N and E, not " +
                                  quoted(text.substr(0, text.find(','))) + '.');
    }
    if (has_dealer || text.starts_with('0')) text.remove_prefix(1);
    const Seat dealer = board_.hands.first;
    auto hands = fields_of(text);
    if (hands.size() == seat_count + 1 && hands.back().empty()) hands.pop_back();
    if (hands.size() > seat_count)
      return problem(md.line, "md has " + counted(hands.size(), "hand") + ", not 4.");
    hands.resize(seat_count);
    const std::string written = "S:" + joined(hands, " ", [](std::string_view hand) {
                                  std::string compact(hand);
                                  std::erase_if(compact, is_space);
                                  return compact.empty() ? "-" : compact;
                                });
    const std::string fault = boards_.read_deal(written, board_.board, board_.hands);
    if (!fault.empty()) return problem(md.line, "md: " + fault);
    board_.hands.first = dealer;
    read_vulnerable();
    return true;
  }

  void read_vulnerable() {
    if (board_.board > 0) board_.vulnerable = vulnerable_on_board(board_.board);
    const std::string_view text = parts_.text("sv");
    if (text.empty()) return;
    if (const auto known = read_written_vulnerable(text)) {
      board_.vulnerable = *known;
    } else {
      problem(parts_.head.at("sv").line, "sv must be o, n, e or b, not " + quoted(text) + '.');
    }
  }

  /// After a call that is wrong the auction is not known. After a card that is wrong the claim
  /// still counts.
  void read_moves(BoardPlay& play) {
    std::optional<int> claim;
    bool is_left_out = false;
    for (const LinPart& part : parts_.moves) {
      if (part.name == "mc") {
        claim = read_claim(part);
      } else if (!is_left_out) {
        const std::string fault = read_move(play, part);
        is_left_out = !fault.empty();
        if (is_left_out) problem(part.line, fault);
        if (is_left_out && board_.tricks.cards.empty() && part.name == "mb") play.drop_auction();
      }
    }
    if (play.in_auction()) return;
    board_.contract = play.contract();
    if (board_.passed_out()) return;
    board_.won = play.won();
    if (!board_.won) board_.won = claim;
  }

  /// All tricks of the declarer's side.
  std::optional<int> read_claim(const LinPart& part) {
    const auto tricks = to_number<int>(part.value);
    if (tricks && *tricks >= 0 && *tricks <= hand_size) return tricks;
    if (!part.value.empty())
      problem(part.line,
              "mc must be the declarer's tricks, from 0 to 13, not " + quoted(part.value) + '.');
    return std::nullopt;
  }

  /// Returns what is wrong.
  std::string read_move(BoardPlay& play, const LinPart& part) {
    if (part.name == "mb") return read_calls(play, part.value);
    if (part.name == "pc") return read_cards(play, part.value);
    if (!board_.calls.empty() && !part.value.empty())
      board_.calls.back().alert = alert_with(part.value);
    return "";
  }

  /// "1N!", or several calls: "1Sp2Sppp". A question mark asks the reader.
  std::string read_calls(BoardPlay& play, std::string_view value) {
    std::string text(value);
    std::erase_if(text, [](char c) {
      return is_space(c) || std::string_view(",;?()").find(c) != std::string_view::npos;
    });
    if (is_written_all_pass(text)) {
      play.pass_to_the_end();
      return "";
    }
    for (std::string_view left = text; !left.empty();) {
      if (left[0] == '!' || left[0] == '*') {
        if (!board_.calls.empty()) board_.calls.back().alert.given = true;
        left.remove_prefix(1);
        continue;
      }
      const auto [call, size] = longest(left, read_written_call);
      if (!call) return quoted(value) + " is no call.";
      const std::string_view written = left.substr(0, size);
      left.remove_prefix(size);
      if (*call == Call::pass() && !play.in_auction()) continue;  // one pass too many
      std::string fault = play.call(*call, written);
      if (!fault.empty()) return fault;
    }
    return "";
  }

  /// "S2", or several cards in the order of play. An auction without its last passes was over.
  std::string read_cards(BoardPlay& play, std::string_view value) {
    std::string text(value);
    std::erase_if(text, [](char c) { return is_space(c) || c == ','; });
    if (text.empty()) return "";
    if (board_.calls.empty()) return "The auction is not known, so the play is left out.";
    play.pass_to_the_end();
    for (std::string_view left = text; !left.empty();) {
      const auto [card, size] = longest(left, read_written_card);
      if (!card) return quoted(value) + " is no card.";
      std::string fault = play.play(*card, left.substr(0, size));
      if (!fault.empty()) return fault;
      left.remove_prefix(size);
    }
    return "";
  }

  const LinBoard& parts_;
  const LinHead& head_;
  const ReadBoards& boards_;
  std::vector<FileProblem>& problems_;
  PlayedBoard board_;
};

/// Puts the parts of a file together to boards.
class LinReader {
 public:
  LinReader(std::string_view text, std::uint64_t seed) : boards_(file_, seed), text_(text) {}

  BoardFile read() {
    LinParts parts(text_, file_.problems);
    while (const auto part = parts.next()) take(*part);
    end_board();
    std::ranges::stable_sort(file_.problems, {}, &FileProblem::line);
    return std::move(file_);
  }

 private:
  void take(const LinPart& part) {
    if (part.name == "vg") {
      head_.read_event(part.value);
    } else if (part.name == "mb" || part.name == "an" || part.name == "pc" || part.name == "mc") {
      board_.moves.push_back(part);
    } else if (part.name == "pn" || part.name == "pw" || part.name == "qx" || part.name == "md" ||
               part.name == "ah" || part.name == "sv") {
      const std::string name = part.name == "pw" ? "pn" : part.name;
      // What comes again belongs to the next board, and so does what comes after the play.
      if (board_.has(name) || !board_.moves.empty()) end_board();
      board_.head[name] = part;
      if (name == "pn") head_.read_names(part.value);
    }
  }

  void end_board() {
    const LinBoard board = std::exchange(board_, {});
    if ((!board.has("md") && board.moves.empty()) || !boards_.begin(board.line())) return;
    auto read = LinBoardReader(board, head_, boards_, file_.problems).read();
    if (read) boards_.add(std::move(*read));
  }

  BoardFile file_;
  ReadBoards boards_;
  std::string_view text_;
  LinHead head_;
  LinBoard board_;
};

}  // namespace

bool is_lin(std::string_view text) {
  const std::string_view line = first_line(text);
  const std::size_t end = line.find('|');
  const std::string_view name = trim(line.substr(0, end));
  if (lin_of_link(line)) return true;
  return end != std::string_view::npos &&
         (is_known_tag(name) ||
          (has_form_of_tag(name) && text.find("|md|") != std::string_view::npos));
}

BoardFile read_lin(std::string_view text, std::uint64_t seed) {
  const std::string lin = without_links(text);
  return LinReader(lin, seed).read();
}

}  // namespace arena::bridge
